import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { SearchField } from '../ui/SearchField.tsx';
import css from './BottomViews.module.css';
import { EventsTable } from './EventsTable.tsx';
import { Lanes } from './Lanes.tsx';
import { useRunState } from './run-store.ts';

/** The same log by time and as a list. */
export function BottomViews() {
  const [tab, setTab] = useState('lanes');
  const [search, setSearch] = useState('');
  const event = useRunState(({ selected }) => (selected?.kind === 'event' ? selected : null));
  const [seen, setSeen] = useState(event);
  if (event !== seen) {
    setSeen(event);
    // An event is looked at among the events.
    if (event !== null) setTab('events');
  }
  const revision = useRunState(({ head }) => head.lastRevision);
  const status = useRunState(({ head }) => head.status);
  return (
    <Tabs.Root className={css['views']} value={tab} onValueChange={setTab}>
      <div className={css['bar']}>
        <Tabs.List className={css['tabs']} aria-label="Views">
          <Tabs.Trigger className={css['tab']} value="lanes">
            Lanes
          </Tabs.Trigger>
          <Tabs.Trigger className={css['tab']} value="events">
            Events
          </Tabs.Trigger>
        </Tabs.List>
        <span className="grow" />
        {tab === 'events' && <SearchField label="Search events" value={search} onChange={setSearch} />}
        <span className="small dim num">
          Revision {revision}
          {(status === 'running' || status === 'starting') && ', live'}
        </span>
      </div>
      <Tabs.Content className={css['content']} value="lanes" tabIndex={-1}>
        <Lanes />
      </Tabs.Content>
      <Tabs.Content className={css['content']} value="events" tabIndex={-1}>
        <EventsTable search={search} />
      </Tabs.Content>
    </Tabs.Root>
  );
}
