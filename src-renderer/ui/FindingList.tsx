import { SquareX, TriangleAlert } from 'lucide-react';
import { classNames } from './class-names.ts';
import css from './FindingList.module.css';
import { Name } from './Name.tsx';

/** Something found wrong in a document, with its place. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly path: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** `line 12, column 3`, or the JSON pointer where there is no text; empty for the document as a whole. */
const placeText = ({ line, column, path }: Finding): string =>
  line === undefined ? path : `line ${line}${column === undefined ? '' : `, column ${column}`}`;

/** Findings one a line: how grave, where, what to do, and the code to look up. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  return (
    // A list that may scroll is scrolled by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={css['list']} tabIndex={findings.length > 3 ? 0 : undefined}>
      {findings.map((finding, index) => (
        // A document may have the same problem twice in one place.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${finding.path} ${finding.code} ${index}`} className={css['finding']}>
          <span className={css[finding.severity]} role="img" aria-label={finding.severity === 'error' ? 'Error' : 'Warning'}>
            {finding.severity === 'error' ? <SquareX /> : <TriangleAlert />}
          </span>
          <span className={classNames(css['where'], 'cut')} title={finding.path}>
            <span className="dim cut">
              <Name>{placeText(finding)}</Name>
            </span>
          </span>
          <span className={css['message']}>
            <Name>{finding.message}</Name>
          </span>
          <code className={css['code']}>{finding.code}</code>
        </li>
      ))}
    </ul>
  );
}
