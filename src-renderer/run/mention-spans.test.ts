import { expect, it } from 'vitest';
import { mentionSpans } from './mention-spans.ts';

const writer = { id: 'writer', name: 'Writer' };
const fact = { id: 'fact', name: 'Fact checker' };

it('underlines where the text spells who is mentioned', () => {
  expect(mentionSpans('Both fixed. @Fact checker please, @writer too.', [writer, fact])).toEqual({
    spans: [
      { text: 'Both fixed. ' },
      { text: '@Fact checker', mentioned: 'fact' },
      { text: ' please, ' },
      { text: '@writer', mentioned: 'writer' },
      { text: ' too.' },
    ],
    missing: [],
  });
});
it('reads no name that the field does not hold, and says who is not spelled', () => {
  expect(mentionSpans('@reviewer look', [writer])).toEqual({ spans: [{ text: '@reviewer look' }], missing: ['writer'] });
});
it('takes whole names only', () => {
  expect(mentionSpans('@writers', [writer])).toEqual({ spans: [{ text: '@writers' }], missing: ['writer'] });
});
