/** The figure of one or two runs in another page's frame, controlled by its address and its host. */
import { m } from '#paraglide/messages.js';
import { Figure, type Source } from '../../figure/model/figure.svelte';
import { pairWords, serverWords } from '../../figure/model/head-words';
import { pairSaid } from '../../figure/model/narrator/pair';
import { piecesOf, inFull } from '../../figure/model/narrator/pieces';
import { standingWords } from '../../figure/model/narrator/standing';
import type { Track } from '../../figure/player/track.svelte';
import type { Command } from '../../model/embedding/messages';
import { printTime, printUrl, type UrlState } from '../../model/link/url';
import type { KnobSpec } from '../../model/run/knob';
import type { Outcome, Overrides, OverrideValue, SchedulerName } from '../../model/run/types';
import { soFar } from '../../model/run/series';
import { LEAST_FOR_P99 } from '../../model/run/summary';
import { count, shortDuration } from '../../model/words/format';
import { say } from '../../model/words/own';
import { mostDelayed } from '../../ui/views/timeline';
import { NEXT, STOP } from '../../model/joined';
import type { RunsData } from './data';
import type { Turn } from './turn';

/** In place of a number that there is not yet. */
const NONE_YET = '–';

export class FrameFigure extends Figure {
  readonly data: RunsData;
  /** Times that the address asks for, by the names of its parameters. */
  wants: Readonly<Record<string, number | undefined>> = $state.raw({});
  /** Set if it runs on a server other than the scenario's own. */
  #moved = $state.raw<{ server: SchedulerName; knobsOf: (outcome: Outcome) => KnobSpec[] }>();

  constructor(data: RunsData, sources: readonly Source[]) {
    const { time_ns } = data;
    super(sources, { time_ns, overrides: data.runs[0].overrides });
    this.data = data;
  }

  #has(track: Track, name: string): boolean {
    const run = this.data.runs[this.player.tracks.indexOf(track)];
    return run?.knobs.some((knob) => knob.name === name) ?? false;
  }
  /** The runs that a setting applies to. */
  #with(name: string): readonly Track[] {
    if (this.#moved) return [this.player.main];
    return this.player.tracks.filter((track) => this.#has(track, name));
  }

  get knobs(): readonly KnobSpec[] {
    const { outcome } = this.player;
    const { server, knobsOf } = this.#moved ?? {};
    const moved = knobsOf && server === outcome.scenario.server.scheduler;
    const all = moved ? knobsOf(outcome) : this.data.runs.flatMap((run) => run.knobs);
    return all
      .filter((knob, at) => all.findIndex(({ name }) => name === knob.name) === at)
      .map((knob) => ({ ...knob, label: say(knob.label), help: say(knob.help) }));
  }
  /** The run whose settings a knob shows. */
  outcomeOf({ name }: KnobSpec): Outcome {
    return (this.#with(name)[0] ?? this.player.main).outcome;
  }
  override turn(name: string, value: OverrideValue): void {
    super.turn(name, value, this.#with(name));
  }

  get outcomes(): readonly Outcome[] {
    return this.player.tracks.map(({ outcome }) => outcome);
  }
  /** Of two runs, their names. */
  get names(): readonly string[] {
    return this.data.runs.map((run) => run.label);
  }

  /** The server and its requests. */
  get about(): string {
    const { main, twin, outcome } = this.player;
    if (twin) return pairWords(main, twin) ?? '';
    const what = serverWords(main);
    const cut = (outcome.not_kept?.lives ?? 0) > 0;
    return cut ? what + STOP + NEXT + m.figure_caption_one_run() : what;
  }
  /** The situation at this moment, for each of two runs. */
  get narration(): string {
    const { tracks, main } = this.player;
    if (tracks.length === 1) return inFull(piecesOf(standingWords(main)));
    return pairSaid(
      tracks.map((track, index) => ({ track, name: this.data.runs[index]?.label ?? '' })),
    );
  }
  /**
   * How long answers took, if the figure is about a queue: of the whole run while it rests as it opened, and at its end; up
   * to this moment in between.
   */
  get numbers(): readonly string[] {
    const { data, player } = this;
    if (!data.numbers) return [];
    const over = !player.touched || player.time_ns >= player.end_ns;
    return player.tracks.map(({ outcome: { metrics, end_ns } }) => {
      const { arrived, finished, latency, measured_ns, in_system_mean } = metrics;
      if (arrived < LEAST_FOR_P99) return '';
      const span = shortDuration(measured_ns).replace('.0 ', ' ');
      if (over && finished < LEAST_FOR_P99)
        return m.embed_numbers_few({ span, finished: count(finished), arrived: count(arrived) });
      const { inside, ...took } = over
        ? { ...latency, inside: in_system_mean }
        : soFar(metrics, end_ns, player.time_ns);
      const time = (ns: number | undefined) => (ns === undefined ? NONE_YET : shortDuration(ns));
      const told = { p50: time(took.p50_ns), p99: time(took.p99_ns) };
      if (data.kind === 'pair') return m.embed_numbers_side(told);
      const all = { ...told, inside: inside?.toFixed(1) ?? NONE_YET };
      return over ? m.embed_numbers({ ...all, span }) : m.embed_numbers_so_far(all);
    });
  }
  /** The request that was chosen, else the one that waited longest. */
  get telling(): number | undefined {
    return this.chosen ?? mostDelayed(this.lives)?.request;
  }
  /** The address of the full version in the same state. */
  get href(): string {
    const { kind, full } = this.data;
    if (kind === 'pair') return full;
    const { overrides, touched, time_ns: now } = this.player;
    const time_ns = touched || this.changed ? now : undefined;
    const { asked: request, eye } = this;
    return full + printUrl({ overrides, time_ns, request, server: this.#moved?.server, eye });
  }

  /** Opens the state that the address asks for. */
  async open({ overrides, time_ns, request, server, eye }: UrlState): Promise<void> {
    const { player, data } = this;
    const { main } = player;
    this.ask(request);
    this.look(eye, true);
    this.wants = { ...this.wants, t: time_ns };
    const own = player.outcome.scenario.server.scheduler;
    if (server !== undefined && server !== own) {
      const there = await import('./other-server');
      const asked = { ...main.home, ...overrides };
      const other = there.onServer(data.runs[0].scenario_json, asked, own, server);
      player.open(main, { ...other, time_ns });
      this.#moved = { server, knobsOf: there.knobsThere };
      return;
    }
    const any = Object.keys(overrides).length > 0;
    if (time_ns === undefined && !any) {
      player.start();
      return;
    }
    const known = (track: Track): Overrides =>
      Object.fromEntries(
        Object.entries(overrides).filter(
          ([name]) => name === 'seed' || data.kind === 'scenario' || this.#has(track, name),
        ),
      );
    for (const track of player.tracks)
      if (track === main || any)
        player.open(track, { overrides: { ...track.home, ...known(track) }, time_ns });
  }

  /** Executes a command of the host. */
  obey(command: Command | Turn): void {
    switch (command.type) {
      case 'play':
        if (!this.player.playing) this.player.play();
        break;
      case 'pause':
        this.player.pause();
        break;
      case 'seek':
        this.player.seek(command.time_ns);
        break;
      case 'turn':
        for (const [name, value] of Object.entries(command.overrides))
          if (this.data.kind === 'scenario') super.turn(name, value);
          else this.turn(name, value);
        break;
      case 'theme':
      case 'height':
      case 'visible':
      case 'set':
      case 'act':
        break;
    }
  }

  /** Why it does not show what was asked for. */
  get refused(): readonly string[] {
    const { failure, end_ns, main } = this.player;
    const said = this.problems.map(({ message }) => message);
    if (failure?.kind === 'engine') said.push(m.embed_failed({ message: failure.message }));
    else if (failure) said.push(...failure.errors.map(({ message }) => message));
    if (!main.has_run) return said;
    if (this.asked !== undefined && this.chosen === undefined)
      said.push(m.embed_wrong_request({ request: this.asked, last: this.lives.length - 1 }));
    for (const [name, wanted_ns = 0] of Object.entries(this.wants)) {
      if (wanted_ns <= end_ns) continue;
      const allowed = m.embed_allowed_late({ end: printTime(end_ns) });
      said.push(m.embed_wrong({ name, value: printTime(wanted_ns), allowed }));
    }
    return said;
  }
}
