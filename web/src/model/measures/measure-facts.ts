/** The facts of a run that a measure may use. */
import { EVENT_TAGS, tagOf } from '../run/event-names';
import { count, factOf, none, ns, percent, wrong, type Facts } from './measure-language';
import { bucketCounts } from '../run/series';
import { batches, byLatency, latencyOf, partners } from './ranks';
import { atPointer } from '../run/pointer';
import { requestOf } from '../run/cue';
import { poolPeak } from './peak';
import { livesCut, requestsOf } from '../run/record';
import type { Event, Life, Outcome, Segment } from '../run/types';
import type { Value } from '../run/written';

type Given = Parameters<typeof factOf<Outcome>>[1];

/** Places where a request waits without a thread. */
const IN_LINE: readonly Segment['place'][] = [
  'application',
  'socket',
  'low_queue',
  'high_queue',
  'queue',
  'thread_wait',
];
const PLACES: Readonly<Record<string, readonly Segment['place'][]>> = {
  application: ['application'],
  socket: ['socket'],
  low_queue: ['low_queue'],
  high_queue: ['high_queue'],
  queue: ['low_queue', 'high_queue', 'queue'],
  thread_wait: ['thread_wait'],
  login: ['login'],
  running: ['running'],
  waiting: ['waiting', 'innodb'],
  lock: ['lock'],
  suspended: ['suspended'],
};

function lifeOf(name: string, { lives }: Outcome): Life {
  const life = lives[requestOf(name, lives) ?? -1];
  const names = lives.flatMap((one) => (one.name ? [one.name] : []));
  const named = names.length > 0 && names.length <= 12 ? `, or ${names.join(', ')}` : '';
  return life ?? none(`no request ${name}; allowed: 0 to ${lives.length - 1}${named}`);
}

function answered(name: string, outcome: Outcome): { life: Life; end_ns: number } {
  const life = lifeOf(name, outcome);
  if (life.end_ns === null || life.failed) return none(`request ${name} had no answer`);
  return { life, end_ns: life.end_ns };
}

function numberOf(text: string, what: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : wrong(`${what} is a whole number, not "${text}"`);
}

function timeOf(text: string): number {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*(ns|us|ms|s)$/.exec(text) ?? [];
  const factor = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 }[unit];
  return factor === undefined
    ? wrong(`a time is written like 2.1s, 300ms or 50us, not "${text}"`)
    : Number(digits) * factor;
}

function took(outcome: Outcome): number[] {
  const times = outcome.lives.flatMap((life) => (life.failed ? [] : [latencyOf(life)]));
  const done = times.filter((time) => time !== undefined).sort((a, b) => a - b);
  return done.length > 0 ? done : none('no request was answered');
}

/** The latencies of the whole run, if it recorded only some of the lives. */
const whole = (run: Outcome) => (livesCut(run) ? run.metrics.latency : undefined);

/** All lives, for counting. If only some were recorded the count would be wrong, so there is no such fact. */
const allLives = (run: Outcome): readonly Life[] =>
  livesCut(run) ? none('this run keeps the lives of some of its requests only') : run.lives;

/** Nearest-rank quantile. */
function quantile(outcome: Outcome, share: number): Value {
  const times = took(outcome);
  return ns(times[Math.ceil(times.length * share) - 1] ?? 0);
}

function spent(life: Life, places: readonly Segment['place'][]): number {
  return life.segments
    .filter(({ place }) => places.includes(place))
    .reduce((sum, { start_ns, end_ns }) => sum + end_ns - start_ns, 0);
}

function placesOf(name: string): readonly Segment['place'][] {
  return PLACES[name] ?? wrong(`no place "${name}"; allowed: ${Object.keys(PLACES).join(', ')}`);
}

function eventsOf([kind = '', tag]: readonly string[], { events }: Outcome): readonly Event[] {
  const tags: readonly string[] | undefined = (
    EVENT_TAGS as Readonly<Record<string, readonly string[]>>
  )[kind];
  if (!tags) return wrong(`no event "${kind}"; allowed: ${Object.keys(EVENT_TAGS).join(', ')}`);
  if (tag !== undefined && !tags.includes(tag))
    return wrong(`no ${kind} with "${tag}"; allowed: ${tags.join(', ') || 'nothing more'}`);
  return events.filter(
    (event) => event.kind === kind && (tag === undefined || tagOf(event) === tag),
  );
}

function groupPeak(key: 'threads_peak' | 'running_peak', group: string, outcome: Outcome): Value {
  const { groups } = outcome.metrics;
  const peaks = groups[numberOf(group, 'a group')];
  return peaks ? count(peaks[key]) : none(`no group ${group}; there are ${groups.length}`);
}

const SUFFIXES: Readonly<Record<string, number>> = { _ns: 1, _us: 1e3, _ms: 1e6, _s: 1e9 };

function settingOf(name: string, outcome: Outcome): Value {
  const knob = outcome.scenario.knobs?.find(({ label }) => label === name);
  const path = knob?.paths?.[0];
  if (path !== undefined) {
    const at = atPointer(outcome.scenario, path);
    if (typeof at !== 'number') return none(`${name} is not set`);
    // A label that ends with the unit is a plain number of that unit.
    const unit = `_${knob?.unit ?? ''}`;
    const factor = name.endsWith(unit) ? undefined : SUFFIXES[unit];
    return factor === undefined ? count(at) : ns(at * factor);
  }
  const suffixes = ['', ...Object.keys(SUFFIXES)];
  const found = outcome.settings.find((one) => suffixes.some((end) => one.name === name + end));
  if (!found) {
    const labels = (outcome.scenario.knobs ?? []).flatMap(({ label }) => label ?? []);
    const allowed = [...outcome.settings.map((one) => one.name), ...labels].join(', ');
    return wrong(`no setting "${name}"; allowed: ${allowed}`);
  }
  const number = Number(found.value);
  if (found.value === '' || !Number.isFinite(number)) return { unit: 'word', value: found.value };
  const factor = SUFFIXES[/_(ns|us|ms|s)$/.exec(found.name)?.[0] ?? ''];
  return factor === undefined ? count(number) : ns(number * factor);
}

function publishedRun(index: string | undefined, outcome: Outcome) {
  const runs = outcome.scenario.published ?? [];
  const run = runs[index === undefined ? 0 : numberOf(index, 'a published run') - 1];
  if (!run) return none(`published run ${index ?? '1'} is not there; there are ${runs.length}`);
  const ranked = byLatency(outcome.lives);
  return { ranked, times: partners(run, ranked) };
}

/** The mean of a column of the series between two times. */
function meanBetween(column: string, from: string, to: string, { metrics }: Outcome): Value {
  const { series } = metrics;
  const [start_ns, end_ns] = [timeOf(from), timeOf(to)];
  if (end_ns <= start_ns) return wrong(`${to} is not after ${from}`);
  const values = series.values[series.columns.indexOf(column)] ?? [];
  const sum = values.reduce((all, value, at) => {
    const begin = Math.max(start_ns, at * series.bucket_ns);
    const end = Math.min(end_ns, (at + 1) * series.bucket_ns);
    return all + value * Math.max(0, end - begin);
  }, 0);
  return count(sum / (end_ns - start_ns));
}

/** How many times something happened between two times, of which the series has the rate. */
function countBetween(column: string, from: string, to: string, { metrics }: Outcome): Value {
  const { bucket_ns } = metrics.series;
  const [first, end] = [from, to].map((text) => {
    const bucket = timeOf(text) / bucket_ns;
    return Math.abs(bucket - Math.round(bucket)) < 0.001
      ? Math.round(bucket)
      : wrong(`${text}: this run counts by ${bucket_ns / 1e6} ms`);
  });
  return count(
    bucketCounts(metrics.series, column)
      .slice(first, end)
      .reduce((a, b) => a + b, 0),
  );
}

/** Those of a crowd, by name: a request that is tried again keeps its name. */
function attemptsOf(crowd: string, run: Outcome): readonly (readonly Life[])[] {
  const by = new Map<string, Life[]>();
  for (const life of allLives(run))
    if (life.name === crowd || life.name.startsWith(`${crowd} `))
      by.set(life.name, [...(by.get(life.name) ?? []), life]);
  return by.size > 0 ? [...by.values()] : none(`no request is called ${crowd}`);
}
/** The server executed it to its end, for somebody or for nobody. */
const wasDone = ({ start_ns, end_ns }: Life) => start_ns !== null && end_ns !== null;

/** Requests that were answered from one time until before another. */
function answeredBetween(from: string, to: string, run: Outcome): readonly Life[] {
  const [start_ns, end_ns] = [timeOf(from), timeOf(to)];
  return allLives(run).filter(
    (life) =>
      !life.failed && life.end_ns !== null && life.end_ns >= start_ns && life.end_ns < end_ns,
  );
}

/** What became of clients that wait only for a time. */
const CLIENT_COUNTS = ['given_up', 'tried_again', 'lost', 'for_nobody', 'refused'] as const;

const fact = (usage: string, of: Given, fields?: readonly string[]) => factOf(usage, of, fields);

export const FACTS: Facts<Outcome> = {
  latency: fact('latency(request)', ([r = ''], run) => {
    const { life, end_ns } = answered(r, run);
    return ns(end_ns - life.arrive_ns);
  }),
  waited: fact('waited(request)', ([r = ''], run) => ns(spent(lifeOf(r, run), IN_LINE))),
  arrived: fact('arrived(request)', ([r = ''], run) => ns(lifeOf(r, run).arrive_ns)),
  started: fact('started(request)', ([r = ''], run) =>
    ns(lifeOf(r, run).start_ns ?? none(`request ${r} was not begun`)),
  ),
  ended: fact('ended(request)', ([r = ''], run) => ns(answered(r, run).end_ns)),
  spent: fact('spent(request, place)', ([r = '', place = ''], run) =>
    ns(spent(lifeOf(r, run), placesOf(place))),
  ),
  share: fact('share(request, place)', ([r = '', place = ''], run) => {
    const life = lifeOf(r, run);
    const whole = (life.end_ns ?? run.end_ns) - life.arrive_ns;
    return percent(whole > 0 ? (100 * spent(life, placesOf(place))) / whole : 0);
  }),
  thread_of: fact('thread_of(request)', ([r = ''], run) =>
    count(lifeOf(r, run).thread ?? none(`request ${r} was not begun`)),
  ),
  fastest: fact('fastest', (_, run) => ns(took(run)[0] ?? 0)),
  // A request that still waits has waited at least until now.
  slowest: fact('slowest', (_, run) =>
    ns(
      Math.max(
        ...took(run),
        ...run.lives.map((life) => (life.end_ns === null ? run.end_ns - life.arrive_ns : 0)),
      ),
    ),
  ),
  median: fact('median', (_, run) => {
    const all = whole(run);
    return all ? ns(all.p50_ns) : quantile(run, 0.5);
  }),
  p95: fact('p95', (_, run) => {
    const all = whole(run);
    return all ? ns(all.p95_ns) : quantile(run, 0.95);
  }),
  p99: fact('p99', (_, run) => {
    const all = whole(run);
    return all ? ns(all.p99_ns) : quantile(run, 0.99);
  }),
  mean: fact('mean', (_, run) => {
    const all = whole(run);
    if (all) return ns(all.mean_ns);
    const times = took(run);
    return ns(times.reduce((sum, time) => sum + time, 0) / times.length);
  }),
  requests: fact('requests', (_, run) => count(requestsOf(run))),
  finished: fact('finished', (_, run) =>
    count(allLives(run).filter((life) => life.end_ns !== null && !life.failed).length),
  ),
  failed: fact('failed', (_, run) => count(allLives(run).filter((life) => life.failed).length)),
  open: fact('open', (_, run) =>
    count(allLives(run).filter((life) => life.end_ns === null && !life.failed).length),
  ),
  answered_by: fact('answered_by(time)', ([time = ''], run) => {
    const until = timeOf(time);
    return count(
      allLives(run).filter((life) => life.end_ns !== null && !life.failed && life.end_ns <= until)
        .length,
    );
  }),
  done: fact('done(request)', ([r = ''], run) =>
    ns(lifeOf(r, run).end_ns ?? none(`the server was not done with request ${r}`)),
  ),
  answers_per_s: fact('answers_per_s(from, to)', ([from = '', to = ''], run) =>
    meanBetween('answers_per_s', from, to, run),
  ),
  for_nobody_per_s: fact('for_nobody_per_s(from, to)', ([from = '', to = ''], run) =>
    meanBetween('for_nobody_per_s', from, to, run),
  ),
  answers: fact('answers(from, to)', ([from = '', to = ''], run) =>
    countBetween('answers_per_s', from, to, run),
  ),
  done_for_nobody: fact('done_for_nobody(from, to)', ([from = '', to = ''], run) =>
    countBetween('for_nobody_per_s', from, to, run),
  ),
  ahead: fact('ahead(request)', ([r = ''], run) => {
    const own = lifeOf(r, run);
    return count(
      run.lives.filter(
        ({ group, arrive_ns, start_ns, end_ns }) =>
          group === own.group &&
          arrive_ns < own.arrive_ns &&
          (start_ns ?? end_ns ?? Infinity) > own.arrive_ns,
      ).length,
    );
  }),
  connection_of: fact('connection_of(request)', ([r = ''], run) =>
    count(lifeOf(r, run).connection),
  ),
  wanted: fact('wanted(crowd)', ([crowd = ''], run) => count(attemptsOf(crowd, run).length)),
  written: fact('written(crowd, times)', ([crowd = '', times = '1'], run) => {
    const least = numberOf(times, 'how often');
    return count(
      attemptsOf(crowd, run).filter((all) => all.filter(wasDone).length >= least).length,
    );
  }),
  untold: fact('untold(crowd)', ([crowd = ''], run) =>
    count(
      attemptsOf(crowd, run).filter(
        (all) => all.some(wasDone) && !all.some((life) => wasDone(life) && !life.failed),
      ).length,
    ),
  ),
  groups_answering: fact('groups_answering(from, to)', ([from = '', to = ''], run) =>
    count(new Set(answeredBetween(from, to, run).map(({ group }) => group)).size),
  ),
  ...Object.fromEntries(
    CLIENT_COUNTS.map((name) => [
      name,
      fact(name, (_, run) => count(run.metrics.clients?.[name] ?? 0)),
    ]),
  ),
  batches: fact('batches', (_, run) => count(batches(run).length)),
  batch: fact(
    'batch(number)',
    ([number = ''], run, field) => {
      const found = batches(run);
      const batch = found[numberOf(number, 'a batch') - 1];
      if (!batch) return none(`no batch ${number}; the answers came in ${found.length}`);
      return field === 'time' ? ns(batch.at_ns) : count(batch.count);
    },
    ['count', 'time'],
  ),
  throughput: fact('throughput', (_, run) => count(run.metrics.throughput_per_s)),
  inside_mean: fact('inside_mean', (_, run) => count(run.metrics.in_system_mean)),
  mean_at: fact('mean_at(place)', ([place = ''], { metrics }) => {
    const { columns } = metrics.series;
    const mean = metrics.mean[columns.indexOf(place)];
    return count(mean ?? wrong(`no place "${place}"; allowed: ${columns.join(', ')}`));
  }),
  threads_peak: fact('threads_peak([group])', ([group], run) =>
    group === undefined ? count(poolPeak(run)) : groupPeak('threads_peak', group, run),
  ),
  running_peak: fact('running_peak(group)', ([group = ''], run) =>
    groupPeak('running_peak', group, run),
  ),
  count: fact('count(event, [reason])', (args, run) => count(eventsOf(args, run).length)),
  first: fact('first(event, [reason])', (args, run) =>
    ns(eventsOf(args, run)[0]?.at_ns ?? none(`no ${args.join(', ')} in this run`)),
  ),
  last: fact('last(event, [reason])', (args, run) =>
    ns(eventsOf(args, run).at(-1)?.at_ns ?? none(`no ${args.join(', ')} in this run`)),
  ),
  group_of: fact('group_of(connection)', ([id = ''], run) => {
    const connection = numberOf(id, 'a connection');
    const life = run.lives.find((one) => one.connection === connection);
    return count(life?.group ?? none(`no request came from connection ${id} to a group`));
  }),
  groups: fact('groups', (_, run) => count(run.metrics.groups.length)),
  setting: fact('setting(name)', ([name = ''], run) => settingOf(name, run)),
  published: fact('published(request, [run])', ([r = '', index], run) => {
    const { ranked, times } = publishedRun(index, run);
    const ms = times[ranked.indexOf(lifeOf(r, run))];
    return ns(ms === undefined ? none(`nothing was published for request ${r}`) : ms * 1e6);
  }),
  difference: fact('difference([run])', ([index], run) => {
    const { ranked, times } = publishedRun(index, run);
    const gaps = ranked.flatMap((life, rank) => {
      const [simulated, ms] = [latencyOf(life), times[rank]];
      return simulated === undefined || ms === undefined ? [] : [Math.abs(ms * 1e6 - simulated)];
    });
    return ns(gaps.length > 0 ? Math.max(...gaps) : none('nothing to compare'));
  }),
};
