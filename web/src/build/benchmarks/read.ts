/** The schema of content/benchmarks. */
import { z } from 'zod/v4';
import {
  MODELLED,
  PARAMETERS,
  SYSTEMS,
  type Benchmark,
  type Fit,
  type Point,
} from '../../model/benchmarks/benchmark';
import {
  checked,
  date,
  fields,
  list,
  number,
  parseJson,
  readContent,
  whole,
  words,
} from '../content/read';

const id = words.regex(/^[a-z0-9][a-z0-9.-]*$/, 'small letters, digits, dots and hyphens');

const point = z.custom<Point>(
  (value) =>
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((one) => typeof one === 'number' && Number.isFinite(one) && one > 0),
  '[x, value], two numbers above 0',
);
/** Several samples may share a place; the places increase. */
const points = checked(list(point, 1), (all, refuse) => {
  const falls = all.findIndex(([x], index) => index > 0 && x < (all[index - 1]?.[0] ?? 0));
  if (falls >= 0) refuse([falls], 'an x that is not below the one before it');
});

const curve = checked(
  fields({
    id,
    label: words,
    machine: words,
    workload: words,
    system: z.enum(SYSTEMS),
    server: words,
    points,
    more: z.record(z.string(), points).default({}),
  }),
  ({ points: main, more }, refuse) => {
    const places = new Set(main.map(([x]) => x));
    for (const [name, other] of Object.entries(more)) {
      const [none] = other.find(([x]) => !places.has(x)) ?? [];
      if (none !== undefined)
        refuse(['more', name], `points at places of the curve (${none} is none)`);
    }
  },
);

const unpublished = fields({
  why: words,
  said: list(words),
  extrapolation: fields({
    benchmark: id,
    machine: words,
    workload: words,
    cores: whole(1),
    label: words,
    why: words,
    contradicts: z.enum(MODELLED).optional(),
  }).optional(),
});

const benchmark = checked(
  fields({
    format: z.literal('poolscope-benchmark/1'),
    id,
    title: words,
    source: fields({
      author: words,
      title: words,
      date,
      url: words.regex(/^https?:\/\//, 'an address with https://'),
    }),
    licence: words,
    exact: z.boolean(),
    settings: z.record(z.string(), words),
    x: fields({ name: words, label: words }),
    y: fields({ name: words, unit: words, label: words }),
    curves: list(curve),
    notes: list(words),
    not_explained: list(fields({ curve: id, clients: whole(1), why: words })).default([]),
    unpublished: unpublished.optional(),
    // For `fit` of wasm-core/research, which checks it; the page takes the machines from the fit.
    model: z.record(z.string(), z.unknown()).optional(),
  }),
  ({ curves, unpublished: hidden, not_explained }, refuse) => {
    const ids = curves.map((one) => one.id);
    const twice = ids.find((one, index) => ids.indexOf(one) !== index);
    if (twice !== undefined) refuse(['curves'], `ids that differ (${twice} stands twice)`);
    if (curves.length === 0 && !hidden) refuse(['curves'], 'curves, or else "unpublished"');
    for (const [index, { curve: of, clients }] of not_explained.entries()) {
      const places = curves.find((one) => one.id === of)?.points.map(([x]) => x);
      const at = ['not_explained', index];
      if (!places) refuse([...at, 'curve'], ids.join(', '));
      else if (!places.includes(clients))
        refuse([...at, 'clients'], `a point of ${of}: ${places.join(', ')}`);
    }
  },
);

const cases = list(
  fields({
    machine: words,
    workload: words,
    cores: whole(1),
    statements: whole(1),
    open_transactions: z.boolean(),
    windows: z.boolean().optional(),
    parameters: z.record(z.enum(PARAMETERS), number(0)),
  }),
);
const fit = fields({
  format: z.literal('poolscope-fit/1'),
  benchmark: id,
  command: z.string('words'),
  seed: whole(0),
  cases,
  held_out: fields({ clients: list(whole(1)), cases }).optional(),
  loss: number(0).optional(),
});

export function readBenchmark(file: string, json: string): Benchmark {
  const named = checked(benchmark, (read, refuse) => {
    if (!file.endsWith(`/${read.id}.json`)) refuse(['id'], `the name of the file, ${file}`);
  });
  const { format: _, model: __, ...read } = readContent(named, parseJson(json, file), file);
  return read;
}

export function readFit(file: string, json: string): Fit {
  return readContent(fit, parseJson(json, file), file);
}
