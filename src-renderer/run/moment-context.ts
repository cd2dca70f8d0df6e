import { createContext, useContext } from 'react';

/** Shows the run as it was right after an event. */
export type GoToMoment = (revision: number) => void;
export const MomentContext = createContext<GoToMoment | null>(null);

/** Leads to a moment of the run that this component belongs to. */
export function useGoToMoment(): GoToMoment {
  const go = useContext(MomentContext);
  if (go === null) throw new Error('This part of the run view stands outside of a run.');
  return go;
}
