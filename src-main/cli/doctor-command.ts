import type { Host } from '../host/host.ts';
import { print, printJson } from './json-line.ts';

/** `troupe doctor`: exit 0 when the home is sound, 1 with what is not. */
export async function doctor(host: Host, { rebuild, json }: { readonly rebuild?: boolean; readonly json?: boolean }): Promise<number> {
  const accepted = rebuild === true ? host.home.rebuild() : [];
  const report = host.home.check();
  if (json === true) {
    printJson({ version: host.version, node: process.version, home: host.directory, ...report, accepted });
    return report.ok ? 0 : 1;
  }
  print(`Troupe ${host.version}, Node ${process.version}, SQLite ${report.sqlite}`);
  print(`Home ${host.directory}`);
  print(
    `Database ${report.file}: schema ${report.schemaVersion}, ${report.journalMode}, synchronous ${report.synchronous === 2 ? 'FULL' : report.synchronous}`,
  );
  print(`${report.streams} runs, ${report.events} events, ${Math.round((report.bytes.database + report.bytes.log) / 1024)} KiB`);
  if (report.backup !== null) print(`Backup before the last migration: ${report.backup}`);
  for (const { message } of accepted) print(`Accepted: ${message}`);
  for (const { code, message } of report.problems) print(`Problem: ${message} [${code}]`);
  if (report.ok) print('Everything is in order.');
  return report.ok ? 0 : 1;
}
