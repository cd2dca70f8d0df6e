import { History } from 'lucide-react';
import { Name } from '../ui/Name.tsx';
import { momentWords } from './moment-words.ts';
import { preciseClock } from './precise-clock.ts';
import css from './ReplayBanner.module.css';
import { useReplay, useReplayed, useReplayState } from './use-replay.ts';

/** Says that a moment of the past is shown, which one, and leads back; with the frame around everything. Nothing at the end. */
export function ReplayBanner() {
  const replay = useReplay();
  const shown = useReplayed(({ moment }) => moment?.revision ?? null);
  const passed = useReplayed(({ moment, view }) => (moment === null ? 0 : moment.at - Date.parse(view.startedAt) - view.awayMs));
  const whole = useReplayed(({ newest: { view } }) => Date.parse(view.lastAt) - Date.parse(view.startedAt) - view.awayMs);
  const last = useReplayed(({ head }) => head.lastRevision);
  const team = useReplayed((run) => run.team);
  const event = useReplayState(({ moment }) => moment);
  if (shown === null) return null;
  return (
    <>
      {/* Its role by name: a header inside of main has none. */}
      {/* oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role */}
      <header role="banner" aria-label="Replay" className={css['banner']}>
        <History />
        <b className="strong">Replay</b>
        <span className="num">
          {preciseClock(passed)} of {preciseClock(whole)}, revision {shown} of {last}
        </span>
        <span className="cut grow">{event !== null && <Name>{momentWords(event, team)}</Name>}</span>
        <span className={css['calm']}>Nothing here runs or costs anything</span>
        <button type="button" className={css['back']} onClick={() => replay.toEnd()}>
          Back to the end
        </button>
      </header>
      <div className={css['frame']} aria-hidden="true" />
    </>
  );
}
