import { implement } from '@orpc/server';
import { contract } from '../../src-shared/contract/contract.ts';
import { toOrpcError } from './host-error.ts';
import type { HostLog } from './host-log.ts';

/** The contract, ready for handlers: what they throw crosses with its code; a bug goes to the log and crosses without its text. */
export function createImplementer(log: HostLog) {
  return implement(contract).use(async ({ next }) => {
    try {
      return await next();
    } catch (error) {
      const shown = toOrpcError(error);
      if (shown.code === 'INTERNAL_ERROR')
        log.write('error', 'handler failed', { message: String(error instanceof Error ? error.stack : error) });
      throw shown;
    }
  });
}
export type ContractImplementer = ReturnType<typeof createImplementer>;
