import { DEFAULT_POLICY } from '../../../src-shared/team-document/member-settings.ts';
import { isJsonObject, pointerOf } from '../../../src-shared/kernel/json.ts';
import { ChoiceField } from '../../ui/ChoiceField.tsx';
import { useEditor } from '../editor-store.ts';
import { CheckAt, ChoiceAt, LinesAt, NumberAt } from './fields.tsx';
import { Fold } from './Fold.tsx';
import { IdField } from './IdField.tsx';
import css from './Inspector.module.css';
import { fieldOf, isWithin, type Place, useFinding, useSetter, useValue } from './places.ts';
import { UnknownKeys } from './UnknownKeys.tsx';

const MOST_MS = 2_147_483_647;
const LIMITS = [
  { key: 'timeoutMs', label: 'Timeout', unit: 'ms', least: 1, most: MOST_MS },
  { key: 'teardownGraceMs', label: 'Teardown grace', unit: 'ms', least: 0, most: MOST_MS },
  { key: 'inputBytes', label: 'Input', unit: 'bytes', least: 0 },
  { key: 'outputBytes', label: 'Output', unit: 'bytes', least: 0 },
  { key: 'memoryBytes', label: 'Memory', unit: 'bytes', least: 1 },
  { key: 'filesChanged', label: 'Files changed', unit: '', least: 0 },
  { key: 'linesChanged', label: 'Lines changed', unit: '', least: 0 },
] as const;
const APPROVE = [
  { value: 'never', label: 'Nothing' },
  { value: 'writes', label: 'Writes' },
  { value: 'all', label: 'Everything' },
];
const ON_EMPTY = [
  { value: 'accept', label: 'Accept it' },
  { value: 'retry', label: 'Try again' },
  { value: 'fail', label: 'Fail' },
];
const OWN = ['id', 'limits', 'permissions', 'approve', 'retrySafe', 'onEmpty'];

/** What most members never need: address, limits of a turn, permissions, what a repeated or empty turn means. */
export function MemberMore({ place }: { place: Place }) {
  const at = pointerOf(place);
  const isAsked = useEditor(({ asked }) => asked !== null && OWN.some((key) => isWithin(asked.pointer, `${at}/${key}`)));
  const isWrong = useEditor(({ problems }) =>
    problems.some((problem) => problem.severity === 'error' && OWN.some((key) => isWithin(fieldOf(problem), `${at}/${key}`))),
  );
  return (
    <>
      <Fold label={isWrong ? 'More (has an error)' : 'More'} isAsked={isAsked}>
        <IdField of="member" place={place} />
        <span className={css['groupName']}>Limits</span>
        <div className={css['two']}>
          {LIMITS.map(({ key, label, unit, ...range }) => (
            <NumberAt
              key={key}
              label={label}
              place={[...place, 'limits', key]}
              rule={{ ...range, isWhole: true }}
              placeholder={
                DEFAULT_POLICY[key] === Number.MAX_SAFE_INTEGER ? 'unlimited' : `${DEFAULT_POLICY[key].toLocaleString('en')} ${unit}`
              }
            />
          ))}
        </div>
        <CallTokens place={[...place, 'limits', 'callTokens']} />
        <LinesAt label="Permissions" place={[...place, 'permissions']} placeholder="one a line" />
        <div className={css['two']}>
          <ChoiceAt label="Approve" place={[...place, 'approve']} choices={APPROVE} fallback="writes" />
          <ChoiceAt label="When empty" place={[...place, 'onEmpty']} choices={ON_EMPTY} fallback="accept" />
        </div>
        <CheckAt label="Retry safe" place={[...place, 'retrySafe']} fallback hint="may run again by itself after a crash" />
      </Fold>
      <UnknownKeys under={at} />
    </>
  );
}

const MODES = [
  { value: '', label: 'No limit' },
  { value: 'hard', label: 'Stopped at' },
  { value: 'observed', label: 'Watched from' },
];

/** The limit of tokens a call: how it is held, and how many. */
function CallTokens({ place }: { place: Place }) {
  const value = useValue(place);
  const set = useSetter('Limit the tokens', place);
  const finding = useFinding([...place, 'mode']);
  const mode = isJsonObject(value) && typeof value['mode'] === 'string' ? value['mode'] : '';
  return (
    <div className={css['two']}>
      <ChoiceField
        label="Tokens a call"
        at={pointerOf([...place, 'mode'])}
        finding={finding}
        value={mode}
        choices={MODES}
        onChange={(now) => set(now === '' ? undefined : { tokens: 100_000, ...(isJsonObject(value) ? value : {}), mode: now })}
      />
      {mode !== '' && <NumberAt label="Tokens" place={[...place, 'tokens']} rule={{ least: 1, isWhole: true }} />}
    </div>
  );
}
