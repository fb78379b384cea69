/** The line of answers in time, one value for each second. */
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';

interface Size {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The value at the top. */
  readonly most: number;
}
export const LINE: Size = {
  width: 320,
  height: 96,
  left: 30,
  right: 6,
  top: 8,
  bottom: 20,
  most: 60,
};

export interface LineScales {
  readonly x: (second: number) => number;
  readonly y: (answers: number) => number;
}

export function scalesOf(from_s: number, to_s: number, size = LINE): LineScales {
  const x = scaleLinear([from_s, to_s], [size.left, size.width - size.right]);
  const y = scaleLinear([0, size.most], [size.height - size.bottom, size.top]);
  return { x: (second) => x(second), y: (answers) => y(answers) };
}

/** A value stands in the middle of its second. */
export function pathOf(values: readonly number[], first_s: number, { x, y }: LineScales): string {
  const draw = line<number>(
    (_, at) => Number(x(first_s + at + 0.5).toFixed(1)),
    (value) => Number(y(value).toFixed(1)),
  );
  return draw(values) ?? '';
}
