import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, Pause, Play, SkipBack, SkipForward, X } from 'lucide-react';
import { Button, IconButton } from '../ui/Button.tsx';
import { Name } from '../ui/Name.tsx';
import { StateGlyph } from '../ui/State.tsx';
import { MomentSlider } from './MomentSlider.tsx';
import { SPEEDS, type Speed } from './replay.ts';
import css from './Transport.module.css';
import { useReplay, useReplayed, useReplayState } from './use-replay.ts';
import { useTicks } from './use-ticks.ts';

const isSpeed = (value: string): value is Speed => SPEEDS.some((speed) => speed === value);

function SpeedChoice() {
  const replay = useReplay();
  const speed = useReplayState((state) => state.speed);
  return (
    <select
      className={css['speed']}
      aria-label="Speed"
      value={speed}
      onChange={({ target }) => {
        if (isSpeed(target.value)) replay.setSpeed(target.value);
      }}
    >
      {SPEEDS.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  );
}

/** What leads through the moments of a run: by event, by turn, to failures, by playing it, by the slider. */
export function Transport() {
  const replay = useReplay();
  const last = useReplayed(({ head }) => head.lastRevision);
  const at = useReplayState(({ wanted }) => wanted ?? last);
  const playing = useReplayState((state) => state.playing);
  const problem = useReplayState((state) => state.problem);
  const ticks = useTicks();
  const [first, end] = [at <= 1, at >= last];
  return (
    <section className={css['transport']} aria-label="Moments of this run">
      <div className={css['buttons']}>
        <IconButton label="Previous turn" shortcut="[" onClick={() => void replay.seekTurn(true)} disabled={first}>
          <SkipBack />
        </IconButton>
        <IconButton label="Step back" shortcut="," onClick={() => void replay.step(-1)} disabled={first}>
          <ChevronLeft />
        </IconButton>
        {playing ? (
          <IconButton label="Pause replay" shortcut="Space" className={css['play']} onClick={() => replay.pause()}>
            <Pause fill="currentColor" strokeWidth={0} />
          </IconButton>
        ) : (
          <IconButton label="Play" shortcut="Space" className={css['play']} onClick={() => void replay.play()} disabled={last < 2}>
            <Play fill="currentColor" strokeWidth={0} />
          </IconButton>
        )}
        <IconButton label="Step forward" shortcut="." onClick={() => void replay.step(1)} disabled={end}>
          <ChevronRight />
        </IconButton>
        <IconButton label="Next turn" shortcut="]" onClick={() => void replay.seekTurn(false)} disabled={end}>
          <SkipForward />
        </IconButton>
        <SpeedChoice />
        {ticks.some(({ kind }) => kind === 'failure') && (
          <span className={css['failures']}>
            <IconButton label="Previous failure" shortcut="{" onClick={() => void replay.seekFailure(true)} disabled={first}>
              <ChevronsLeft />
            </IconButton>
            <StateGlyph kind="failed" size={12} />
            <IconButton label="Next failure" shortcut="}" onClick={() => void replay.seekFailure(false)} disabled={end}>
              <ChevronsRight />
            </IconButton>
          </span>
        )}
      </div>
      <MomentSlider ticks={ticks} />
      {problem !== null && (
        <p className={css['problem']} role="alert">
          <span className="cut">
            <Name>{problem}</Name>
          </span>
          <Button onClick={() => replay.store.setState({ problem: null })} aria-label="Close this note">
            <X />
          </Button>
        </p>
      )}
    </section>
  );
}
