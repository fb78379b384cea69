/** The living pool as a scenario, and what an edit of it does: it is set while the pool runs, or the pool begins anew. */
import { m } from '#paraglide/messages.js';
import { placeOf, valueAt } from '../../figure/live/dials';
import { figureOf } from '../../figure/live/figure';
import type { Asked, Live } from '../../figure/live/live.svelte';
import { hasLatch, serverNamed, serverWord, type Dials } from '../../model/hand/cases';
import type { Setting } from '../../model/hand/log';
import type { InputError } from '../../model/run/failure';
import { getAt, same, setAt, type Json, type JsonObject } from '../../model/run/json';
import { partsOf } from '../../model/run/pointer';
import { serverOf, valueWords } from './server';
import { settingsOf, type SettingSpec } from './specs';
import type { Followed, Origin } from './state.svelte';
import { TO } from '../../model/joined';

const SIZE = 'thread_pool_size';
const SEED = '/seed';

/** Whether it is set while the pool runs; its groups cannot change. */
export const isSettable = ({ dynamic, name }: SettingSpec): boolean => dynamic && name !== SIZE;
/** Whether the living pool begins anew with it. */
export const beginsAnew = ({ at }: SettingSpec): boolean => at === SEED;

const withServer = (scenario: JsonObject, of: JsonObject): JsonObject =>
  setAt(setAt(scenario, '/server', getAt(of, '/server')), SEED, getAt(of, SEED));

/** Where sliders can be, so that an address has them. */
const placed = (dials: Dials): Dials => ({
  arrivals: valueAt('arrivals', placeOf('arrivals', dials.arrivals)),
  threads: valueAt('threads', placeOf('threads', dials.threads)),
  work_ms: valueAt('work_ms', placeOf('work_ms', dials.work_ms)),
});

function refusedValue({ at, name, kind }: SettingSpec, value: Json | undefined): InputError[] {
  if (kind.type !== 'number' || value === undefined) return [];
  const whole = typeof value === 'number' && Number.isInteger(value);
  if (whole && value >= kind.min && value <= kind.max) return [];
  const allowed = `${kind.min}${TO}${kind.max}`;
  const words = valueWords(value);
  const message = m.lab_live_refused({ name, value: words, allowed });
  return [{ path: partsOf(at).join('.'), value: words, allowed, message }];
}

export class Following implements Followed {
  #run: Live;
  #specs: readonly SettingSpec[];
  readonly #scenario = $derived.by(() => this.#now());
  readonly #origin = $derived.by(() => this.#begun());

  constructor(run: Live, specs: readonly SettingSpec[]) {
    this.#run = run;
    this.#specs = specs;
  }

  get scenario(): JsonObject {
    return this.#scenario;
  }
  get origin(): Origin {
    return this.#origin;
  }

  get settable(): boolean {
    return this.#run.settable;
  }

  #begun(): Origin {
    const scenario = figureOf(this.#run.asked);
    return { name: undefined, label: m.live_figure(), scenario, text: JSON.stringify(scenario) };
  }

  #now(): JsonObject {
    const { asked, shown } = this.#run;
    const { dials, limits, set } = shown;
    const { scheduler, version } = asked.server;
    const scenario = figureOf({ ...asked, dials });
    if (hasLatch(asked.name)) return scenario;
    const now = new Map<string, Setting['value']>([...Object.entries(limits), ...set]);
    return settingsOf(this.#specs, scheduler, version)
      .filter(({ name }) => now.has(name))
      .reduce((made, { at, name }) => setAt(made, at, now.get(name)), scenario);
  }

  take(after: JsonObject): 'done' | 'record' | readonly InputError[] {
    const before = this.scenario;
    const run = this.#run;
    const to = serverOf(after, this.#specs);
    const specs = settingsOf(this.#specs, to.scheduler, to.version);
    const changed = specs.filter(({ at }) => !same(getAt(before, at), getAt(after, at)));
    const problems = changed.flatMap((spec) => refusedValue(spec, getAt(after, spec.at)));
    if (problems.length > 0) return problems;
    // Of another workload, machine or length the pool has no picture that goes on.
    if (!run.settable || !same(withServer(before, after), after)) return 'record';
    const seed = getAt(after, SEED);
    const server = serverNamed(`${to.scheduler}-${to.version}`);
    if (!server || typeof seed !== 'number') return 'record';
    const { asked } = run;
    const anew = serverWord(server) !== serverWord(asked.server) || seed !== asked.seed;
    const begun: Omit<Asked, 'log'> = { ...asked, dials: placed(run.dials), seed, server };
    const sets = settings(specs, anew ? figureOf(begun) : before, after);
    if (!sets) return 'record';
    if (anew) {
      run.begin({ ...begun, log: sets.map((set) => ({ at: 0, op: 'V', n: 0, set })) });
      run.onact?.();
    } else for (const set of sets) run.change(set);
    return 'done';
  }
}

const isValue = (value: Json): value is Setting['value'] =>
  ['number', 'string', 'boolean'].includes(typeof value);

/** What has to be set to get from one scenario to the other; undefined if a running server cannot. */
function settings(
  specs: readonly SettingSpec[],
  from: JsonObject,
  to: JsonObject,
): readonly Setting[] | undefined {
  const sets: Setting[] = [];
  for (const spec of specs) {
    if (spec.section !== 'server' || same(getAt(from, spec.at), getAt(to, spec.at))) continue;
    const value = getAt(to, spec.at) ?? spec.kind.default;
    if (!isSettable(spec) || !isValue(value)) return undefined;
    sets.push({ variable: spec.name, value });
  }
  return sets;
}
