import { memo } from 'react';
import { visibleText } from '../ui/visible-text.ts';
import css from './Turn.module.css';
import { textBlocks } from './text-blocks.ts';

const Block = memo(function Block({ text }: { text: string }) {
  return <span>{visibleText(text)}</span>;
});

/** What a member says while it says it. */
export function GrowingText({ text }: { text: string }) {
  const { sealed, tail } = textBlocks(text);
  return (
    <p className={css['text']} dir="auto">
      {sealed.map((block, index) => (
        // A sealed block never changes its place.
        // oxlint-disable-next-line react/no-array-index-key
        <Block key={index} text={block} />
      ))}
      <span>{visibleText(tail)}</span>
      <span className={css['caret']} aria-hidden="true" />
    </p>
  );
}
