/** A knob and its range, resolved when the page is built so that a page carries only its own knobs. */
import type { OverrideValue } from './types';

export interface KnobSpec {
  /** Key of the override: a server variable's name or the knob's label. */
  readonly name: string;
  /** JSON pointer of the value that it shows. */
  readonly at: string;
  readonly label: string;
  /** " ms", or empty. */
  readonly unit: string;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly stops: readonly OverrideValue[];
  /** The server's default. */
  readonly normal: OverrideValue | undefined;
  readonly help: string;
  /** The server's own name, if it is a server variable that SET GLOBAL changes. */
  readonly set_global?: string | undefined;
  /** The scenario's own value. */
  readonly initial: OverrideValue;
}

/** A slider with more values than pixels would mislead. */
const LONGEST_SLIDER = 200;

export function hasSlider({ min, max }: KnobSpec): boolean {
  return min !== undefined && max !== undefined && max - min <= LONGEST_SLIDER;
}

/** The value as typed: anything but a number is passed on unchanged, so that the engine's message refuses it. */
export function typedValue(text: string): OverrideValue {
  const trimmed = text.trim();
  if (/^-?\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed);
  return trimmed;
}
