import { connectHost } from '../host-client/connect.ts';
import { hostErrorOf } from '../host-client/host-error.ts';
import type { TeamEditor } from './editor-store.ts';

/** Lets team and file go separate ways; says why when that cannot be. */
export async function unlink({ store }: TeamEditor): Promise<void> {
  try {
    const head = await connectHost().teams.unlink({ teamId: store.getState().head.id });
    store.setState(({ head: known }) => ({ head: { ...known, file: head.file } }));
  } catch (failure) {
    store.setState({ notice: `The file is still linked. ${hostErrorOf(failure).message}` });
  }
}
