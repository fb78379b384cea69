// Runs workloads in Node for `poolscope bench`: a request a line on standard input, such as "wasm 2 1" (what, workload,
// seed), "model {...}" or "curve {...}"; an answer in JSON a line on standard output.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { Hold, w1, w2 } from './typed-array.mjs';

const folder = path.resolve(process.argv[2]);
let loaded;

/** The module, on first use: a session of JavaScript alone never sees it. */
async function load() {
  const glue = await import(pathToFileURL(path.join(folder, 'poolscope_wasm.js')).href);
  const module = readFileSync(path.join(folder, 'poolscope_wasm_bg.wasm'));
  const { memory } = glue.initSync({ module });
  return { ...glue, memory };
}

// About 10 ms of events. V8 puts better code in place only when a function is called anew.
const slice = 200_000;

const seconds = (work) => {
  const start = performance.now();
  const result = work();
  return { seconds: (performance.now() - start) / 1000, result };
};

async function wasm(number, seed) {
  loaded ??= await load();
  const { Bench, memory } = loaded;
  const bench = new Bench(number, seed);
  const time = seconds(() => {
    while (!bench.slice(slice));
  });
  const outcome = [...bench.outcome()];
  bench.free();
  return { seconds: time.seconds, events: outcome[0], outcome, memory: memory.buffer.byteLength };
}

function js(number, seed) {
  const hold = number === 3 ? new Hold(seed) : null;
  const time = seconds(() => (hold ? hold.run() : number === 1 ? w1(seed) : w2(seed)));
  const { events, done, clock, sum, order } = time.result;
  return { seconds: time.seconds, events, outcome: [events, done, clock, sum, order] };
}

/** A scenario for so many steps, after a tenth of as many that are not timed. */
async function model({ scenario, steps, slice }) {
  loaded ??= await load();
  const run = new loaded.Run(scenario, '{}', 'figures');
  run.advance(steps / 10);
  const before = run.progress_ns();
  const time = seconds(() => {
    for (let left = steps; left > 0 && !run.advance(Math.min(slice, left)); left -= slice);
  });
  const now_ns = run.progress_ns();
  run.free();
  return { seconds: time.seconds, steps, span_ns: now_ns - before, now_ns };
}

/** A figure of the benchmark page: points of both systems, and their lines. */
async function curve({ case: parameters, counts, line }) {
  loaded ??= await load();
  const { CurvePoint, curve_analytic } = loaded;
  const text = JSON.stringify(parameters);
  const systems = ['one-thread-per-connection', 'thread-pool'];
  let events = 0;
  let widest = 0;
  const time = seconds(() => {
    for (const system of systems) {
      for (const clients of counts) {
        const point = new CurvePoint(text, system, clients, '{}');
        while (!point.advance(50_000));
        const numbers = point.numbers();
        events += numbers[3];
        widest = Math.max(widest, numbers[1]);
        point.free();
      }
    }
  });
  const solved = seconds(() => {
    for (const system of systems) curve_analytic(text, system, Float64Array.from(line), 'pile_up');
  });
  return { seconds: time.seconds, events, widest, analytic_seconds: solved.seconds };
}

const answers = {
  wasm: (rest) => wasm(...rest.split(' ').map(Number)),
  js: (rest) => js(...rest.split(' ').map(Number)),
  model: (rest) => model(JSON.parse(rest)),
  curve: (rest) => curve(JSON.parse(rest)),
};

for await (const line of createInterface({ input: process.stdin })) {
  const space = line.indexOf(' ');
  const answer = await answers[line.slice(0, space)](line.slice(space + 1));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
