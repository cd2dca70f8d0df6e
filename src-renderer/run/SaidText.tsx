import { memo } from 'react';
import { classNames } from '../ui/class-names.ts';
import css from './Turn.module.css';
import { textBlocks } from './text-blocks.ts';
import { Words } from './Words.tsx';

const Piece = memo(function Piece({ text }: { text: string }) {
  return (
    <span>
      <Words text={text} />
      <wbr />
    </span>
  );
});

/** What a member said, or says now (`growing`): drawn alike, so that nothing moves when a turn is saved. */
export function SaidText({ text, growing = false, struck = false }: { text: string; growing?: boolean; struck?: boolean }) {
  const blocks = textBlocks(text);
  return (
    <div className={classNames(css['text'], struck && css['struck'])} dir="auto">
      {blocks.map((pieces, place) => (
        // Blocks and pieces never change their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={place} className={css['block']}>
          {pieces.map((piece, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <Piece key={index} text={piece} />
          ))}
          {growing && place === blocks.length - 1 && <span className={css['caret']} aria-hidden="true" />}
        </div>
      ))}
    </div>
  );
}
