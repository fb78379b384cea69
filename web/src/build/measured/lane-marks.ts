/** One lane of a comparison as marks: the server's answers above its line, hollow; the engine's below, filled. */
import { group, line, path, rect, text, those, type Length, type Mark } from '../../ui/marks/marks';
import type { Bar, LaneBars } from './compared';

type Bars = Pick<LaneBars, 'measured' | 'simulated'>;

const HALF = 34;
const FOOT = 22;
export const LANE_HEIGHT = 2 * (HALF + FOOT);
const MIDDLE = HALF + FOOT;
/** Two bars closer than a label is wide have no room for both labels. */
const APART = 0.08;
const MOST_NUMBERED = 10;

/** Later values are drawn at the end of the axis. */
const share = (at: number): Length => `${Number((Math.min(1, at) * 100).toFixed(2))}%`;
const diamond = (r: number) => `M0 ${-r}L${r} 0L0 ${r}L${-r} 0Z`;
const numberOf = (height: number) => String(Number(height.toFixed(height < 10 ? 1 : 0)));
/** The number is next to the end of the axis, not beyond it. */
const anchorOf = (at: number) => (at < 0.03 ? 'start' : at > 0.97 ? 'end' : 'middle');

/** Labels for bars that are large enough, without overlaps. */
function numbered(bars: readonly Bar[]): readonly Bar[] {
  if (bars.length > MOST_NUMBERED) return [];
  const shown: Bar[] = [];
  for (const bar of bars) {
    const last = shown.at(-1);
    if (bar[2] >= 0.95 && (last === undefined || bar[0] - last[0] > APART)) shown.push(bar);
  }
  return shown;
}

/** `ticks`: as shares of the axis. `most`: answers of the tallest bar of all lanes. */
export function laneMarks(
  { measured, simulated }: Bars,
  ticks: readonly number[],
  length_us: number,
  most: number,
): Mark[] {
  /** Small numbers stay visible next to large ones. */
  const tall = (height: number) => Math.max(6, HALF * Math.sqrt(height / most));
  const span = ([from, to]: Bar, state: string) => ({
    'from-us': Math.round(from * length_us),
    'to-us': Math.round(to * length_us),
    state,
  });
  const numbers = (bars: readonly Bar[], y: (height: number) => number) =>
    numbered(bars).map(([from, to, height]) =>
      text(share((from + to) / 2), y(height), numberOf(height), {
        anchor: anchorOf(from),
        size: 12.5,
        weight: 650,
      }),
    );
  return [
    ...ticks.map((at) =>
      line(share(at), 0, share(at), LANE_HEIGHT, { key: `tick ${at}`, stroke: '--grid' }),
    ),
    ...simulated.map((bar) =>
      rect(share(bar[0]), MIDDLE, share(Math.max(0.004, bar[1] - bar[0])), tall(bar[2]), {
        fill: '--run',
        stroke: '--edge',
        thick: 1.5,
        data: span(bar, 'run'),
      }),
    ),
    line(0, MIDDLE, '100%', MIDDLE, { key: 'axis', stroke: '--ink', thick: 1.25 }),
    ...measured.flatMap((bar): Mark[] => {
      const [from, to] = bar;
      const x = share((from + to) / 2);
      const y = MIDDLE - tall(bar[2]);
      return those(
        line(x, MIDDLE, x, y, { stroke: '--ink', thick: 1.5 }),
        to - from > 0.01 && line(share(from), y, share(to), y, { stroke: '--ink', thick: 1.5 }),
        group([path(diamond(5.5), { fill: '--paper', stroke: '--ink', thick: 2 })], {
          x,
          y,
          data: span(bar, 'measured'),
        }),
      );
    }),
    ...numbers(measured, (height) => MIDDLE - tall(height) - 9),
    ...numbers(simulated, (height) => MIDDLE + tall(height) + 15),
  ];
}

/** Samples for the legend, in 14 x 14. */
export const LANE_SIGNS: Readonly<Record<'measured' | 'simulated', readonly Mark[]>> = {
  measured: [
    group([path(diamond(5), { fill: '--paper', stroke: '--ink', thick: 2 })], { x: 7, y: 7 }),
  ],
  simulated: [rect(4, 1.5, 6, 11, { fill: '--run', stroke: '--edge', thick: 1.5 })],
};
