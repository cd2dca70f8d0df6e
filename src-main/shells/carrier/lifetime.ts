import type { AnyRouter } from '@orpc/server';

/** What a shell needs of the host. */
export type ShellHost = {
  router: AnyRouter;
  activeRuns: () => number;
  whenIdle: () => Promise<void>;
  pauseAll: () => Promise<void>;
  close: () => Promise<void>;
};
export type LifetimeOptions = {
  host: ShellHost;
  /** How many windows are open now. */
  windows: () => number;
  /** One line for the person at the terminal. */
  say: (line: string) => void;
  /** Ends the program; called at most once. */
  end: () => void;
  /** How long running turns may take to finish when the program is told to end; they are resumed at the next start. */
  patienceMs?: number;
};

/** What ends the program, the same in both shells (spec/decisions.md 53). */
export function createLifetime({ host, windows, say, end, patienceMs = 5000 }: LifetimeOptions) {
  let ending = false;
  let told = false;
  const endIfUnused = () => {
    if (ending || windows() > 0) return;
    const runs = host.activeRuns();
    if (runs === 0) {
      ending = true;
      return end();
    }
    if (told) return;
    told = true;
    say(`Troupe: ${runs === 1 ? 'one run goes' : `${runs} runs go`} on without a window; open it again with "npm start".`);
    void host.whenIdle().then(() => {
      told = false;
      endIfUnused();
    });
  };
  return {
    /** To be called whenever a window has closed. */
    windowClosed: endIfUnused,
    /** Pauses all runs, gives their running turns some time, then closes the shell's own things and the host. */
    async shutDown(closeShell: () => Promise<void> = async () => {}) {
      ending = true;
      try {
        await host.pauseAll();
        let timer: NodeJS.Timeout | undefined;
        await Promise.race([host.whenIdle(), new Promise((resolve) => (timer = setTimeout(resolve, patienceMs)))]);
        clearTimeout(timer);
      } finally {
        await closeShell();
        await host.close();
      }
    },
  };
}
