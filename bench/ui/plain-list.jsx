// The events table without looking at what is near the eye: every row exists.
import { useState } from 'react';
import tableCss from '../../src-renderer/run/EventsTable.module.css';
import { eventSummary } from '../../src-renderer/run/event-summary.ts';
import { MemberBar } from '../../src-renderer/ui/Seats.tsx';
import { Name } from '../../src-renderer/ui/Name.tsx';

const ROWS = 10_000;
const PAGE = { height: 288, marginTop: 400 };
const events = Array.from({ length: ROWS }, (_, index) => ({
  revision: index + 1,
  type: 'graph:node-completed',
  payload: { nodeId: 'ada', position: `t${index}`, result: { summary: 'The plan holds: ship the parser first, then wire the panel.' } },
}));

export function PlainList() {
  const [shown, setShown] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setShown(!shown)}>
        Events
      </button>
      <div className={tableCss.table} style={PAGE}>
        <div className={tableCss.body}>
          {shown &&
            events.map((event) => (
              <div key={event.revision} role="row" className={tableCss.row}>
                <span role="cell" className="num dim">
                  <button type="button" className={tableCss.open} aria-label={`Event ${event.revision}`}>
                    {event.revision}
                  </button>
                </span>
                <span role="cell" className="num dim">
                  0:01
                </span>
                <span role="cell" className="code cut">
                  <Name>{event.type}</Name>
                </span>
                <span role="cell" className="row">
                  <MemberBar color={1} />
                  <span className="cut">
                    <Name>{event.payload.nodeId}</Name>
                  </span>
                </span>
                <span role="cell" className="cut dim">
                  <Name>{eventSummary(event)}</Name>
                </span>
              </div>
            ))}
        </div>
      </div>
    </>
  );
}
