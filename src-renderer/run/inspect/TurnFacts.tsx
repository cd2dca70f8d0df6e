import type { ReactNode } from 'react';
import type { TurnDetail } from '../../../src-shared/contract/runs-contract.ts';
import { clock, money, shortNumber, shortTime } from '../../ui/format-amount.ts';
import { Name } from '../../ui/Name.tsx';
import { useRunState } from '../run-store.ts';
import css from './Inspect.module.css';

const amount = (value: number | null, unit: string): string => {
  if (value === null) return '–';
  if (unit === 'ms') return shortTime(value);
  if (unit === 'bytes')
    return `${shortNumber(value)}B`
      .replace('kB', ' kB')
      .replace('MB', ' MB')
      .replace(/^(\d+)B$/, '$1 B');
  return `${shortNumber(value)} ${unit}`;
};

/** One heading of a turn's detail. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css['group']}>
      <h3 className={css['title']}>{title}</h3>
      {children}
    </section>
  );
}

/** Limits, usage and attempts of a turn. */
export function TurnFacts({ detail }: { detail: TurnDetail }) {
  const startedAt = useRunState(({ view }) => view.startedAt);
  const since = (iso: string) => clock(Date.parse(iso) - Date.parse(startedAt));
  return (
    <>
      <Group title="Limits">
        {detail.limits.length === 0 ? (
          <p className="dim">No limit is known for this turn.</p>
        ) : (
          <dl className={css['numbers']}>
            {detail.limits.map(({ name, limit, used, unit }) => (
              <div key={name} className={css['number']}>
                <dt>
                  <Name>{name}</Name>
                </dt>
                <dd className="num">
                  {amount(used, unit)} <span className="dimmer">of {limit === null ? 'no limit' : amount(limit, unit)}</span>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Group>
      <Group title="Usage">
        {detail.usage === null ? (
          <p className="dim">Nothing was reported: what it used is unknown.</p>
        ) : (
          <dl className={css['numbers']}>
            {(
              [
                ['Input tokens', detail.usage.inputTokens, shortNumber],
                ['Output tokens', detail.usage.outputTokens, shortNumber],
                ['Cost', detail.usage.costMicroUsd, money],
              ] as const
            ).map(([name, value, format]) => (
              <div key={name} className={css['number']}>
                <dt>{name}</dt>
                <dd className="num">{value === null ? <span className="dimmer">unknown</span> : format(value)}</dd>
              </div>
            ))}
          </dl>
        )}
      </Group>
      <Group title="Attempts">
        {detail.attempts.length === 0 && <p className="dim">No attempt has started.</p>}
        <ol>
          {detail.attempts.map(({ attempt, startedAt: start, endedAt, end }) => (
            <li key={attempt} className={css['number']}>
              <span>Attempt {attempt}</span>
              <span className="num">
                {since(start)}
                {endedAt !== null && ` – ${since(endedAt)}`} <span className="dimmer">{end}</span>
              </span>
            </li>
          ))}
        </ol>
      </Group>
    </>
  );
}
