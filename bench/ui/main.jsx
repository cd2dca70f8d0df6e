// One case of the bench, named by the address: `?case=studio-tick`.
import '../../src-renderer/ui/tokens.css';
import '../../src-renderer/ui/base.css';
import { Tooltip } from 'radix-ui';
import { createRoot } from 'react-dom/client';
import { PlainList } from './plain-list.jsx';
import { PlainStream } from './plain-stream.jsx';
import { PlainTick, StudioTick } from './ticks.jsx';

const CASES = { 'studio-tick': StudioTick, 'plain-tick': PlainTick, 'plain-stream': PlainStream, 'plain-list': PlainList };
const Case = CASES[new URLSearchParams(location.search).get('case')];
createRoot(document.getElementById('root')).render(
  <Tooltip.Provider>
    <Case />
  </Tooltip.Provider>,
);
