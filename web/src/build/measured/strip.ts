/** A comparison as lanes on one time axis: the server above the line, the engine below. */
import { ticks } from 'd3-array';
import { m } from '#paraglide/messages.js';
import type { Lane, Strip } from '../../features/measured/types';
import { tick } from '../../model/words/format';
import { markup } from '../../ui/marks/markup';
import type { Comparison } from './compare';
import { labelled, splitOf } from './facts';
import { LANE_HEIGHT, LANE_SIGNS, laneMarks, type Bar, type Bars } from './lane-marks';
import type { Sighting } from './simulate';
import { isBurn } from './sql';
import { clientList } from './translate';
import { LIST } from '../../model/joined';

/** The number of bars, if times are practically continuous. */
const BINS = 64;
/** Batches closer than this share of the axis share a bar. */
const APART = 0.045;
const MOST_SPLITS = 3;
const MOST_LABELS = 6;

const round = (value: number, digits: number) => Number(value.toFixed(digits));

function histogram(times: readonly number[], runs: number, end_ms: number): Bar[] {
  const bins = new Map<number, number>();
  for (const at of times) {
    const bin = Math.min(BINS - 1, Math.floor((at / end_ms) * BINS));
    bins.set(bin, (bins.get(bin) ?? 0) + 1);
  }
  return [...bins]
    .sort(([a], [b]) => a - b)
    .map(([bin, all]) => [round(bin / BINS, 4), round((bin + 1) / BINS, 4), round(all / runs, 2)]);
}

function clusters(times: readonly number[], runs: number, end_ms: number): Bar[] {
  const groups: number[][] = [];
  for (const at of [...times].sort((a, b) => a - b)) {
    const last = groups.at(-1);
    if (last && at - (last.at(-1) ?? at) <= APART * end_ms) last.push(at);
    else groups.push([at]);
  }
  return groups.map((all) => [
    round((all[0] ?? 0) / end_ms, 4),
    round(Math.min(end_ms, all.at(-1) ?? 0) / end_ms, 4),
    round(all.length / runs, 2),
  ]);
}

type LaneBars = Omit<Lane, 'drawn'> & Bars;
type Times = (run: Sighting) => readonly number[];

function laneOf(
  label: string,
  [measured, simulated]: readonly [readonly Sighting[], readonly Sighting[]],
  [all_measured, all_simulated]: readonly [number, number],
  times: Times,
  [bars, end_ms]: readonly [typeof clusters, number],
): LaneBars {
  const share = (runs: number, all: number) =>
    runs === all ? '' : m.measured_share({ runs, all });
  const of = (runs: readonly Sighting[]) =>
    runs.length === 0 ? [] : bars(runs.flatMap(times), runs.length, end_ms);
  return {
    label,
    measured_share: share(measured.length, all_measured),
    simulated_share: share(simulated.length, all_simulated),
    measured: of(measured),
    simulated: of(simulated),
  };
}

const quantity = (value: number) => String(Number(value.toFixed(value >= 10 ? 0 : 1)));

function sentence(lanes: readonly Bars[], end_ms: number): string {
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

export function stripOf({ scenario, file, measured, simulated }: Comparison): Strip | undefined {
  if (simulated.length === 0) return undefined;
  const clients = clientList(scenario);
  const answers = (run: Sighting) => labelled(clients, run);
  const births = (run: Sighting) => run.births_ms;
  const single = clients.flatMap(({ steps }) =>
    steps.filter((step) => step.until_ms === undefined),
  );
  const labels = [...new Set(single.map(({ label }) => label))];
  const burning = clients.filter(({ steps }) => steps.some(({ sql }) => isBurn(sql))).length;
  const computing = burning > file.machine.cores;
  const dying = scenario.kind === 'idle-timeout';
  const growing = computing && measured.some((run) => run.births_ms.length > 2);

  const seen = (run: Sighting) => [
    ...run.answers.map(([, , done]) => done),
    ...(growing ? births(run) : []),
    ...(dying ? run.deaths_ms : []),
  ];
  const last = [...measured, ...simulated].flatMap((run) => seen(run)).sort((a, b) => a - b);
  const end_ms = (last[Math.floor(last.length * 0.995)] ?? 1) * 1.06;
  const both = [measured, simulated] as const;
  const counts = [measured.length, simulated.length] as const;

  const axis = [computing ? histogram : clusters, end_ms] as const;
  const lanes: LaneBars[] = [];
  const splits = [...new Set(measured.map((run) => splitOf(scenario, run)))].filter(
    () => labels.length === 1 && !computing,
  );
  if (splits.length > 1 && splits.length <= MOST_SPLITS) {
    for (const split of splits) {
      const ours = (runs: readonly Sighting[]) =>
        runs.filter((run) => splitOf(scenario, run) === split);
      const pair = [ours(measured), ours(simulated)] as const;
      const times = (run: Sighting) => run.answers.map(([, , done]) => done);
      lanes.push(laneOf(m.measured_lane_split({ split }), pair, counts, times, axis));
    }
  } else {
    for (const label of labels.slice(0, MOST_LABELS)) {
      const times = (run: Sighting) =>
        answers(run).flatMap((one) => (one.label === label ? [one.done_ms] : []));
      const name = labels.length > 1 ? label : m.measured_lane_answers();
      lanes.push(laneOf(name, both, counts, times, axis));
    }
  }
  if (growing)
    lanes.push(laneOf(m.measured_lane_births(), both, counts, births, [histogram, end_ms]));
  if (dying)
    lanes.push(laneOf(m.measured_lane_deaths(), both, counts, (run) => run.deaths_ms, axis));
  const shown = lanes.filter((lane) => lane.measured.length > 0 || lane.simulated.length > 0);
  if (shown.length === 0) return undefined;
  const most = Math.max(
    1,
    ...shown.flatMap((lane) => [...lane.measured, ...lane.simulated]).map(([, , height]) => height),
  );
  const times = ticks(0, end_ms, 4);
  const shares = times.map((at) => at / end_ms);
  return {
    lanes: shown.map(({ measured: above, simulated: below, ...lane }) => ({
      ...lane,
      drawn: markup(
        laneMarks({ measured: above, simulated: below }, shares, Math.round(end_ms * 1e3), most),
      ),
    })),
    height: LANE_HEIGHT,
    ticks: times.map((at) => [at / end_ms, tick(at * 1e6)] as const),
    signs: {
      measured: markup(LANE_SIGNS.measured),
      simulated: markup(LANE_SIGNS.simulated),
    },
    computing,
    words: sentence(shown, end_ms),
  };
}
