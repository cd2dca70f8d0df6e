import { ArrowDown } from 'lucide-react';
import css from './NewerPill.module.css';

/** What came since the reader left the end of a log; leads back there. Nothing while there is none. */
export function NewerPill({ count, onClick }: { count: number; onClick: () => void }) {
  if (count === 0) return null;
  return (
    <button type="button" className={css['newer']} onClick={onClick}>
      <ArrowDown /> {count} new
    </button>
  );
}
