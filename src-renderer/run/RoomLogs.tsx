import { useEffect, useRef } from 'react';
import { MenuItem } from '../ui/Menu.tsx';
import { Name } from '../ui/Name.tsx';
import { useSize } from '../ui/use-size.ts';
import { RoomLog } from './RoomLog.tsx';
import css from './RoomLogs.module.css';
import { useRunState, useRunStore } from './run-store.ts';
import { useVirtual } from '../ui/use-virtual.ts';

const ROOM_MIN = 280;
/** Up to this many all logs exist; of more only those near the eye. */
const ALL = 24;

/** Rooms side by side, as many as fit; the others by scrolling sideways or the switch. */
export function RoomLogs() {
  const store = useRunStore();
  const rooms = useRunState(({ team }) => team.rooms);
  const selected = useRunState((run) => (run.selected?.room == null ? null : run.selected));
  const [measure, size] = useSize();
  const scroller = useRef<HTMLDivElement>(null);
  const fitting = Math.max(1, Math.min(rooms.length, Math.floor((size?.width ?? 0) / ROOM_MIN)));
  const roomWidth = Math.floor((size?.width ?? 0) / fitting);
  const virtual = useVirtual({
    horizontal: true,
    count: rooms.length,
    getScrollElement: () => scroller.current,
    size: roomWidth,
    overscan: rooms.length <= ALL ? rooms.length : 1,
  });
  useEffect(() => {
    const index = rooms.findIndex(({ id }) => id === selected?.room);
    if (index >= 0) virtual.scrollToIndex(index);
  }, [selected, rooms, virtual]);
  const others =
    rooms.length > fitting
      ? rooms.map(({ id, name }, index) => (
          <MenuItem key={id} onSelect={() => virtual.scrollToIndex(index, { align: 'start' })}>
            <span className="cut grow">
              <Name>{name}</Name>
            </span>
            <span className="label num">{store.getState().view.rooms[id]?.messageCount ?? 0}</span>
          </MenuItem>
        ))
      : null;
  return (
    <div
      ref={(element) => {
        scroller.current = element;
        return measure(element);
      }}
      className={css['rooms']}
    >
      {size !== null && (
        <div className={css['content']} style={{ width: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const room = rooms[index];
            return room === undefined ? null : (
              <div key={room.id} className={css['place']} style={{ width: roomWidth, transform: `translateX(${start}px)` }}>
                <RoomLog id={room.id} members={room.members} others={others} />
              </div>
            );
          })}
        </div>
      )}
    </div>
  );
}
