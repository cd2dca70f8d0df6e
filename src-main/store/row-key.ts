const SPAN = 2 ** 32;

/** Row id of the `n`th row (event revision, part id) of a stream: exact up to 2 million runs of 4 billion rows. */
export const rowKey = (stream: number, n: number): number => stream * SPAN + n;

/** The `n` of a row id. */
export const rowNumber = (key: number): number => key % SPAN;

/** First and last row id a stream can have. */
export const rowRange = (stream: number): readonly [first: number, last: number] => [stream * SPAN, stream * SPAN + SPAN - 1];
