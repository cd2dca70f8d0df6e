import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type Mark, openMarks } from './marks.ts';
import { startProcess, temporaryFolder } from './test-storage.ts';

vi.setConfig({ testTimeout: 60_000 }); // a real process on a busy machine

function open() {
  const file = join(temporaryFolder(), 'troupe.db.marks');
  const marks = openMarks(file);
  onTestFinished(() => marks.close());
  return { file, marks };
}
const mark = (revision: number, streamId = 'run-1'): Mark => ({
  namespace: 'troupe',
  streamId,
  revision,
  checksum: String(revision % 10).repeat(32),
});

it('keeps the last mark of each stream, by number and by name', () => {
  const { file, marks } = open();
  expect([marks.read(1), marks.count(), marks.all(), marks.find({ namespace: 'troupe', streamId: 'run-1' })]).toEqual([null, 0, [], null]);
  marks.write(1, mark(1));
  marks.write(3, mark(7, 'run-3'));
  marks.write(1, mark(2));
  expect(marks.read(1)).toEqual(mark(2));
  expect(marks.read(2)).toBeNull();
  expect(marks.find({ namespace: 'troupe', streamId: 'run-3' })).toEqual(mark(7, 'run-3'));
  expect(marks.find({ namespace: 'other', streamId: 'run-3' })).toBeNull();
  expect(marks.all()).toEqual([
    { stream: 1, mark: mark(2) },
    { stream: 3, mark: mark(7, 'run-3') },
  ]);
  marks.clear(3);
  expect([marks.read(3), marks.count()]).toEqual([null, 3]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('has room for the longest names', () => {
  const { marks } = open();
  const longest = { namespace: 'n'.repeat(128), streamId: 's'.repeat(128), revision: 2 ** 32 - 1, checksum: 'f'.repeat(32) };
  marks.write(1, longest);
  marks.write(2, longest);
  expect(marks.all().map((slot) => slot.mark)).toEqual([longest, longest]);
});

it('takes a damaged line for none', () => {
  const { file, marks } = open();
  marks.write(1, mark(41));
  writeFileSync(file, readFileSync(file, 'utf8').replace(',41,', ',91,'));
  expect(marks.read(1)).toBeNull();
});

it('never gives a mark that was not written, while another process writes', async () => {
  const { file, marks } = open();
  const { lines, child } = startProcess(`
    const { openMarks } = await import(${JSON.stringify(new URL('./marks.ts', import.meta.url).href)});
    const marks = openMarks(${JSON.stringify(file)});
    for (let revision = 1; ; revision++) {
      marks.write(1, { namespace: 'troupe', streamId: 'run-1', revision, checksum: String(revision % 10).repeat(32) });
      if (revision === 1) console.log('writing');
    }`);
  await lines.next();
  let read = 0;
  for (const until = performance.now() + 1500; performance.now() < until; ) {
    const seen = marks.read(1);
    if (seen === null) continue;
    read += 1;
    expect(seen).toEqual(mark(seen.revision));
  }
  expect(read).toBeGreaterThan(100);
  child.kill('SIGKILL');
});
