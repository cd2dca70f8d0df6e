import type { ReactNode } from 'react';

const FORMS: Record<string, { name: string; icon: ReactNode }> = {
  conversation: {
    name: 'Conversation',
    icon: (
      <>
        <path d="M4 5h8M4 11h8M4 5v6M12 5v6" opacity=".55" />
        {['4 5', '12 5', '4 11', '12 11'].map((at) => {
          const [x, y] = at.split(' ');
          return <circle key={at} cx={x} cy={y} r="1.8" fill="var(--bg)" />;
        })}
      </>
    ),
  },
  room: {
    name: 'Room',
    icon: (
      <>
        <circle cx="8" cy="8" r="3" />
        <path d="M8 1.8v.01M8 14.2v.01M1.8 8h.01M14.2 8h.01M3.6 3.6h.01M12.4 3.6h.01M3.6 12.4h.01M12.4 12.4h.01" strokeWidth="2" />
      </>
    ),
  },
  pipeline: {
    name: 'Pipeline',
    icon: (
      <>
        <rect x="1.5" y="6" width="4" height="4" rx="1" />
        <rect x="10.5" y="2.5" width="4" height="4" rx="1" />
        <rect x="10.5" y="9.5" width="4" height="4" rx="1" />
        <path d="M5.5 8h2.5M8 8V4.5h2.5M8 8v3.5h2.5" />
      </>
    ),
  },
  lead: {
    name: 'Lead and members',
    icon: (
      <>
        <rect x="5.5" y="2" width="5" height="4" rx="1" />
        <rect x="1.5" y="10" width="4" height="4" rx="1" />
        <rect x="10.5" y="10" width="4" height="4" rx="1" />
        <path d="M8 6v2M3.5 10V8h9v2" />
      </>
    ),
  },
  worktree: {
    name: 'Worktree team',
    icon: (
      <>
        <path d="M3 3v10M3 6c5 0 4 0 9 0M3 10c5 0 4 3 9 3" />
        <circle cx="13" cy="6" r="1" />
        <circle cx="13" cy="13" r="1" />
      </>
    ),
  },
};
const OTHER = { name: 'Your own', icon: <rect x="3" y="3" width="10" height="10" rx="2" /> };

/** The name of a kind of team. */
export const formName = (form: string): string => (FORMS[form] ?? OTHER).name;

/** The drawing of a kind of team; its name stands beside it. */
export function FormIcon({ form }: { form: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {(FORMS[form] ?? OTHER).icon}
    </svg>
  );
}
