import { Plus } from 'lucide-react';
import { ATTEMPT_CODES } from '../../../src-shared/kernel/attempt-codes.ts';
import { isJsonObject, type JsonValue, stringOf, pointerOf } from '../../../src-shared/kernel/json.ts';
import { isList } from '../../../src-shared/team-document/document-path.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceField } from '../../ui/ChoiceField.tsx';
import { useEditor } from '../editor-store.ts';
import { JsonAt, NumberAt } from './fields.tsx';
import css from './Script.module.css';
import { KeptAsItIs } from './KeptAsItIs.tsx';
import { type Place, useFinding, useSetter, useValue } from './places.ts';
import { PostFields } from './PostFields.tsx';
import { TemplateField } from './TemplateField.tsx';

const MOST_MS = 2_147_483_647;
const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (isList(value) ? value : []);

/** The fields of one turn of a script. */
export function TurnFields({ place, memberId }: { place: Place; memberId: string }) {
  const posts = listOf(useValue([...place, 'posts']));
  const setPosts = useSetter('Change posts', [...place, 'posts']);
  const room = useEditor(({ team }) => (team.rooms.find(({ members }) => members.includes(memberId)) ?? team.rooms[0])?.id);
  return (
    <div className={css['fields']}>
      <TemplateField label="Say" place={[...place, 'say']} />
      {posts.map((_, index) => (
        // Posts have no identity beside their order.
        // oxlint-disable-next-line react/no-array-index-key
        <PostFields key={index} place={[...place, 'posts', index]} memberId={memberId} />
      ))}
      <Button
        icon={<Plus />}
        className={css['add']}
        disabled={room === undefined}
        title={room === undefined ? 'The team has no room to post to' : undefined}
        onClick={() => setPosts([...posts, { room: room ?? '', text: '' }])}
      >
        Add post
      </Button>
      <JsonAt label="Data" place={[...place, 'data']} />
      <div className={css['two']}>
        <NumberAt label="Delay" place={[...place, 'delayMs']} rule={{ least: 0, most: MOST_MS, isWhole: true }} placeholder="0 ms" />
        <FailField place={[...place, 'fail']} />
      </div>
      <FailMessage place={[...place, 'fail']} />
      <KeptAsItIs label="Steps" place={[...place, 'steps']} />
      <KeptAsItIs label="Tools" place={[...place, 'tools']} />
    </div>
  );
}

const FAILS = [{ value: '', label: 'Does not fail' }, ...ATTEMPT_CODES.map((code) => ({ value: code, label: code }))];

function FailField({ place }: { place: Place }) {
  const fail = useValue(place);
  const set = useSetter('Change failure', place);
  const finding = useFinding([...place, 'code']);
  const code = isJsonObject(fail) ? stringOf(fail['code']) || 'EFFECT_FAILED' : '';
  return (
    <ChoiceField
      label="Fails with"
      at={pointerOf([...place, 'code'])}
      finding={finding}
      value={code}
      choices={FAILS}
      onChange={(value) => set(value === '' ? undefined : { ...(isJsonObject(fail) ? fail : {}), code: value })}
    />
  );
}

function FailMessage({ place }: { place: Place }) {
  return isJsonObject(useValue(place)) ? <TemplateField label="Message" place={[...place, 'message']} /> : null;
}
