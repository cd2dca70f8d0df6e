import { isJsonObject, type JsonValue, stringOf, pointerOf } from '../../../src-shared/kernel/json.ts';
import { setField } from '../../../src-shared/team-document/edit/set-field.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceField } from '../../ui/ChoiceField.tsx';
import { ReadOnlyField } from '../../ui/Field.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { useTeamEditor } from '../editor-store.ts';
import { ChoiceAt } from './fields.tsx';
import css from './Inspector.module.css';
import { type Place, useFinding, useValue } from './places.ts';
import { ScriptFields } from './ScriptFields.tsx';

const SCRIPTED = { value: 'scripted', label: 'Scripted' };
/** Kinds that a document may have and only later versions run. */
const LATER: Readonly<Record<string, string>> = {
  model: 'Model',
  process: 'Process',
  person: 'Person',
  recorded: 'Recorded',
  profile: 'Named profile',
};
const THEN = [
  { value: 'repeat-last', label: 'Repeat the last' },
  { value: 'end', label: 'End' },
  { value: 'fail', label: 'Fail' },
];

const kindOf = (engine: JsonValue | undefined): string =>
  isJsonObject(engine) ? stringOf(engine['kind']) || (engine['profile'] === undefined ? '' : 'profile') : '';

/** What runs a member: a script to be written here, or an engine of a later version, shown as it is. */
export function EngineFields({ place, memberId }: { place: Place; memberId: string }) {
  const editor = useTeamEditor();
  const at = [...place, 'engine'];
  const engine = useValue(at);
  const finding = useFinding(at);
  const kind = kindOf(engine);
  const isScripted = kind === 'scripted';
  const choices = isScripted ? [SCRIPTED] : [{ value: kind, label: LATER[kind] ?? (kind || 'None') }, SCRIPTED];
  const makeScript = () => editor.edit('Use a script', (document) => setField(document, at, { kind: 'scripted' }));
  return (
    <div className={css['group']}>
      <div className={isScripted ? css['two'] : undefined}>
        <ChoiceField
          label="Engine"
          at={pointerOf(at)}
          finding={finding !== undefined && finding.path === pointerOf(at) ? finding : null}
          value={kind}
          choices={choices}
          onChange={(value) => value === 'scripted' && makeScript()}
        />
        {isScripted && <ChoiceAt label="After the last turn" place={[...at, 'then']} choices={THEN} fallback="repeat-last" />}
      </div>
      {isScripted ? (
        <ScriptFields place={at} memberId={memberId} />
      ) : (
        <>
          {engine !== undefined && (
            <ReadOnlyField label="As it is in the document" value={visibleText(JSON.stringify(engine, null, 2).slice(0, 4000))} lines={6} />
          )}
          <div>
            <Button look="line" onClick={makeScript}>
              Make it a script
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
