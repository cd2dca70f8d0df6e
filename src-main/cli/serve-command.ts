import { homeDirectory } from '../host/home.ts';
import { createHost } from '../host/host.ts';
import { programFiles } from '../host/program-files.ts';
import { runStudio } from '../shells/served/studio.ts';
import { CommandError } from './failure.ts';
import { print } from './json-line.ts';

/** `troupe serve`: the studio on 127.0.0.1, until its last window closes or a signal ends it. */
export async function serveStudio({
  home: given,
  port = '0',
  open,
}: {
  readonly home?: string;
  readonly port?: string;
  readonly open: boolean;
}): Promise<number> {
  if (!/^\d+$/.test(port) || Number(port) > 65_535) throw new CommandError('USAGE', `--port ${port}: use a number from 0 to 65535.`);
  const home = homeDirectory(process.env, process.platform, given);
  await runStudio({
    createHost: () => createHost({ home }),
    port: Number(port),
    home,
    rendererDirectory: programFiles().renderer,
    open,
    say: print,
  });
  return 0;
}
