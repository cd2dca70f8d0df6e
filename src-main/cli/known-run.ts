import type { Host } from '../host/host.ts';
import { CommandError } from './failure.ts';

/** A run of this home by its id, or by a beginning that only one run has. UNKNOWN_RUN otherwise. */
export function knownRun(host: Host, given: string) {
  const exact = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(given) ? host.home.runs.get(given) : null;
  if (exact !== null) return exact;
  const { runs } = host.home.runs.list({ search: given, limit: 50 });
  const matching = runs.filter(({ runId }) => runId.startsWith(given));
  const [only] = matching;
  if (only !== undefined && matching.length === 1) return only;
  const lost = host.home.damage().find(({ runId }) => runId === given);
  if (lost !== undefined) throw new CommandError(lost.code, lost.message);
  const hint =
    matching.length > 1
      ? `It could be ${matching.map(({ runId }) => runId).join(', ')}; write more of it.`
      : 'See "troupe list" for those there are.';
  throw new CommandError('UNKNOWN_RUN', `There is no run "${given}" in ${host.directory}. ${hint}`);
}
