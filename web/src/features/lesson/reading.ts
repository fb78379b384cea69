/** What the parts of one step share: its claims and terms, and what the reader points at. */
import { createContext } from 'svelte';
import type { Part } from '../../model/run/cue';
import type { Claim, Term } from './types';

export interface Reading {
  readonly claims: readonly Claim[];
  readonly terms: readonly Term[];
  /** On paper and on the page with the whole lesson nothing is pressed. */
  readonly still: boolean;
  /** Lights parts of the step's picture; undefined: those that the step itself lights. */
  light: (parts: readonly Part[] | undefined) => void;
  /** Where the picture turns after a guess. */
  show: (time_ns: number) => void;
}

export const [getReading, setReading] = createContext<Reading>();
