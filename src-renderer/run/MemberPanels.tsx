import { useEffect, useRef } from 'react';
import { useSize } from '../ui/use-size.ts';
import { MemberPanel } from './MemberPanel.tsx';
import css from './MemberPanels.module.css';
import { useRunState } from './run-store.ts';
import { useVirtual } from '../ui/use-virtual.ts';

const PANEL_MIN = 260;
const ROW_MIN = 216;
/** Up to this many all panels exist; of more only those near the eye. */
const ALL = 24;

/** Every member's panel side by side: as many columns as fit, two rows in view, the rest by scrolling. */
export function MemberPanels() {
  const members = useRunState(({ team }) => team.members);
  const sought = useRunState((run) => run.selected?.member ?? null);
  const [measure, size] = useSize();
  const scroller = useRef<HTMLDivElement>(null);
  const width = size?.width ?? 0;
  const height = size?.height ?? 0;
  const fitting = Math.max(1, Math.min(members.length, Math.floor(width / PANEL_MIN)));
  // Rows as full as the last one allows: four members in three columns stand two by two.
  const rows = Math.max(1, Math.ceil(members.length / fitting));
  const columns = Math.max(1, Math.ceil(members.length / rows));
  const rowHeight = rows === 1 ? height : Math.max(ROW_MIN, Math.floor(height / 2));
  const virtual = useVirtual({
    count: rows,
    getScrollElement: () => scroller.current,
    size: rowHeight,
    overscan: members.length <= ALL ? rows : 1,
  });
  useEffect(() => {
    const index = members.findIndex(({ id }) => id === sought);
    if (index >= 0 && members.length > ALL) virtual.scrollToIndex(Math.floor(index / columns));
  }, [sought, members, columns, virtual]);
  return (
    <div
      ref={(element) => {
        scroller.current = element;
        return measure(element);
      }}
      className={css['panels']}
    >
      {size !== null && (
        <div className={css['content']} style={{ height: Math.max(height, virtual.getTotalSize()) }}>
          {virtual.getVirtualItems().map(({ index, start, size: rowSize }) => (
            <div
              key={index}
              className={css['row']}
              style={{ height: rowSize, transform: `translateY(${start}px)`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
            >
              {members.slice(index * columns, (index + 1) * columns).map(({ id }) => (
                <MemberPanel key={id} id={id} />
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
