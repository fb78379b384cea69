/** Reads content/benchmarks: every mistake with its file, its place and what is allowed there. */
import {
  PARAMETERS,
  MODELLED,
  SYSTEMS,
  type Benchmark,
  type BenchmarkCurve,
  type Case,
  type Fit,
  type Parameter,
  type Point,
  type Unexplained,
  type Unpublished,
} from '../../model/benchmarks/benchmark';

export class BenchmarkError extends Error {}

/** A value of the file, which knows where it stands. */
class Place {
  constructor(
    readonly value: unknown,
    readonly path: string,
    readonly problems: string[],
  ) {}

  fail(allowed: string): void {
    const shown = this.value === undefined ? 'missing' : JSON.stringify(this.value).slice(0, 60);
    this.problems.push(`${this.path} is ${shown}; allowed: ${allowed}`);
  }

  /** Its fields; others than these are refused. */
  fields(required: readonly string[], optional: readonly string[] = []): (name: string) => Place {
    const object =
      typeof this.value === 'object' && this.value !== null && !Array.isArray(this.value)
        ? (this.value as Record<string, unknown>)
        : undefined;
    if (!object) this.fail(`an object with ${required.join(', ')}`);
    const known = [...required, ...optional];
    for (const name of Object.keys(object ?? {})) {
      if (!known.includes(name)) this.at(name, object?.[name]).fail(`only ${known.join(', ')}`);
    }
    return (name) => this.at(name, object?.[name]);
  }

  at(name: string, value: unknown): Place {
    return new Place(value, this.path === '' ? name : `${this.path}.${name}`, this.problems);
  }

  /** Undefined where it is not there. */
  get maybe(): Place | undefined {
    return this.value === undefined ? undefined : this;
  }

  list(allowed: string): readonly Place[] {
    if (!Array.isArray(this.value)) {
      this.fail(allowed);
      return [];
    }
    return this.value.map(
      (item: unknown, index) => new Place(item, `${this.path}[${index}]`, this.problems),
    );
  }

  text(empty = false): string {
    if (typeof this.value === 'string' && (empty || this.value.trim() !== '')) return this.value;
    this.fail('words');
    return '';
  }

  one<T extends string>(names: readonly T[]): T {
    const found = names.find((name) => name === this.value);
    if (found === undefined) this.fail(names.join(', '));
    return found ?? (names[0] as T);
  }

  id(): string {
    const text = this.text();
    if (text !== '' && !/^[a-z0-9][a-z0-9.-]*$/.test(text)) {
      this.fail('small letters, digits, dots and hyphens');
    }
    return text;
  }

  flag(): boolean {
    if (typeof this.value !== 'boolean') this.fail('true or false');
    return this.value === true;
  }

  number(least: number, whole = false): number {
    const ok =
      typeof this.value === 'number' &&
      Number.isFinite(this.value) &&
      this.value >= least &&
      (!whole || Number.isInteger(this.value));
    if (!ok) this.fail(`a ${whole ? 'whole ' : ''}number from ${least}`);
    return ok ? this.value : least;
  }

  record<T>(allowed: string, read: (place: Place) => T): Record<string, T> {
    if (typeof this.value !== 'object' || this.value === null || Array.isArray(this.value)) {
      this.fail(allowed);
      return {};
    }
    const entries = Object.entries(this.value as Record<string, unknown>);
    return Object.fromEntries(entries.map(([name, item]) => [name, read(this.at(name, item))]));
  }
}

/** Samples of one place may stand side by side; the places themselves rise. */
function points(place: Place): readonly Point[] {
  const read = place.list('a list of [x, value]').map((item): Point => {
    const pair = item.value;
    if (
      Array.isArray(pair) &&
      pair.length === 2 &&
      pair.every((one) => typeof one === 'number' && Number.isFinite(one) && one > 0)
    ) {
      return pair as unknown as Point;
    }
    item.fail('[x, value], two numbers above 0');
    return [1, 1];
  });
  const falls = read.findIndex(([x], index) => index > 0 && x < (read[index - 1]?.[0] ?? 0));
  if (falls >= 0) {
    place.at(`[${falls}]`, read[falls]).fail('an x that is not below the one before it');
  }
  if (read.length === 0) place.fail('at least one point');
  return read;
}

function curve(place: Place): BenchmarkCurve {
  const at = place.fields(
    ['id', 'label', 'machine', 'workload', 'system', 'server', 'points'],
    ['more'],
  );
  const main = points(at('points'));
  const places = new Set(main.map(([x]) => x));
  const more = at('more').maybe?.record('an object of lists of points', (other) => {
    const read = points(other);
    for (const [x] of read) {
      if (!places.has(x)) other.fail(`points at places of the curve (${x} is none)`);
    }
    return read;
  });
  return {
    id: at('id').id(),
    label: at('label').text(),
    machine: at('machine').text(),
    workload: at('workload').text(),
    system: at('system').one(SYSTEMS),
    server: at('server').text(),
    points: main,
    more: more ?? {},
  };
}

function unexplained(place: Place, curves: readonly BenchmarkCurve[]): Unexplained {
  const at = place.fields(['curve', 'clients', 'why']);
  const of = at('curve').one(curves.map(({ id }) => id));
  const clients = at('clients').number(1, true);
  const found = curves.find(({ id }) => id === of);
  if (found && !found.points.some(([x]) => x === clients)) {
    at('clients').fail(`a point of ${of}: ${found.points.map(([x]) => x).join(', ')}`);
  }
  return { curve: of, clients, why: at('why').text() };
}

function unpublished(place: Place): Unpublished {
  const at = place.fields(['why', 'said'], ['extrapolation']);
  const extra = at('extrapolation').maybe;
  const from = extra?.fields(
    ['benchmark', 'machine', 'workload', 'cores', 'label', 'why'],
    ['contradicts'],
  );
  const against = from?.('contradicts').maybe;
  return {
    why: at('why').text(),
    said: at('said')
      .list('a list of sentences')
      .map((one) => one.text()),
    ...(from && {
      extrapolation: {
        benchmark: from('benchmark').id(),
        machine: from('machine').text(),
        workload: from('workload').text(),
        cores: from('cores').number(1, true),
        label: from('label').text(),
        why: from('why').text(),
        ...(against && { contradicts: against.one(MODELLED) }),
      },
    }),
  };
}

function parse(file: string, json: string): Place {
  try {
    return new Place(JSON.parse(json), '', []);
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    throw new BenchmarkError(`${file}: no JSON: ${said}`, { cause: thrown });
  }
}

function raise(file: string, { problems }: Place): void {
  if (problems.length > 0) {
    throw new BenchmarkError(problems.map((one) => `${file}: ${one}`).join('\n'));
  }
}

const DATE = /^\d{4}(-\d{2}(-\d{2})?)?$/;

export function readBenchmark(file: string, json: string): Benchmark {
  const root = parse(file, json);
  const at = root.fields(
    [
      'format',
      'id',
      'title',
      'source',
      'licence',
      'exact',
      'settings',
      'x',
      'y',
      'curves',
      'notes',
    ],
    ['not_explained', 'unpublished', 'model'],
  );
  at('format').one(['poolscope-benchmark/1']);
  const id = at('id').id();
  if (id !== '' && !file.endsWith(`/${id}.json`)) at('id').fail(`the name of the file, ${file}`);
  const source = at('source').fields(['author', 'title', 'date', 'url']);
  if (!DATE.test(source('date').text())) source('date').fail('YYYY, YYYY-MM or YYYY-MM-DD');
  if (!/^https?:\/\//.test(source('url').text())) source('url').fail('an address with https://');
  const x = at('x').fields(['name', 'label']);
  const y = at('y').fields(['name', 'unit', 'label']);
  const curves = at('curves').list('a list of curves').map(curve);
  const ids = curves.map((one) => one.id);
  const twice = ids.find((one, index) => ids.indexOf(one) !== index);
  if (twice !== undefined) at('curves').fail(`ids that differ (${twice} stands twice)`);
  // For `poolscope fit`, which checks it: the page has the machines from the fit itself.
  at('model').maybe?.record('an object', () => undefined);
  const hidden = at('unpublished').maybe;
  if (curves.length === 0 && !hidden) at('curves').fail('curves, or else "unpublished"');
  const benchmark: Benchmark = {
    id,
    title: at('title').text(),
    source: {
      author: source('author').text(),
      title: source('title').text(),
      date: source('date').text(),
      url: source('url').text(),
    },
    licence: at('licence').text(),
    exact: at('exact').flag(),
    settings: at('settings').record('an object of words', (one) => one.text()),
    x: { name: x('name').text(), label: x('label').text() },
    y: { name: y('name').text(), unit: y('unit').text(), label: y('label').text() },
    curves,
    notes: at('notes')
      .list('a list of sentences')
      .map((one) => one.text()),
    not_explained:
      at('not_explained')
        .maybe?.list('a list of points')
        .map((one) => unexplained(one, curves)) ?? [],
    ...(hidden && { unpublished: unpublished(hidden) }),
  };
  raise(file, root);
  return benchmark;
}

function caseOf(place: Place): Case {
  const at = place.fields(
    ['machine', 'workload', 'cores', 'statements', 'open_transactions', 'parameters'],
    ['windows'],
  );
  const parameter = at('parameters').fields(PARAMETERS);
  return {
    machine: at('machine').text(),
    workload: at('workload').text(),
    cores: at('cores').number(1, true),
    statements: at('statements').number(1, true),
    open_transactions: at('open_transactions').flag(),
    ...(at('windows').maybe && { windows: at('windows').flag() }),
    parameters: Object.fromEntries(
      PARAMETERS.map((name) => [name, parameter(name).number(0)]),
    ) as Record<Parameter, number>,
  };
}

export function readFit(file: string, json: string): Fit {
  const root = parse(file, json);
  const at = root.fields(['format', 'benchmark', 'command', 'seed', 'cases'], ['held_out', 'loss']);
  at('loss').maybe?.number(0);
  at('format').one(['poolscope-fit/1']);
  const held = at('held_out').maybe?.fields(['clients', 'cases']);
  const fit: Fit = {
    benchmark: at('benchmark').id(),
    command: at('command').text(true),
    seed: at('seed').number(0, true),
    cases: at('cases').list('a list of cases').map(caseOf),
    ...(held && {
      held_out: {
        clients: held('clients')
          .list('a list of numbers of clients')
          .map((one) => one.number(1, true)),
        cases: held('cases').list('a list of cases').map(caseOf),
      },
    }),
  };
  raise(file, root);
  return fit;
}
