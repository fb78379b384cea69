/** A comparison as lanes on one time axis: the server above the line, the engine below. */
import { ticks } from 'd3-array';
import { m } from '#paraglide/messages.js';
import type { Strip } from '../../features/measured/types';
import { tick } from '../../model/words/format';
import { markup } from '../../ui/marks/markup';
import type { Comparison, LaneBars } from './compared';
import { LANE_HEIGHT, LANE_SIGNS, laneMarks } from './lane-marks';
import { LIST } from '../../model/joined';

const quantity = (value: number) => String(Number(value.toFixed(value >= 10 ? 0 : 1)));

function sentence(lanes: readonly LaneBars[], end_ms: number): string {
  const all = (side: 'measured' | 'simulated') => {
    const biggest = lanes
      .flatMap((lane) => lane[side])
      .sort((a, b) => b[2] - a[2])
      .slice(0, 4)
      .sort((a, b) => a[0] - b[0]);
    const each = biggest.map(([at, , height]) =>
      m.measured_strip_at({ count: quantity(height), at: tick(Math.round(at * end_ms) * 1e6) }),
    );
    return each.join(LIST) || m.measured_about_nothing();
  };
  return m.measured_strip_words({ measured: all('measured'), simulated: all('simulated') });
}

function labelOf({ shows, of }: LaneBars): string {
  switch (shows) {
    case 'split':
      return m.measured_lane_split({ split: of });
    case 'label':
      return of;
    case 'answers':
      return m.measured_lane_answers();
    case 'births':
      return m.measured_lane_births();
    case 'deaths':
      return m.measured_lane_deaths();
  }
}

const shareOf = (runs: number, all: number) => (runs === all ? '' : m.measured_share({ runs, all }));

export function stripOf({ scenario, runs, strip }: Comparison): Strip | undefined {
  if (!strip) return undefined;
  const { lanes, end_ms, computing } = strip;
  const most = Math.max(
    1,
    ...lanes.flatMap((lane) => [...lane.measured, ...lane.simulated]).map(([, , height]) => height),
  );
  const times = ticks(0, end_ms, 4);
  const shares = times.map((at) => at / end_ms);
  return {
    lanes: lanes.map((lane) => ({
      label: labelOf(lane),
      measured_share: shareOf(lane.measured_runs, scenario.runs.length),
      simulated_share: shareOf(lane.simulated_runs, runs),
      drawn: markup(laneMarks(lane, shares, Math.round(end_ms * 1e3), most)),
    })),
    height: LANE_HEIGHT,
    ticks: times.map((at) => [at / end_ms, tick(at * 1e6)] as const),
    signs: {
      measured: markup(LANE_SIGNS.measured),
      simulated: markup(LANE_SIGNS.simulated),
    },
    computing,
    words: sentence(lanes, end_ms),
  };
}
