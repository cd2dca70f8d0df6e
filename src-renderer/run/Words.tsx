import { Fragment } from 'react';
import { visibleText } from '../ui/visible-text.ts';

const LONG = /\S{400}/gu;
/** Not in any visible text. */
const BREAK = '\u0000';

/** Foreign text; a word longer than lines are may break at set places, since looking for the best ones takes a browser seconds. */
export function Words({ text }: { text: string }) {
  const pieces = visibleText(text)
    .replaceAll(LONG, (word) => word + BREAK)
    .split(BREAK);
  return pieces.map((piece, index) => (
    // Pieces have no identity beside their order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}
