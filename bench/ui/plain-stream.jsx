// Members who speak, the plain way: every token is a message of its own and sets the state of its panel. The panels look as the studio's.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import panelCss from '../../src-renderer/run/MemberPanel.module.css';
import turnCss from '../../src-renderer/run/Turn.module.css';
import { State } from '../../src-renderer/ui/State.tsx';
import { SPEAKERS } from '../speech.mjs';

const PAGE = { display: 'grid', gridTemplateColumns: 'repeat(3, 280px)', gridAutoRows: 240, gap: 1, marginLeft: 400 };
const speakers = Array.from({ length: SPEAKERS }, (_, index) => index);
const listeners = new Map();

function Panel({ index }) {
  const [text, setText] = useState('');
  const scroller = useRef(null);
  useEffect(() => {
    listeners.set(index, (token) => setText((before) => before + token));
  }, [index]);
  useLayoutEffect(() => {
    scroller.current.scrollTop = scroller.current.scrollHeight;
  });
  return (
    <section className={panelCss.panel} data-m={index + 1}>
      <header className={panelCss.head}>
        <div className={panelCss.line}>
          <h2 className={panelCss.title}>Member {index}</h2>
          <State kind="running" />
        </div>
      </header>
      <div ref={scroller} className={panelCss.log}>
        <article className={turnCss.turn}>
          <div className={turnCss.text} dir="auto" data-speech>
            <div className={turnCss.block}>
              {text}
              <span className={turnCss.caret} />
            </div>
          </div>
        </article>
      </div>
    </section>
  );
}

export function PlainStream() {
  useEffect(() => {
    const socket = new WebSocket(`ws://${location.host}/speech`);
    socket.addEventListener('message', ({ data }) => {
      const { start, index, token } = JSON.parse(data);
      if (start !== undefined) window.benchStart = start;
      else listeners.get(index)(token);
    });
    return () => socket.close();
  }, []);
  return (
    <div style={PAGE}>
      {speakers.map((index) => (
        <Panel key={index} index={index} />
      ))}
    </div>
  );
}
