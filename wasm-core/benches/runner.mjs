// Runs workloads in Node for `poolscope bench`: a request a line on standard input, such as "wasm 2 1" (what, workload,
// seed), an answer in JSON a line on standard output.
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
  return { Bench: glue.Bench, memory };
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

for await (const line of createInterface({ input: process.stdin })) {
  const [what, number, seed] = line.split(' ');
  const answer = await (what === 'wasm' ? wasm : js)(Number(number), Number(seed));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
