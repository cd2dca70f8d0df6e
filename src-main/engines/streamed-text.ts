import type { TurnClock } from './turn-clock.ts';

/** Distance of two parts, unless the pace is slower than one character in this time. */
const PART_MS = 40;

/** What is said until a moment: `text` follows what was said before, `at` is in milliseconds from the beginning. */
export type SpokenPart = { readonly at: number; readonly text: string };

/**
 * Divides a text into parts as they are heard at a pace of characters a second, about every 40 ms. Characters are those that people see
 * (grapheme clusters), so no part ends inside of one. The same text and pace always give the same parts.
 */
export function* spokenParts(text: string, pace: number): Generator<SpokenPart> {
  let waiting = '';
  let characters = 0;
  let due = PART_MS;
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    const at = (characters / pace) * 1000;
    if (at >= due && waiting !== '') {
      yield { at: due, text: waiting };
      waiting = '';
      due = Math.floor(at / PART_MS) * PART_MS + PART_MS;
    }
    waiting += segment;
    characters += 1;
  }
  if (waiting !== '') yield { at: (characters / pace) * 1000, text: waiting };
}

/** Says a text at a pace, part by part. A late timer is caught up with, so the whole takes as long as it should. Rejects when aborted. */
export async function speak(text: string, pace: number, clock: TurnClock, signal: AbortSignal, say: (part: string) => void): Promise<void> {
  const start = clock.now();
  for (const { at, text: part } of spokenParts(text, pace)) {
    const wait = start + at - clock.now();
    if (wait > 0) await clock.sleep(wait, signal);
    signal.throwIfAborted();
    say(part);
  }
}
