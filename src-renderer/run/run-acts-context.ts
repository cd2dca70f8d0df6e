import { createContext } from 'react';
import type { RunActs } from './use-run-acts.ts';

/** The acts of the run that this component belongs to. */
export const RunActsContext = createContext<RunActs | null>(null);
