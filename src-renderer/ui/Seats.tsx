import css from './Seats.module.css';

/** Members as dots of their colours, in order. */
export function Seats({ colors, count }: { colors: readonly number[]; count: number }) {
  const shown = colors.slice(0, 12);
  return (
    <span className={css['seats']} role="img" aria-label={count === 1 ? '1 member' : `${count} members`}>
      {shown.map((color, index) => (
        // Seats have no identity beside their order.
        // oxlint-disable-next-line react/no-array-index-key
        <i key={index} className={css['seat']} data-m={color} />
      ))}
      {count > shown.length && <span className="label">+{count - shown.length}</span>}
    </span>
  );
}

/** The bar of a member's colour that stands before its name. */
export function MemberBar({ color }: { color?: number | undefined }) {
  return <i className={css['bar']} data-m={color} aria-hidden="true" />;
}
