/**
 * The model's curves, computed while the site is built: by arithmetic at once, by simulation point by
 * point. Simulated points are kept in node_modules/.cache for the same wasm and the same case.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as wasm from '#wasm/poolscope_wasm.js';
import {
  COUNTS,
  type Case,
  type Modelled,
  type Point,
  type Regime,
  type SimulatedPoint,
} from '../../model/benchmarks/benchmark';
import { short, SIMULATION, simulatedPoint } from '../../model/benchmarks/curve-options';
import { startEngine, WASM_FILE } from '../runs/engine';

export function analyticAt(
  one: Case,
  system: Modelled,
  clients: readonly number[],
  regime: Regime = 'pile_up',
): readonly Point[] {
  startEngine();
  const found = wasm.curve_analytic(
    JSON.stringify(one),
    system,
    Float64Array.from(clients),
    regime,
  );
  return clients.map((count, index): Point => [count, short(found[index] ?? 0)]);
}

const CACHE = 'node_modules/.cache/poolscope-curves';
const STEPS_PER_CALL = 200_000;

let engine_hash: string | undefined;

function cacheFile(one: Case, system: Modelled): string {
  engine_hash ??= createHash('sha256')
    .update(readFileSync(resolve(WASM_FILE)))
    .digest('hex');
  const key = JSON.stringify([engine_hash, one, system, COUNTS, SIMULATION]);
  return resolve(CACHE, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`);
}

export function simulatedAt(one: Case, system: Modelled): readonly SimulatedPoint[] {
  const file = cacheFile(one, system);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SimulatedPoint[];
  } catch {
    // not computed yet
  }
  startEngine();
  const points = COUNTS.map((clients): SimulatedPoint => {
    const run = new wasm.CurvePoint(
      JSON.stringify(one),
      system,
      clients,
      JSON.stringify(SIMULATION),
    );
    try {
      while (!run.advance(STEPS_PER_CALL));
      return simulatedPoint(clients, run.numbers());
    } finally {
      run.free();
    }
  });
  mkdirSync(resolve(CACHE), { recursive: true });
  writeFileSync(file, JSON.stringify(points));
  return points;
}
