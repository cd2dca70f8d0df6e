import { SquareX, TriangleAlert } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { type Fix, fixesOf } from '../../src-shared/team-document/fix-problem.ts';
import type { Problem } from '../../src-shared/team-document/problem.ts';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { countOf } from '../ui/format-amount.ts';
import { Name } from '../ui/Name.tsx';
import { MemberBar } from '../ui/Seats.tsx';
import { visibleText } from '../ui/visible-text.ts';
import { useEditor, useTeamEditor } from './editor-store.ts';
import { fieldOf } from './inspector/places.ts';
import css from './ProblemsPanel.module.css';
import { whereOf } from './where-of.ts';

const isSame = (left: Problem, right: Problem) => left.code === right.code && left.path === right.path && left.message === right.message;

/** What is wrong with the document: where, what to do, and a button for each way to do it. Errors block a run. */
export function ProblemsPanel() {
  const editor = useTeamEditor();
  const problems = useEditor((state) => state.problems);
  const list = useRef<HTMLUListElement>(null);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  const counts = [errors > 0 && countOf(errors, 'error'), warnings > 0 && countOf(warnings, 'warning')].filter(Boolean).join(', ');
  const found = useMemo(
    () => problems.map((problem) => ({ problem, where: whereOf(editor.document, problem), fixes: fixesOf(editor.document, problem) })),
    [problems, editor],
  );
  const solve = (problem: Problem, { label }: Fix) => {
    // The document may have changed since it was looked through: only what is still wrong is mended, where it is now.
    const current = editor.check().find((one) => isSame(one, problem));
    const fix = current && fixesOf(editor.document, current).find((one) => one.label === label);
    if (fix === undefined) return;
    editor.edit(label, fix.apply);
    editor.check();
    // The button that was pressed is gone.
    list.current?.focus();
  };
  return (
    <section className={css['problems']} aria-label="Problems">
      <header className={css['head']}>
        <h2 className={css['title']}>Problems</h2>
        <span className="num" role="status">
          {counts === '' ? 'none' : counts}
        </span>
        <span className="grow" />
        {errors > 0 && <span id="why-no-run">A run starts when no error is left</span>}
      </header>
      {/* A list that scrolls is scrolled by keyboard too, and the keyboard stays here when a problem is gone. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul ref={list} className={css['list']} aria-label="Problems" tabIndex={problems.length > 0 ? 0 : -1}>
        {found.map(({ problem, where, fixes }, index) => (
          // A document may have the same problem twice in one place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${problem.path} ${problem.code} ${index}`} className={css['problem']}>
            <span
              className={css[problem.severity]}
              role="img"
              aria-label={problem.severity === 'error' ? 'Error' : 'Warning'}
              title={problem.code}
            >
              {problem.severity === 'error' ? <SquareX /> : <TriangleAlert />}
            </span>
            <button type="button" className={css['where']} title={visibleText(problem.path)} onClick={() => editor.goTo(fieldOf(problem))}>
              {where.color !== null && <MemberBar color={where.color} />}
              <span className={classNames(css['who'], 'cut')}>
                <Name>{where.who}</Name>
              </span>
              <span className={classNames(css['place'], 'dim cut')}>
                <Name>{where.place}</Name>
              </span>
            </button>
            <span className={css['message']}>
              <Name>{problem.message}</Name>
              {/* For those who look it up; the message says it all. */}
              <code className="offscreen">{problem.code}</code>
            </span>
            <span className={css['fixes']}>
              {fixes.map((fix, order) => (
                <Button key={fix.label} look={order === 0 ? 'line' : 'quiet'} className={css['fix']} onClick={() => solve(problem, fix)}>
                  <span className="cut">
                    <Name>{fix.label}</Name>
                  </span>
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
