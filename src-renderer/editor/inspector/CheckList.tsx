import { type ReactNode, useState } from 'react';
import type { JsonValue } from '../../../src-shared/kernel/json.ts';
import { CheckField } from '../../ui/CheckField.tsx';
import type { FieldFinding } from '../../ui/Field.tsx';
import { Name } from '../../ui/Name.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { MemberBar } from '../../ui/Seats.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import css from './Inspector.module.css';

interface Item {
  readonly id: string;
  readonly name: string;
  readonly color?: number;
}

/** From this many on a list can be searched. */
const MANY = 12;
/** Most that are shown at once; the search finds the others. */
const MOST = 100;

/** Things by name with a checkbox each. What is checked but is none of the items stands at the end, as it is. */
export function CheckList({
  label,
  at,
  items,
  checked,
  findingOf,
  onToggle,
  empty,
  children,
  isInner = false,
}: {
  label: string;
  /** Where the list of what is checked stands, when it is one of the document. */
  at?: string;
  items: readonly Item[];
  checked: readonly JsonValue[];
  findingOf?: (pointer: string) => FieldFinding | undefined;
  onToggle: (id: string, isChecked: boolean) => void;
  /** Said when there is nothing to check. */
  empty?: string;
  children?: ReactNode;
  /** Stands inside another group. */
  isInner?: boolean;
}) {
  const [search, setSearch] = useState('');
  // Of two with one id the first is meant: so it is in a run.
  const byId = new Map(items.toReversed().map((item) => [item.id, item]));
  const known = items.filter((item) => byId.get(item.id) === item);
  const strangers = checked.flatMap((id) => (typeof id === 'string' && !byId.has(id) ? [{ id, name: id }] : []));
  const wanted = search.toLowerCase();
  const found = [...known, ...strangers].filter(
    ({ id, name }) => wanted === '' || name.toLowerCase().includes(wanted) || id.includes(wanted),
  );
  const shown = found.slice(0, MOST);
  // Long names get a line each.
  const isShort = shown.every(({ name }) => name.length <= (isInner ? 14 : 17));
  return (
    <div className={isInner ? css['inner'] : css['group']} role="group" aria-label={label}>
      <div className="row">
        <span className={css['groupName']}>{label}</span>
        <span className="grow" />
        {children}
      </div>
      {items.length > MANY && <SearchField label={`Find in ${label.toLowerCase()}`} value={search} onChange={setSearch} />}
      {found.length === 0 && <p className="small dim">{items.length > 0 ? 'Nothing is called so.' : empty}</p>}
      <div className={isShort ? css['checks'] : undefined}>
        {shown.map(({ id, name, color }: Item) => {
          const index = checked.indexOf(id);
          const pointer = at !== undefined && index >= 0 ? `${at}/${index}` : undefined;
          return (
            <CheckField
              key={id}
              label={visibleText(name)}
              isChecked={index >= 0}
              at={pointer}
              finding={pointer === undefined ? undefined : findingOf?.(pointer)}
              onChange={(isChecked) => onToggle(id, isChecked)}
            >
              <span className={css['who']}>
                {color !== undefined && <MemberBar color={color} />}
                <span className="cut" title={visibleText(name)}>
                  <Name>{name}</Name>
                </span>
              </span>
            </CheckField>
          );
        })}
      </div>
      {found.length > shown.length && <p className="small dim">{found.length - shown.length} more: search for them.</p>}
    </div>
  );
}
