// All checks and tests, or one kind: npm test; npm run test:true, test:journeys, test:cost, each with arguments of its
// runner to choose tests. Stops at the first stage that fails. Timing tests run alone, at the end.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { auditPages } from './audit.mjs';
import { getChromium } from './browser.mjs';
import { site } from './build.mjs';
import { checks } from './check.mjs';
import { cargoCount, sum } from './counts.mjs';
import { printFigures, REPORTS, reports } from './figures.mjs';
import { made } from './made.mjs';
import { inOrder, main, run, seconds, Sentence, step, wasmCore } from './run.mjs';
import { playwright, vitest } from './runners.mjs';
import { forget, record } from './record.mjs';
import { missing } from './setup.mjs';
import { printSizes } from './sizes.mjs';
import { measure, printSpent } from './spent.mjs';
import { buildXtask, locked } from './wasm.mjs';

/** @type {import('./record.mjs').Kind[]} */
const counts = [];

/**
 * The environment that `cargo clippy` gives cargo, for a build: the compiler lints as it makes the tests, so that nothing
 * is compiled only for the lints. Programs only: what is published or measured is compiled without it.
 */
const LINTING = {
  RUSTC_WORKSPACE_WRAPPER: 'clippy-driver',
  CLIPPY_ARGS: '-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__',
};

/** All sources of the workspace; --all-targets would compile libraries again for benchmarks that they do not have. */
const lint = () =>
  run(
    'cargo',
    ['build', ...locked, '--workspace', '--lib', '--bins', '--tests', '--all-features'],
    {
      cwd: wasmCore,
      env: LINTING,
    },
  );

/** @param {NodeJS.ProcessEnv} [env] */
async function rust(env = {}) {
  const args = ['test', ...locked, '--workspace', '--all-features', '--no-fail-fast'];
  try {
    const out = await run('cargo', args, { cwd: wasmCore, env, tee: true });
    counts.push({ kind: 'rust', ...cargoCount(out) });
  } catch (error) {
    if (error instanceof Error && 'out' in error)
      counts.push({ kind: 'rust', ...cargoCount(String(error.out)) });
    throw error;
  }
}

/** What ran once more, because its process died. */
/** @type {string[]} */
const again = [];

/**
 * @param {string} kind
 * @returns {(told: import('./runners.mjs').Told) => void}
 */
const counting =
  (kind) =>
  ({ died, ...count }) => {
    counts.push({ kind, ...count });
    again.push(...died);
  };

/** @param {readonly string[]} chosen */
const unit = (...chosen) => vitest(path.join(reports, 'vitest.json'), chosen, counting('vitest'));

/**
 * @param {string} project
 * @param {readonly string[]} chosen
 */
const inBrowser = async (project, ...chosen) =>
  playwright(
    path.join(reports, `${project}.json`),
    [`--project=${project}`, ...chosen],
    { POOLSCOPE_CHROMIUM: await getChromium() },
    counting(project),
  );

async function audit() {
  const found = await auditPages({ all: false });
  counts.push({ kind: 'audit', ...found });
  if (found.failed > 0) throw new Sentence(`${found.failed} of what the audit asks was missed.`);
}

const room = process.argv[2]?.startsWith('--room=') ? process.argv[2].slice('--room='.length) : '';
const chosen = process.argv.slice(room ? 3 : 2);
measure();
const start = performance.now();
// On exit, so that it is the last line even after an error message.
process.once('exit', () => {
  const { passed, failed } = sum(counts);
  printSpent();
  console.log(`\nall stages: ${seconds(performance.now() - start)} of the clock`);
  if (again.length > 0) console.log(`ran once more, because a process died: ${again.join(', ')}`);
  console.log(`${passed} passed, ${failed} failed`);
});

/** @type {Record<string, import('./run.mjs').Stage>} */
const truth = {
  site,
  'cargo test': { needs: ['xtask'], work: () => rust() },
  // After the site, whose build has cached many runs that these need.
  vitest: { needs: ['site'], work: () => unit() },
};
/** Early, so that a missing browser is reported before everything is built. */
const browser = { needs: ['npm ci'], work: getChromium };
/** Most stages at once: some wait for the network, for another's lock, or link on one core. */
const WIDTH = 3;

/** Timing tests. */
const cost = () => step('frames', () => inBrowser('cost'));

/** @type {Record<string, () => Promise<void>>} */
const rooms = {
  '': async () => {
    forget();
    // The longest first; short ones that use one core fill the gaps.
    const long = { ...made, 'cargo clippy': checks['cargo clippy'], ...truth };
    const linting = {
      xtask: { ...made.xtask, work: () => buildXtask(LINTING) },
      'cargo clippy': { needs: ['xtask'], work: lint },
      'cargo test': { needs: ['cargo clippy'], work: () => rust(LINTING) },
    };
    // A stage keeps the place where it is first listed.
    const all = { browser, ...long, ...checks, ...linting };
    await inOrder({ ...(await missing({ linters: true })), ...all }, WIDTH);
    const heavy = printSizes();
    if (heavy.length > 0) throw new Sentence(heavy.join('\n'));
    // Lighthouse waits most of its time, and is judged only by what a busy machine does not change.
    await inOrder({ journeys: { work: () => inBrowser('journeys') }, audit: { work: audit } });
    await cost();
    printFigures();
    await record(
      counts,
      Object.keys(checks).filter((name) => !(name in made)),
    );
  },
  true: async () => {
    const all = chosen.length === 0;
    const ofSite = chosen.some((argument) => /tests\/(built|chinese)/.test(argument));
    await inOrder({ ...(await missing()), ...made, ...(all ? truth : ofSite ? { site } : {}) });
    if (!all) await step('vitest', () => unit(...chosen));
  },
  journeys: async () => {
    await inOrder({ ...(await missing()), browser, ...made, site });
    await step('journeys', () => inBrowser('journeys', ...chosen));
  },
  cost: async () => {
    const all = chosen.length === 0;
    await inOrder({ ...(await missing()), browser, ...made, site });
    await (all ? cost() : step('frames', () => inBrowser('cost', ...chosen)));
    if (all) await step('audit', audit);
  },
};

await main(async () => {
  const work = rooms[room];
  if (!work) throw new Sentence(`There is no room "${room}" but true, journeys and cost.`);
  process.env[REPORTS] = reports;
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  await work();
});
