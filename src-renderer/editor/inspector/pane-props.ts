/** What shows one thing: its place in the list of its kind. */
export interface PaneProps {
  readonly index: number;
  readonly onClose: () => void;
}
