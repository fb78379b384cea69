// The shop of the story on a real server: shop.py, once for nothing and once for each lever, with several dice at the same time.
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort, OWN, PASSWORD, started, venv } from './server.mjs';

/** @typedef {{ lever: string, seed: number, written_after_s: number[], in_time: number[], given_up?: number[], refused?: number[] }} Shop */

const SEEDS = [1, 2, 3];
/** From 14:03:30 to 14:03:40. */
const LAST_S = [30, 40];

/**
 * What each lever must do to the answers a second in the last ten seconds; twelve threads are luck, so nothing is said of them.
 * @type {Readonly<Record<string, (per_s: number) => boolean>>}
 */
const LEVERS = {
  none: (per_s) => per_s < 5,
  polite: (per_s) => per_s < 5,
  twice: (per_s) => per_s < 5,
  threads: () => true,
  places: (per_s) => per_s > 40,
};

const lastPerS = (/** @type {Shop} */ { in_time }) => {
  const last = in_time.slice(...LAST_S);
  return last.reduce((sum, one) => sum + one, 0) / last.length;
};

/**
 * @param {string} folder
 * @param {string} empty a data folder with nothing in it yet
 * @param {string} lever
 * @param {number} seed
 * @returns {Promise<Shop>}
 */
async function opened(folder, empty, lever, seed) {
  mkdirSync(folder, { recursive: true });
  const [port, side_port] = [await freePort(), await freePort()];
  const server = await started(folder, empty, [
    ...OWN,
    ...[`--port=${port}`, `--extra-port=${side_port}`, '--extra-max-connections=10'],
    ...['--thread-handling=pool-of-threads', '--thread-pool-size=3'],
    ...['--thread-pool-max-threads=6', '--max-connections=2000'],
  ]);
  try {
    const script = path.join(import.meta.dirname, 'shop.py');
    const args = [script, ...[port, side_port].map(String), PASSWORD, String(seed), lever];
    const { stdout } = await promisify(execFile)(path.join(venv(), 'bin/python3'), args);
    return JSON.parse(stdout);
  } finally {
    await server.stop();
  }
}

/**
 * @param {string} work
 * @param {string} empty
 * @returns {readonly import('./all.mjs').Part[]}
 */
export function shops(work, empty) {
  return Object.entries(LEVERS).map(([lever, holds]) => ({
    name: `the story's shop, ${lever}`,
    run: async () => {
      const runs = await Promise.all(
        SEEDS.map((seed) => opened(path.join(work, `shop-${lever}-${seed}`), empty, lever, seed)),
      );
      return runs.flatMap((shop) => {
        const per_s = lastPerS(shop);
        const { in_time, written_after_s, seed } = shop;
        console.log(
          `  seed ${seed}: in time, a second: ${in_time.join(' ')}; from 30 s on ${per_s.toFixed(1)}; 42 written after ${written_after_s.join(' and ')} s`,
        );
        // The first letter lies until the reports end.
        const late = written_after_s.some((after_s) => after_s > 6 && after_s < 10);
        return [
          holds(per_s) ? '' : `seed ${seed}: ${per_s.toFixed(1)} answers a second in the end`,
          late ? '' : `seed ${seed}: order 42 written after ${written_after_s.join(', ')} s`,
        ].filter(Boolean);
      });
    },
  }));
}
