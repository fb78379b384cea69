/** For each wait in a request's life: the setting behind it, and whether another value helps. */
import { untrack } from 'svelte';
import { m } from '#paraglide/messages.js';
import type { KnobSpec } from '../../model/run/knob';
import type { Player } from '../player/player.svelte';
import { verdictOn, type LeverVerdict } from '../player/remedy';
import { Trials } from '../player/trial';
import type { PageFigure } from './page-figure.svelte';
import { remediesFor, type Lever, type NoLever } from '../../model/servers/levers';
import type { Life, Outcome, OverrideValue } from '../../model/run/types';
import { partsOf, type Note, type LifePart } from '../../ui/views/life';
import { duration } from '../../model/words/format';
import { valueAt } from '../../model/run/values';
import { LIST } from '../../model/joined';

/** Runs with more steps than this are not repeated without being asked. */
const MOST_STEPS = 400_000;
/** Waits below this share of a life are not worth a try. */
const LEAST_SHARE = 0.03;
const REST_MS = 250;

const NO_LEVER: Readonly<Record<NoLever['kind'], () => string>> = {
  work: m.figure_lever_work,
  lock: m.figure_lever_lock,
  own_connection: m.figure_lever_own_connection,
  application: m.figure_lever_application,
  machine: m.figure_lever_machine,
  disk: m.figure_lever_disk,
  login: m.figure_lever_login,
  enough_threads: m.figure_lever_enough_threads,
  latch_own: m.figure_lever_latch_own,
  cores_own: m.figure_lever_cores_own,
};

const words = (value: OverrideValue, unit: string) =>
  `${String(value)}${unit === '' ? '' : ` ${unit}`}`;

function leversOf(part: LifePart, outcome: Outcome): Lever[] {
  return remediesFor(part.segment.why, outcome.scenario.server).flatMap((remedy) =>
    remedy.kind === 'lever' ? [remedy] : [],
  );
}

const keyOf = (lever: Lever, part: LifePart) => `${part.segment.why.reason} ${lever.variable}`;

export class Remedies {
  #verdicts = $state.raw<Readonly<Partial<Record<string, LeverVerdict>>>>({});
  #checking = $state.raw<string | undefined>();
  #about: { outcome: Outcome; request: number } | undefined;
  #trials: Trials | undefined;
  #put_off: (() => void) | undefined;
  readonly #figure: PageFigure;
  readonly #player: Player;

  constructor(figure: PageFigure) {
    this.#figure = figure;
    this.#player = figure.player;
  }

  /** Tries remedies while the reader looks at the part; the returned function stops it. */
  follow(): () => void {
    const [figure, player] = [this.#figure, this.#player];
    const stop = $effect.root(() => {
      $effect(() => {
        const { outcome, main } = player;
        const life = figure.lifeOn(main);
        // Only after the reader has seen the end of the request's life may it be compared with another outcome.
        const read = figure.desk.part === 'why' && life?.end_ns !== null;
        if (life && read && !player.twin && player.rests && main.has_run)
          untrack(() => this.#consider(outcome, life));
      });
    });
    return () => {
      stop();
      this.#forget();
      this.#trials?.close();
    };
  }

  /** Starts once the reader has stayed with this request for a moment. */
  #consider(outcome: Outcome, life: Life): void {
    if (this.#about?.outcome === outcome && this.#about.request === life.request) return;
    this.#forget();
    if (outcome.steps > MOST_STEPS) return;
    this.#about = { outcome, request: life.request };
    this.#put_off = this.#player.clock.after(REST_MS, () => void this.#check(outcome, life));
  }

  #forget(): void {
    this.#put_off?.();
    this.#about = undefined;
    this.#checking = undefined;
    this.#verdicts = {};
  }

  /** Undefined for a short wait. Each setting gets one note, at the longest wait that it affects. */
  noteOf(part: LifePart, outcome: Outcome, life: Life): Note | undefined {
    const parts = partsOf(life);
    const whole = parts.reduce((sum, { total_ns }) => sum + total_ns, 0);
    if (part.total_ns < whole * LEAST_SHARE) return undefined;
    const own = leversOf(part, outcome)[0]?.variable;
    const elsewhere = parts.some(
      (other) =>
        own !== undefined &&
        other.total_ns > part.total_ns &&
        leversOf(other, outcome)[0]?.variable === own,
    );
    return elsewhere ? undefined : this.#note(part, outcome, life);
  }

  #note(part: LifePart, outcome: Outcome, life: Life): Note | undefined {
    const [first] = remediesFor(part.segment.why, outcome.scenario.server);
    const none = { verdict: undefined, offer: undefined, ask: undefined };
    if (!first) return undefined;
    if (first.kind !== 'lever') {
      const cpu = part.segment.why.reason === 'running';
      return {
        ...none,
        words: cpu ? m.figure_lever_work_cpu() : NO_LEVER[first.kind](),
        ask: first.kind === 'lock' ? first.holder : this.#earlier(first, outcome, life),
      };
    }
    const levers = leversOf(part, outcome);
    const helps = levers.find((lever) => this.#verdicts[keyOf(lever, part)]?.kind === 'helps');
    const shown = helps ?? first;
    const verdict = this.#verdicts[keyOf(shown, part)];
    const present = valueAt(outcome, `/server/${shown.field}`);
    return {
      ...none,
      words: m.figure_lever({ variable: shown.variable, value: words(present, shown.unit) }),
      verdict: verdict
        ? this.#sentence(shown, verdict)
        : this.#checking === keyOf(shown, part)
          ? m.figure_lever_checking()
          : undefined,
      offer: verdict?.kind === 'helps' ? this.#offer(shown, verdict.value) : undefined,
    };
  }

  #sentence(lever: Lever, verdict: LeverVerdict): string {
    if (verdict.kind === 'no_help')
      return m.figure_lever_no_help({
        values: verdict.values.map((value) => words(value, lever.unit)).join(LIST),
      });
    const said = {
      variable: lever.variable,
      value: words(verdict.value, lever.unit),
      after: duration(verdict.after_ns),
    };
    return verdict.before_ns === undefined
      ? m.figure_lever_helps_failed(said)
      : m.figure_lever_helps({ ...said, before: duration(verdict.before_ns) });
  }

  #knobOf(lever: Lever): KnobSpec | undefined {
    return this.#figure.choices[0].knobs.find(({ at }) => at === `/server/${lever.field}`);
  }

  /** Only knobs that the figure has can be offered. */
  #offer(lever: Lever, value: OverrideValue): Note['offer'] {
    const knob = this.#knobOf(lever);
    if (!knob) return undefined;
    return {
      words: m.figure_lever_try({ value: words(value, lever.unit) }),
      take: () => this.#player.turn(this.#player.main, knob.name, value),
    };
  }

  /** The request that the same connection is serving meanwhile. */
  #earlier(remedy: NoLever, outcome: Outcome, life: Life): number | undefined {
    if (remedy.kind !== 'own_connection') return undefined;
    return outcome.lives.findLast(
      ({ connection, request }) => connection === life.connection && request < life.request,
    )?.request;
  }

  async #check(outcome: Outcome, life: Life): Promise<void> {
    const parts = partsOf(life);
    const whole = parts.reduce((sum, { total_ns }) => sum + total_ns, 0);
    const current = () => this.#about?.outcome === outcome && this.#about.request === life.request;
    const { scenario_json, overrides } = this.#player.main;
    this.#trials ??= new Trials(this.#figure.make);
    const trials = this.#trials;
    for (const part of parts.filter(({ total_ns }) => total_ns >= whole * LEAST_SHARE)) {
      for (const lever of leversOf(part, outcome)) {
        if (!current()) return;
        const key = keyOf(lever, part);
        this.#checking = key;
        const { name = lever.variable } = this.#knobOf(lever) ?? {};
        const verdict = await verdictOn(
          {
            outcome,
            request: life.request,
            lever,
            present: valueAt(outcome, `/server/${lever.field}`),
            waited_ns: part.total_ns,
          },
          (value) => trials.run(scenario_json, { ...overrides, [name]: value }),
          current,
        );
        if (!current()) return;
        if (verdict) this.#verdicts = { ...this.#verdicts, [key]: verdict };
        if (verdict?.kind === 'helps') break;
      }
    }
    this.#checking = undefined;
  }
}
