/**
 * Measures: a small checked language over a run, for the claims, goals and predictions of lessons
 * (content/lessons/README.md describes it for authors).
 */
import { FACTS } from './measure-facts';
import { Language } from './measure-language';
import type { Condition, Measure } from './measure-parse';
import type { Outcome } from '../run/types';
import type { Value } from '../run/written';

export * from './measure-parse';
export * from '../run/written';

export const RUNS = new Language<Outcome>(FACTS);

export const readMeasure = (text: string): Measure => RUNS.read(text);
export const readCondition = (text: string): Condition => RUNS.readCondition(text);
export const evaluate = (measure: Measure, outcome: Outcome): Value =>
  RUNS.evaluate(measure, outcome);
export const holds = (condition: Condition, outcome: Outcome): boolean =>
  RUNS.holds(condition, outcome);
