// npm run bench: how fast the engine is, as ratios within one session. The native program and the plain loops are in
// wasm-core/research; WebAssembly is the module that pages load, in Chromium, which is what readers have.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getChromium } from './browser.mjs';
import { inOrder, main, run, Sentence, wasmCore } from './run.mjs';
import { missing } from './setup.mjs';
import { locked, modules } from './wasm.mjs';

/** Each is run so often, in turn with the others, for some 50 ms: the fastest counts, since other programs only make it slower. */
const ROUNDS = 20;
/** Of WebAssembly over native. Printed and not asserted: the last digits are the machine's. */
const GOAL = 0.6;
/** Steps per call, as on a page: a browser replaces slow code by optimised code only between calls. */
const SLICE = 50_000;
/** Which the engine and the loops simulate with random numbers of their own. */
const SAME = 0.01;

const research = path.join(wasmCore, 'research');
/** @type {{ name: string, scenario: unknown }[]} */
const models = JSON.parse(readFileSync(path.join(research, 'speed/models.json'), 'utf8'));

/** @typedef {{ answers: number, seconds: number, digest?: string }} Timed */
/** @typedef {{ loop: Timed, engine: Timed[] }} Round the loop simulates the first model */

async function nativeRound() {
  const args = ['run', '--release', '--quiet', ...locked, '--', 'speed'];
  /** @type {Round} */
  const found = JSON.parse(await run('cargo', args, { cwd: research, quiet: true }));
  return found;
}

/** A page that has this script and nothing else. @param {import('@playwright/test').Browser} browser @param {string} script */
async function pageWith(browser, script) {
  const folders = { '/pkg/': path.join(wasmCore, 'pkg'), '/speed/': path.join(research, 'speed') };
  const page = await browser.newPage();
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    const [at, folder] = Object.entries(folders).find(([at]) => pathname.startsWith(at)) ?? [];
    if (at === undefined || folder === undefined)
      return route.fulfill({
        contentType: 'text/html',
        body: `<script type="module">${script}</script>`,
      });
    return route.fulfill({ path: path.join(folder, pathname.slice(at.length)) });
  });
  await page.goto('http://bench.invalid/');
  await page.waitForFunction('globalThis.timed');
  return page;
}

const TIMED = `
  const timed = (work) => {
    const start = performance.now();
    const found = work();
    return { ...found, seconds: (performance.now() - start) / 1000 };
  };`;
const IN_SCRIPT = `${TIMED}
  import { answersOf } from '/speed/heap.mjs';
  globalThis.timed = (scenario) => timed(() => ({ answers: answersOf(scenario) }));`;
const IN_WASM = `${TIMED}
  import init, { Run } from '/pkg/poolscope_wasm.js';
  await init({ module_or_path: fetch('/pkg/poolscope_wasm_bg.wasm') });
  globalThis.timed = (scenario) => {
    const run = new Run(JSON.stringify(scenario), '{}', 'figures');
    const found = timed(() => {
      while (!run.advance(${SLICE}));
      return {};
    });
    return { ...found, answers: run.summary()[1], digest: run.digest() };
  };`;

/** @param {import('@playwright/test').Page} page @param {unknown} scenario @returns {Promise<Timed>} */
const inPage = (page, scenario) => page.evaluate(`globalThis.timed(${JSON.stringify(scenario)})`);

/** @param {Round[]} rounds @returns {Round} */
function fastest(rounds) {
  const least = (/** @type {Timed[]} */ all) =>
    all.reduce((a, b) => (b.seconds < a.seconds ? b : a));
  return {
    loop: least(rounds.map(({ loop }) => loop)),
    engine: models.map((_, i) => least(rounds.flatMap(({ engine }) => engine[i] ?? []))),
  };
}

/** A wrong result is worse than a slow one. @param {Round} native @param {Round} browser */
function compare(native, browser) {
  for (const [i, { name }] of models.entries())
    if (native.engine[i]?.digest !== browser.engine[i]?.digest)
      throw new Sentence(`${name}: native and WebAssembly made different traces.`);
  for (const { loop, engine } of [native, browser]) {
    const answers = engine[0]?.answers ?? 0;
    if (Math.abs(loop.answers / answers - 1) > SAME)
      throw new Sentence(`The loop had ${loop.answers} answers and the engine ${answers}.`);
  }
}

const rate = (/** @type {Timed | undefined} */ one) => (one ? one.answers / one.seconds : NaN);
const millions = (/** @type {number} */ value) => (value / 1e6).toFixed(2);

/** @param {Round} native @param {Round} browser */
function print(native, browser) {
  const [first] = models;
  const rows = models.map(({ name }, i) => {
    const [own, web] = [rate(native.engine[i]), rate(browser.engine[i])];
    return [name, millions(own), millions(web), (web / own).toFixed(2)];
  });
  const loops = [rate(native.loop), rate(browser.loop)];
  const table = [
    ['million answers a second', 'native', 'Chromium', 'ratio'],
    [`${first?.name}, a plain loop`, ...loops.map(millions), ''],
    ...rows,
  ];
  for (const [name = '', ...cells] of table)
    console.log(name.padEnd(28) + cells.map((cell) => cell.padStart(10)).join(''));
  const over = (/** @type {Round} */ { engine }, /** @type {number | undefined} */ loop = NaN) =>
    (rate(engine[0]) / loop).toFixed(2);
  console.log(`
native engine over a loop on Rust's BinaryHeap:      ${over(native, loops[0])}
WebAssembly over the same loop in JavaScript:        ${over(browser, loops[1])}
WebAssembly over native, the least of ${models.length}:             ${
    rows.map(([, , , ratio]) => ratio).sort()[0]
  } (the goal: at least ${GOAL})`);
}

async function bench() {
  const native = /** @type {Round[]} */ ([]);
  const browser = /** @type {Round[]} */ ([]);
  const { chromium } = await import('@playwright/test');
  const started = await chromium.launch({ executablePath: await getChromium() });
  try {
    const script = await pageWith(started, IN_SCRIPT);
    const wasm = await pageWith(started, IN_WASM);
    for (let round = 0; round < ROUNDS; round++) {
      native.push(await nativeRound());
      const engine = [];
      for (const { scenario } of models) engine.push(await inPage(wasm, scenario));
      browser.push({ loop: await inPage(script, models[0]?.scenario), engine });
    }
  } finally {
    await started.close();
  }
  const [own, web] = [fastest(native), fastest(browser)];
  compare(own, web);
  print(own, web);
}

await main(async () => {
  await inOrder({ ...(await missing()), ...modules });
  await run('cargo', ['build', '--release', ...locked], { cwd: research });
  await bench();
});
