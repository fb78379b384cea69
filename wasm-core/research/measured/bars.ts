/** A comparison as bars on one time axis: lanes of the server's answers and of the engine's. */
import { labelled, splitOf } from '../../../web/src/build/measured/batches';
import type { Bar, LaneBars, StripBars } from '../../../web/src/build/measured/compared';
import type { MeasuredFile, MeasuredScenario } from '../../../web/src/build/measured/format';
import { isBurn } from '../../../web/src/build/measured/sql';
import { clientList } from '../../../web/src/build/measured/translate';
import type { Sighting } from './simulate';

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

type Times = (run: Sighting) => readonly number[];
type Both = readonly [measured: readonly Sighting[], simulated: readonly Sighting[]];

function laneOf(
  [shows, of]: readonly [LaneBars['shows'], string],
  [measured, simulated]: Both,
  times: Times,
  [bars, end_ms]: readonly [typeof clusters, number],
): LaneBars {
  const barsOf = (runs: readonly Sighting[]) =>
    runs.length === 0 ? [] : bars(runs.flatMap(times), runs.length, end_ms);
  return {
    shows,
    of,
    measured_runs: measured.length,
    simulated_runs: simulated.length,
    measured: barsOf(measured),
    simulated: barsOf(simulated),
  };
}

export function barsOf(
  scenario: MeasuredScenario,
  file: MeasuredFile,
  both: Both,
): StripBars | undefined {
  const [measured, simulated] = both;
  const clients = clientList(scenario);
  const births = (run: Sighting) => run.births_ms;
  const deaths = (run: Sighting) => run.deaths_ms;
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
    ...(dying ? deaths(run) : []),
  ];
  const last = [...measured, ...simulated].flatMap((run) => seen(run)).sort((a, b) => a - b);
  const end_ms = (last[Math.floor(last.length * 0.995)] ?? 1) * 1.06;

  const axis = [computing ? histogram : clusters, end_ms] as const;
  const lanes: LaneBars[] = [];
  const splits = [...new Set(measured.map((run) => splitOf(scenario, run)))].filter(
    () => labels.length === 1 && !computing,
  );
  if (splits.length > 1 && splits.length <= MOST_SPLITS) {
    for (const split of splits) {
      const ours = (runs: readonly Sighting[]) =>
        runs.filter((run) => splitOf(scenario, run) === split);
      const times = (run: Sighting) => run.answers.map(([, , done]) => done);
      lanes.push(laneOf(['split', split], [ours(measured), ours(simulated)], times, axis));
    }
  } else {
    for (const label of labels.slice(0, MOST_LABELS)) {
      const times = (run: Sighting) =>
        labelled(clients, run).flatMap((one) => (one.label === label ? [one.done_ms] : []));
      const shows = labels.length > 1 ? 'label' : 'answers';
      lanes.push(laneOf([shows, label], both, times, axis));
    }
  }
  if (growing) lanes.push(laneOf(['births', ''], both, births, [histogram, end_ms]));
  if (dying) lanes.push(laneOf(['deaths', ''], both, deaths, axis));
  const shown = lanes.filter((lane) => lane.measured.length > 0 || lane.simulated.length > 0);
  return shown.length === 0 ? undefined : { end_ms, computing, lanes: shown };
}
