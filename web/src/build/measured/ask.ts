/** The facts that lessons may use from a measured experiment, like the measures of simulated runs. */
import { MeasureError, parseMeasure } from '../../model/measures/measure-parse';
import type { Value } from '../../model/run/written';
import { m } from '#paraglide/messages.js';
import { clientsFact, clientsNamed } from './clients-ask';
import type { ClientsFile } from './clients-format';
import { batchesOf, labelled, splitOf } from './batches';
import { COUNTERS, type MeasuredFile, type MeasuredRun, type MeasuredScenario } from './format';
import { median } from '../../model/measures/stats';
import { switchTables, type SysbenchPoint } from './switches';
import { clientList } from './translate';
import { COLON, LIST } from '../../model/joined';

export interface Experiments {
  readonly files: readonly MeasuredFile[];
  readonly sysbench: readonly SysbenchPoint[];
  readonly clients: readonly ClientsFile[];
}

/** The name of the closed loop. */
const SYSBENCH = 'sysbench';

type Args = readonly string[];
interface RealFact {
  readonly usage: string;
  /** The question in words. */
  readonly words: (first: string) => string;
  readonly of: (args: Args, scenario: MeasuredScenario, field: string | undefined) => Value;
}

const wrong = (message: string): never => {
  throw new MeasureError(message);
};
const ns = (value_ms: number): Value => ({ unit: 'ns', value: value_ms * 1e6 });
const count = (value: number): Value => ({ unit: 'count', value });

function whole(text: string | undefined, most: number, what: string): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= most
    ? value
    : wrong(`${what} is a whole number from 1 to ${most}, not "${text ?? ''}"`);
}

/** The runs with the most frequent split. */
function usual(scenario: MeasuredScenario): readonly MeasuredRun[] {
  const by = new Map<string, MeasuredRun[]>();
  for (const run of scenario.runs) {
    const split = splitOf(scenario, run);
    by.set(split, [...(by.get(split) ?? []), run]);
  }
  return [...by.values()].sort((a, b) => b.length - a.length)[0] ?? [];
}

/** The longest wait for an answer to statements with a label, by run. */
function waits(label: string | undefined, scenario: MeasuredScenario): number[] {
  const clients = clientList(scenario);
  const all = [...new Set(clients.flatMap(({ steps }) => steps.map((step) => step.label)))];
  if (label === undefined || !all.includes(label))
    return wrong(`no statement "${label ?? ''}"; allowed: ${all.join(', ')}`);
  return scenario.runs.map((run) =>
    Math.max(
      ...labelled(clients, run)
        .filter((one) => one.label === label)
        .map(({ sent_ms, done_ms }) => done_ms - sent_ms),
      ...(run.loops ?? [])
        .filter(({ client }) => clients[client]?.steps[0]?.label === label)
        .map(({ max_ms }) => max_ms),
    ),
  );
}

const REAL: Readonly<Record<string, RealFact>> = {
  runs: {
    usage: 'runs',
    words: () => m.measured_ask_runs(),
    of: (_, { runs }) => count(runs.length),
  },
  runs_with: {
    usage: 'runs_with(5 + 3)',
    words: (split) => m.measured_ask_runs_with({ split }),
    of: ([split = ''], scenario) => {
      const seen = scenario.runs.map((run) => splitOf(scenario, run));
      const all = [...new Set(seen)];
      return all.includes(split)
        ? count(seen.filter((one) => one === split).length)
        : wrong(`no run with "${split}"; allowed: ${all.join('; ')}`);
    },
  },
  answer: {
    usage: 'answer(number)',
    words: (number) => m.measured_ask_answer({ number }),
    of: ([number], scenario) => {
      const runs = usual(scenario);
      const k = whole(number, Math.min(...runs.map(({ answers }) => answers.length)), 'an answer');
      return ns(median(runs.map(({ answers }) => answers[k - 1]?.[2] ?? 0)));
    },
  },
  batch: {
    usage: 'batch(number).count or .time',
    words: (number) => m.measured_ask_batch({ number }),
    of: ([number], scenario, field) => {
      const batches = usual(scenario).map((run) => batchesOf(scenario, run));
      const k = whole(number, Math.min(...batches.map(({ length }) => length)), 'a batch');
      const ours = batches.flatMap((all) => all[k - 1] ?? []);
      if (field === 'time') return ns(median(ours.map(({ first_ms }) => first_ms)));
      if (field !== 'count') return wrong('batch is written batch(number).count or .time');
      return count(ours[0]?.count ?? 0);
    },
  },
  wait: {
    usage: 'wait(label)',
    words: (label) => m.measured_ask_wait({ label }),
    of: ([label], scenario) => ns(median(waits(label, scenario))),
  },
  least_wait: {
    usage: 'least_wait(label)',
    words: (label) => m.measured_ask_least_wait({ label }),
    of: ([label], scenario) => ns(Math.min(...waits(label, scenario))),
  },
  greatest_wait: {
    usage: 'greatest_wait(label)',
    words: (label) => m.measured_ask_greatest_wait({ label }),
    of: ([label], scenario) => ns(Math.max(...waits(label, scenario))),
  },
  threads_peak: {
    usage: 'threads_peak',
    words: () => m.measured_ask_threads_peak(),
    of: (_, { runs }) =>
      count(
        Math.max(
          ...runs.map(({ threads_peak }) => (threads_peak ?? []).reduce((a, b) => a + b, 0)),
        ),
      ),
  },
  settled: {
    usage: 'settled',
    words: () => m.measured_ask_settled(),
    of: (_, { runs }) => {
      const [first] = runs.flatMap(({ running }) => running?.settled ?? []);
      return first === undefined ? wrong('how many statements ran was not counted') : count(first);
    },
  },
  greatest_logged: {
    usage: 'greatest_logged',
    words: () => m.measured_ask_greatest_logged(),
    of: (_, { slow_log_ms }) =>
      slow_log_ms ? ns(slow_log_ms[1]) : wrong('no slow log was written'),
  },
  counter: {
    usage: 'counter(name)',
    words: (name) => name.toUpperCase(),
    of: ([name], { counters = {} }) => {
      const known = COUNTERS.find((one) => one === name);
      const range = known && counters[known];
      if (!range)
        return wrong(
          `no counter "${name ?? ''}"; allowed: ${Object.keys(counters).join(', ') || 'none here'}`,
        );
      const [least, most] = range;
      return least === most
        ? count(least)
        : wrong(`counter ${name ?? ''} went from ${least} to ${most}: no one number`);
    },
  },
};

const CLOSED_LOOP: Readonly<Record<string, Pick<RealFact, 'usage' | 'words'>>> = {
  switches: {
    usage: 'switches(workload, pool) or switches(workload, one_thread)',
    words: (workload) => m.measured_ask_switches({ workload }),
  },
  pairs: { usage: 'pairs(workload)', words: (workload) => m.measured_ask_pairs({ workload }) },
};

function closedLoop(name: string, [workload, side]: Args, points: readonly SysbenchPoint[]): Value {
  const tables = switchTables(points);
  const table = tables.find((one) => one.workload === workload);
  if (!table)
    return wrong(
      `no workload "${workload ?? ''}"; allowed: ${tables.map((one) => one.workload).join(', ')}`,
    );
  if (name === 'pairs') return count(table.pairs);
  if (name !== 'switches')
    return wrong(`no measure "${name}"; allowed: ${Object.values(CLOSED_LOOP)
        .map(({ usage }) => usage)
        .join(', ')}`);
  if (side === 'pool') return count(table.pool);
  return side === 'one_thread'
    ? count(table.one_thread)
    : wrong(CLOSED_LOOP['switches']?.usage ?? '');
}

export interface MeasuredFact {
  readonly value: Value;
  /** The question in words. */
  readonly words: string;
  readonly title: string;
  /** The page that shows it. */
  readonly path: string;
  readonly server: string;
  readonly settings: string;
  readonly runs: number;
  /** Why nothing, or not everything, should be concluded from it. */
  readonly caveat?: string | undefined;
}

const settingsText = (variables: Readonly<Record<string, number | string>>) =>
  Object.entries(variables)
    .map(([variable, value]) => `${variable} = ${value}`)
    .join(LIST);

/** A fact of an experiment by its name; throws with the allowed names. */
export function measuredFact(
  of: string,
  name: string,
  { files, sysbench, clients }: Experiments,
): MeasuredFact {
  const measure = parseMeasure(of);
  if (measure.kind !== 'fact') return wrong(`"${of}": one fact of a measured experiment, alone`);
  const [first = ''] = measure.args;
  const [newest] = files;
  if (name === SYSBENCH)
    return {
      value: closedLoop(measure.name, measure.args, sysbench),
      words: CLOSED_LOOP[measure.name]?.words(first) ?? of,
      title: 'sysbench',
      path: 'measured/#context-switches',
      server: newest?.server ?? '',
      settings: 'thread_pool_size = 1',
      runs: 0,
    };
  const subject = clientsNamed(clients, name);
  if (subject) {
    const { file, section, experiment } = subject;
    return {
      ...clientsFact(measure, subject),
      title: section.title + COLON + experiment.title,
      path: `measured/clients/#${name}`,
      server: file.server,
      settings: settingsText(experiment.variables),
      runs: experiment.runs,
      caveat: experiment.caveat ?? section.caveat,
    };
  }
  const file = files.find(({ scenarios }) => scenarios.some((one) => one.name === name));
  const scenario = file?.scenarios.find((one) => one.name === name);
  if (!file || !scenario) {
    const all = [
      ...files.flatMap(({ scenarios }) => scenarios),
      ...clients.flatMap(({ sections }) => sections.flatMap(({ experiments }) => experiments)),
    ].map((one) => one.name);
    return wrong(`no experiment "${name}"; allowed: ${[...all, SYSBENCH].join(', ')}`);
  }
  const fact = Object.hasOwn(REAL, measure.name) ? REAL[measure.name] : undefined;
  if (!fact) {
    const allowed = Object.values(REAL).map(({ usage }) => usage);
    return wrong(`no measure "${measure.name}" of an experiment; allowed: ${allowed.join(', ')}`);
  }
  return {
    value: fact.of(measure.args, scenario, measure.field),
    words: fact.words(first),
    title: scenario.title,
    path: `measured/${scenario.kind}/#${scenario.name}`,
    server: file.server,
    settings: settingsText(scenario.variables),
    runs: scenario.runs.length,
  };
}
