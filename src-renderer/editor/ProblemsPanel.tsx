import type { Problem } from '../../src-shared/team-document/problem.ts';
import type { TeamSketch } from '../../src-shared/team-document/sketch.ts';
import { FindingList } from '../ui/FindingList.tsx';
import { countOf } from '../ui/format-amount.ts';
import { Name } from '../ui/Name.tsx';
import { MemberBar } from '../ui/Seats.tsx';
import css from './TeamView.module.css';

/** What is wrong with the document, with place and next step; errors block a run. */
export function ProblemsPanel({
  problems,
  team,
  onSelect,
}: {
  problems: readonly Problem[];
  team: TeamSketch | null;
  onSelect: (memberId: string) => void;
}) {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  const members = new Map(team?.members.map((member) => [member.id, member]));
  const counts = [errors > 0 && countOf(errors, 'error'), warnings > 0 && countOf(warnings, 'warning')].filter(Boolean).join(', ');
  return (
    <section className={css['problems']} aria-label="Problems">
      <header className={css['problemsHead']}>
        <h2 className={css['problemsTitle']}>Problems</h2>
        <span className="num">{counts === '' ? 'none' : counts}</span>
        <span className="grow" />
        {errors > 0 && <span id="why-no-run">A run starts when no error is left</span>}
      </header>
      <FindingList
        findings={problems}
        renderWho={({ member: id }) => {
          const member = id === undefined ? undefined : members.get(id);
          if (member === undefined) return null;
          return (
            <button type="button" className={css['who']} onClick={() => onSelect(member.id)}>
              <MemberBar color={member.color} />
              <span className="cut">
                <Name>{member.name}</Name>
              </span>
            </button>
          );
        }}
      />
    </section>
  );
}
