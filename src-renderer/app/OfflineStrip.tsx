import { useEffect, useSyncExternalStore } from 'react';
import { connectionState, onConnection } from '../host-client/connect.ts';
import { StateGlyph } from '../ui/State.tsx';
import { Strip } from '../ui/Strip.tsx';

/** Says that the host does not answer, while it does not. */
export function OfflineStrip() {
  const state = useSyncExternalStore(onConnection, connectionState);
  const answering = state === 'online' || state === 'connecting';
  // What is shown is the last that was told: clocks and rings stand still with it (ui/use-now.ts, ui/base.css).
  useEffect(() => {
    document.documentElement.toggleAttribute('data-offline', !answering);
  }, [answering]);
  if (answering) return null;
  return (
    <Strip tone="plain" glyph={<StateGlyph kind="interrupted" />} label="Connection">
      {state === 'offline' ? (
        <>
          <b className="strong">Troupe does not answer just now.</b>{' '}
          <span className="dim">
            What you see is the last that it told. Nothing saved is lost; this page goes on by itself when it answers again.
          </span>
        </>
      ) : (
        <>
          <b className="strong">Troupe was started again.</b> <span className="dim">Open the address that it printed to go on.</span>
        </>
      )}
    </Strip>
  );
}
