/** The engine in Node, while the site is built. Posters and pages without scripts come from it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { initSync, Run } from '#wasm/poolscope_wasm.js';
import type { GivenPoster, Poster } from '../../model/run/poster';
import { instructiveMoment } from '../../figure/player/moment';
import type { Cue } from '../../model/run/cue';
import { carried, finish, pictureAt } from '../../model/engine/remade';
import type { Timings } from '../../model/run/frame';
import { engineOverrides } from '../../model/run/stalls';
import type { Frame, InstrumentTable, Instruments, Outcome, Overrides } from '../../model/run/types';
import { unpackFrame } from '../../model/engine/packed';
import { codeIn, kept, WASM_FILE } from './kept';
import './node20';
import { packFrame } from './pack';

let ready = false;

/** Must run before anything of the package is called. */
export function startEngine(): void {
  if (ready) return;
  initSync({ module: readFileSync(resolve(WASM_FILE)) });
  ready = true;
}

/** Runs to the end. */
export function finished(scenario_json: string, overrides: Overrides): Run {
  startEngine();
  return finish(Run, scenario_json, overrides);
}

const outcomes = new Map<string, Outcome>();

/** Words of a scenario, by key: a run only repeats them. */
const WORDS: readonly string[] = ['title', 'question', 'about', 'help'];

export const wordless = (scenario_json: string): string =>
  JSON.stringify(JSON.parse(scenario_json), (key, value: unknown) =>
    typeof value === 'string' && WORDS.includes(key) ? '-' : value,
  );

/** A scenario as the engine repeats it, with the words that it was given. */
function worded(told: unknown, given: unknown): unknown {
  if (Array.isArray(told) && Array.isArray(given))
    return told.map((one: unknown, at) => worded(one, given[at]));
  if (!isObject(told) || !isObject(given)) return told;
  return Object.fromEntries(
    Object.entries(told).map(([key, value]) => [
      key,
      WORDS.includes(key) ? given[key] : worded(value, given[key]),
    ]),
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** An outcome of {@link wordless} with the words of its scenario. */
export const inWords = (outcome: Outcome, scenario_json: string): Outcome => ({
  ...outcome,
  scenario: worded(outcome.scenario, JSON.parse(scenario_json)) as Outcome['scenario'],
});

/** What a run without words was asked, which each worker of the build, each language and the tests ask for. */
class Asked {
  readonly #scenario_json: string;
  readonly #overrides: Overrides;
  #run: Run | undefined;
  #made_ms = 0;

  constructor(scenario_json: string, overrides: Overrides) {
    this.#scenario_json = wordless(scenario_json);
    this.#overrides = overrides;
  }

  /** The answer of the finished run to a question, from the cache if it has it. */
  answer(folder: string, question: unknown, ask: (run: Run) => string): string {
    const code = ['web/src/build/runs', 'web/src/model/engine'].map(codeIn);
    return kept(
      folder,
      [this.#scenario_json, engineOverrides(this.#overrides), question, code],
      () => ask((this.#run ??= this.#made())),
      () => this.#made_ms,
    );
  }

  #made(): Run {
    const start = performance.now();
    const run = finished(this.#scenario_json, this.#overrides);
    this.#made_ms = performance.now() - start;
    return run;
  }

  outcome(): string {
    return this.answer('poolscope-runs', '', (run) => run.outcome());
  }

  free(): void {
    this.#run?.free();
  }
}

/** Asks about a run, which ends with the answers. */
export function asking<Answer>(
  scenario_json: string,
  overrides: Overrides,
  work: (run: Asked) => Answer,
): Answer {
  const run = new Asked(scenario_json, overrides);
  try {
    return work(run);
  } finally {
    run.free();
  }
}

/** A run's outcome, which is not remembered, but kept for each worker of the build, each language and the tests. */
export const passingRun = (scenario_json: string, overrides: Overrides): Outcome =>
  asking(scenario_json, overrides, (run) => inWords(carried(run), scenario_json));

/** For each of the seeds from 1 on, whether something holds in its run; only these answers are kept, under the code that gives them. */
export function holdsBySeed(
  scenario_json: string,
  overrides: Overrides,
  seeds: number,
  { of, holds }: { readonly of: string; readonly holds: (outcome: Outcome) => boolean },
): readonly boolean[] {
  const bare = wordless(scenario_json);
  const code = ['web/src/model/measures', 'web/src/model/run'].map(codeIn);
  const question = [bare, engineOverrides(overrides), seeds, of, code];
  const holdsWith = (seed: number) => {
    const run = finished(bare, { ...overrides, seed });
    try {
      return holds(carried(run));
    } finally {
      run.free();
    }
  };
  const answers = kept('poolscope-seeds', question, () =>
    JSON.stringify(Array.from({ length: seeds }, (_, at) => holdsWith(at + 1))),
  );
  return JSON.parse(answers) as boolean[];
}

/** A run's outcome for measuring, parsed once. */
export function runOf(
  scenario_json: string,
  overrides: Overrides = {},
  make: () => Outcome = () => passingRun(scenario_json, overrides),
): Outcome {
  const key = JSON.stringify(overrides) + scenario_json;
  const known = outcomes.get(key);
  if (known) return known;
  const outcome = make();
  outcomes.set(key, outcome);
  return outcome;
}

/** The outcome of a run that is needed once, with the server's tables at its end. */
export function runOnce(scenario: unknown): {
  readonly timings: Timings;
  readonly tables: readonly InstrumentTable[];
} {
  const run = finished(JSON.stringify(scenario), {});
  try {
    const { tables } = JSON.parse(run.instruments(run.progress_ns())) as Instruments;
    return { timings: run.timings() as Timings, tables };
  } finally {
    run.free();
  }
}

const posters = new Map<string, Poster>();

/**
 * The picture of a figure before its engine runs: the cue's settings at the cue's moment. Pages, frames and cards show the
 * same.
 */
export function posterOf(scenario_json: string, cue: Cue = {}): Poster {
  const { overrides = {}, time_ns } = cue;
  const key = JSON.stringify([overrides, time_ns]) + scenario_json;
  const known = posters.get(key);
  if (known) return known;
  const poster = asking(scenario_json, overrides, (run) => {
    const outcome = runOf(scenario_json, overrides, () => inWords(carried(run), scenario_json));
    const at = (moment_ns: number) => {
      const ask = (of: Run) => packFrame(pictureAt(of, moment_ns));
      return unpackFrame(run.answer('poolscope-frames', moment_ns, ask)) as Frame;
    };
    const first = at(0);
    const frame = sharing(at(time_ns ?? instructiveMoment(outcome)), first);
    return { scenario_json, overrides, outcome, first, frame };
  });
  posters.set(key, poster);
  return poster;
}

/** Unchanged columns become the same object, so that a page carries them once. */
function sharing(frame: Frame, first: Frame): Frame {
  const same = Object.entries(first).filter(([name, column]) => {
    const other: unknown = frame[name as keyof Frame];
    return (
      ArrayBuffer.isView(column) && ArrayBuffer.isView(other) && bytes(column).equals(bytes(other))
    );
  });
  return { ...frame, ...Object.fromEntries(same) };
}

const bytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** The build's own posters are whole. */
export function asMade(poster: GivenPoster): Poster {
  if ('run' in poster) throw new Error(`the build has ${poster.run} only in a file`);
  return poster;
}
