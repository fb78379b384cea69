/** Values of a scenario, and which of them was refused. */
import type { InputError } from './failure';
import { atPointer, partsOf } from './pointer';
import type { Outcome, OverrideValue } from './types';

function plain(value: unknown): OverrideValue {
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean')
    return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** Parses a setting's value: a number, ON or OFF, or else a string. */
export function fromWords(words: string): OverrideValue {
  if (words === 'ON' || words === 'true') return true;
  if (words === 'OFF' || words === 'false') return false;
  const number = Number(words);
  return words !== '' && Number.isFinite(number) ? number : words;
}

/** The value at a JSON pointer of the scenario; for a value that the file omits, the one that the run used. */
export function valueAt(outcome: Outcome, pointer: string): OverrideValue {
  const at = atPointer(outcome.scenario, pointer);
  if (at !== undefined) return plain(at);
  const last = partsOf(pointer).at(-1);
  const setting = outcome.settings.find(({ name }) => name === last);
  return setting === undefined ? null : fromWords(setting.value);
}

/** Whether a problem's path (`clients[0].count`) means this pointer (`/clients/0/count`). */
export function isAbout(problem: InputError, pointer: string): boolean {
  const path = problem.path.replaceAll(/\[(\d+)\]/g, '.$1');
  return path === partsOf(pointer).join('.');
}
