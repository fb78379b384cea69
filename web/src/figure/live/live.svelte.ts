/** A live run under a page's clock: simulated time follows real time, and hands and sliders change what comes next. */
import { m } from '#paraglide/messages.js';
import type { ConnectLive, LiveLink } from '../../model/engine/live-link';
import type { LiveAnswer } from '../../model/engine/live-protocol';
import type { LiveMoment } from '../../model/engine/live-run';
import { LONGEST_FRAME_MS } from '../player/clock';
import type { Clock } from '../player/loop';
import {
  dialsOf,
  hasLatch,
  paceOf,
  seedOf,
  SERVER,
  serverWord,
  takes,
  type CaseName,
  type Dials,
  type PoolServer,
} from '../../model/hand/cases';
import { isDare, type DareName } from '../../model/hand/dares';
import {
  printEntry,
  printLog,
  readLog,
  type Entry,
  type Op,
  type Setting,
} from '../../model/hand/log';
import { sentBy, shownAfter, type Shown } from '../../model/hand/shown';
import { nextStop } from './dials';
import { longer, NOTHING, type Lasting } from './record';
import { countsUnread, sentenceOf } from './say';
import { ownRings, Seats, type Seated } from './seats';

/** The page's data until the engine has loaded. */
export interface LiveStill {
  readonly moment: LiveMoment;
  /** How many minutes the lesson of each dare takes. */
  readonly minutes: Readonly<Record<DareName, number>>;
}

/** What an address asks for. */
export interface Asked {
  readonly name: CaseName;
  readonly dials: Dials;
  readonly seed: number;
  readonly server: PoolServer;
  readonly log: readonly Entry[];
}
export const asked = (name: CaseName): Asked => ({
  name,
  dials: dialsOf(name),
  seed: seedOf(name),
  server: SERVER,
  log: [],
});

/** More rings than these are there only while somebody works on them. */
const RINGS_MOST = 64;
function queryOf({ name, dials, seed, server, log }: Asked): string | undefined {
  const text = printLog(log);
  if (text === undefined) return undefined;
  const pool =
    name === 'steady'
      ? `arrivals=${dials.arrivals}&threads=${dials.threads}&work=${dials.work_ms}ms`
      : `dare=${name}`;
  const on = serverWord(server) === serverWord(SERVER) ? '' : `&server=${serverWord(server)}`;
  return `?${pool}&seed=${seed}${on}${log.length > 0 ? `&do=${text}` : ''}`;
}

/** A sentence stays at least this long, unless a hand has acted. */
const SENTENCE_NS = 6e8;
/** For so long it is said what was set. */
const SET_NS = 2.5e9;
/** The part of a run that is played again. */
export const AGAIN_NS = 6e9;
/** After its last entry, a log's dare is decided within this. */
const LOOKED_NS = 5e10;

export class Live {
  #connect: ConnectLive;
  #clock: Clock;
  #link: LiveLink | undefined;
  #seats = new Seats();
  #under_way = false;
  /** True while a new story is loading: moments of the previous one are ignored. */
  #begins = $state(false);
  #stop: (() => void) | undefined;
  #target_ns = 0;
  #posted_ns = 0;
  #said_ns = 0;
  #said_unread = 0;
  #moment = $state.raw() as LiveMoment;
  #record = $state.raw<Lasting>(NOTHING);
  #seated = $state.raw() as Seated;
  #sentence = $state('');
  #asked = $state.raw<Asked>(asked('steady'));
  #shown = $state.raw<Shown>(shownAfter('steady', dialsOf('steady'), []));
  #log = $state.raw<readonly Entry[]>([]);
  #playing = $state(false);
  #failure = $state<string | undefined>();
  #replays = $state.raw<{ readonly until_ns: number } | undefined>();
  #refused = $state.raw<readonly string[]>([]);
  #sent = $state(false);
  #seen = true;
  /** An address has a log: its end is being looked for. */
  #finds = false;
  /** Called with each moment, for a picture that is not made of states. */
  onmoment: ((moment: LiveMoment) => void) | undefined;
  /** Called when a hand has acted, with the log. */
  onact: (() => void) | undefined;
  /** Called when another run begins. */
  onbegin: (() => void) | undefined;
  /** Called when a variable was set. */
  onchange: ((set: Setting) => void) | undefined;

  constructor(still: LiveStill, connect: ConnectLive, clock: Clock) {
    this.#connect = connect;
    this.#clock = clock;
    this.#record = longer(NOTHING, still.moment);
    this.#show({ ...still.moment, ended: [], figures: [] });
    this.#say();
  }

  get moment(): LiveMoment {
    return this.#moment;
  }
  get record(): Lasting {
    return this.#record;
  }
  get seated(): Seated {
    return this.#seated;
  }
  get sentence(): string {
    return this.#sentence;
  }
  get name(): CaseName {
    return this.#asked.name;
  }
  get dare(): DareName | undefined {
    return isDare(this.name) ? this.name : undefined;
  }
  /** What plays the same again. */
  get asked(): Asked {
    return { ...this.#asked, log: this.#log };
  }
  get dials(): Dials {
    return this.#shown.dials;
  }
  /** The variables as they are now. */
  get shown(): Shown {
    return this.#shown;
  }
  /** The rings that are drawn. */
  get rings(): number {
    return Math.max(this.#ringed, this.#seated.rings.length);
  }
  get #ringed(): number {
    return hasLatch(this.name) ? this.dials.threads : Math.min(this.dials.threads, RINGS_MOST);
  }
  /** How many requests the hand has sent. */
  get poured(): number {
    return sentBy(this.name, this.#asked.dials, this.#log, this.#posted_ns);
  }
  get log(): readonly Entry[] {
    return this.#log;
  }
  get playing(): boolean {
    return this.#playing;
  }
  /** It plays as soon as the engine has answered. */
  get busy(): boolean {
    return this.#playing && this.#begins;
  }
  get failure(): string | undefined {
    return this.#failure;
  }
  /** Settings of this run that its server has refused, in sentences. */
  get refused(): readonly string[] {
    return this.#refused;
  }
  /** The dare's run came with an address, and nobody has done anything here yet. */
  get sent(): boolean {
    return this.#sent;
  }
  get decided(): LiveMoment['decided'] {
    return this.#moment.decided;
  }
  /** The log is played again, up to what it decided. */
  get replays(): boolean {
    return this.#replays !== undefined;
  }
  /** How far the replay is, from 0 to 1. */
  get replayed(): number {
    if (!this.#replays) return 0;
    return 1 - (this.#replays.until_ns - this.#moment.time_ns) / AGAIN_NS;
  }
  /** Whether a hand can act now. */
  get open(): boolean {
    const done = this.name === 'millisecond' && this.#log.length > 0;
    return !this.#replays && !(this.dare && this.decided) && !done;
  }

  /** The query of an address that plays the same; undefined if the log is too long. */
  get query(): string | undefined {
    return queryOf(this.asked);
  }
  /** The same, but none for the run that the page opens with. */
  get address(): string | undefined {
    return this.query === queryOf(asked('steady')) ? '' : this.query;
  }

  play(): void {
    this.#playing = true;
    this.#run();
  }

  pause(): void {
    this.#playing = false;
    this.#rest();
  }

  /** Pauses off the screen, and continues when it is visible again. */
  seen(seen: boolean): void {
    this.#seen = seen;
    if (seen) this.#run();
    else this.#rest();
  }

  begin(from: Asked): void {
    this.onbegin?.();
    this.#asked = from;
    this.#log = [...from.log];
    this.#shown = shownAfter(from.name, from.dials, from.log);
    this.#replays = undefined;
    this.#sent = this.#finds = from.log.length > 0;
    this.#refused = [];
    this.#ask(0);
    this.play();
  }

  /** Plays the last six seconds up to a time again, if not paused: what came before runs unseen. */
  again(until_ns: number, plays = true): void {
    this.#replays = { until_ns };
    this.#ask(Math.max(0, until_ns - AGAIN_NS));
    if (plays) this.play();
  }

  /** A hand acts, at the next step that the run has not passed. In pause all acts share one. */
  act(op: Op, n = 0): void {
    if (!this.open || !takes(this.name, op, n)) return;
    this.#enter({ op, n });
  }

  /** SET GLOBAL, like an act. */
  change(set: Setting): void {
    if (!this.settable) return;
    this.#enter({ op: 'V', n: 0, set });
    this.onchange?.(set);
  }

  /** Whether variables can be set while it runs. */
  get settable(): boolean {
    return this.open && takes(this.name, 'V');
  }

  #enter(act: Omit<Entry, 'at'>): void {
    const step = Math.floor(this.#posted_ns / paceOf(this.name).step_ns) + 1;
    const entry = { at: Math.max(step, this.#log.at(-1)?.at ?? 0), ...act };
    this.#log = [...this.#log, entry];
    this.#sent = false;
    this.#shown = shownAfter(this.name, this.#asked.dials, this.#log);
    this.#linked()?.post({ type: 'act', entry });
    this.#said_ns = -Infinity;
    this.#say();
    this.onact?.();
  }

  /** An entry of a log without its time, as another page writes it. */
  obey(text: string): void {
    const [entry] = readLog(`1.0${text}`) ?? [];
    if (entry?.set) this.change(entry.set);
    else if (entry) this.act(entry.op, entry.n);
  }

  /** Whether its number of threads can change. */
  get resizes(): boolean {
    return this.open && (takes(this.name, 'A') || takes(this.name, 'T'));
  }

  /** Gives or takes a thread; with a latch, as many as to the slider's next place. */
  resize(by: 1 | -1, ring: number): void {
    const { threads } = this.dials;
    if (!hasLatch(this.name)) this.act(by > 0 ? 'A' : 'R', by > 0 ? 0 : ring);
    else this.turn({ ...this.dials, threads: nextStop(threads, by) });
  }

  /** Moves a slider to a value. */
  turn(dials: Dials): void {
    const was = this.dials;
    if (hasLatch(this.name)) {
      if (dials.threads !== was.threads) this.act('T', dials.threads);
      return;
    }
    if (dials.arrivals !== was.arrivals) this.act('Q', dials.arrivals);
    if (dials.work_ms !== was.work_ms) this.act('W', dials.work_ms);
    for (let n = was.threads; n < dials.threads; n += 1) this.act('A');
    for (let n = was.threads; n > dials.threads; n -= 1) this.act('R', n - 1);
  }

  close(): void {
    this.#rest();
    this.#link?.close();
    this.#link = undefined;
  }

  #ask(until_ns: number): void {
    this.#failure = undefined;
    this.#begins = this.#under_way = true;
    const last_ns = (this.#log.at(-1)?.at ?? 0) * paceOf(this.name).step_ns;
    if (this.#finds) until_ns = last_ns + (this.dare ? LOOKED_NS : 0);
    this.#posted_ns = this.#target_ns = until_ns;
    this.#link ??= this.#connect((answer) => this.#take(answer));
    const { name, dials, seed, server } = this.#asked;
    const begun = { name, title: m.live_figure(), dials, seed, server };
    const story = { ...begun, log: this.#log, until_ns, stops: this.#finds };
    this.#link.post({ type: 'begin', story });
  }

  /** Loads the engine when the run is first continued or changed. */
  #linked(): LiveLink | undefined {
    if (!this.#link && this.#failure === undefined) this.#ask(0);
    return this.#link;
  }

  #run(): void {
    if (!this.#playing || !this.#seen || this.#stop) return;
    this.#linked();
    this.#stop = this.#clock.animate((elapsed_ms) => this.#tick(elapsed_ms));
  }

  #rest(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  /** At most one moment is requested at a time: a slow page shows fewer, without delaying the run. */
  #tick(elapsed_ms: number): void {
    if (this.#begins) return;
    const until_ns = this.#replays?.until_ns ?? Infinity;
    if (this.dare && this.decided && (!this.#replays || this.#target_ns >= until_ns)) {
      this.#replays = undefined;
      this.pause();
      return;
    }
    this.#target_ns = Math.min(
      this.#target_ns + Math.min(elapsed_ms, LONGEST_FRAME_MS) * 1e6,
      until_ns,
    );
    if (this.#under_way) return;
    this.#under_way = true;
    this.#posted_ns = this.#target_ns;
    this.#link?.post({ type: 'go', to_ns: this.#target_ns });
  }

  #take(answer: LiveAnswer): void {
    switch (answer.type) {
      case 'seen': {
        this.#under_way = false;
        const { moment } = answer;
        if (moment.refused.length > 0) this.#leaveOut(moment.refused);
        if (this.#finds) {
          this.#finds = false;
          if (moment.decided) {
            this.again(moment.decided.at_ns, this.#playing);
            break;
          }
        }
        if (this.#begins) {
          this.#begins = false;
          this.#said_ns = -Infinity;
          this.#target_ns = this.#posted_ns = moment.time_ns;
          this.#record = NOTHING;
          this.#seats = new Seats();
        }
        this.#record = longer(this.#record, moment);
        this.#show(moment);
        const since = moment.time_ns - this.#said_ns;
        // A sentence stays for a while, but not a number that stands beside the letters as well.
        const counted = countsUnread(moment) && moment.unread.length !== this.#said_unread;
        if (since >= SENTENCE_NS || since < 0 || moment.decided || counted) this.#say();
        this.onmoment?.(moment);
        break;
      }
      case 'failed': {
        const { failure } = answer;
        this.#failure =
          failure.kind === 'input'
            ? failure.errors.map(({ message }) => message).join(' ')
            : failure.message;
        this.pause();
        this.#link?.close();
        this.#link = undefined;
        this.#under_way = this.#begins = false;
        break;
      }
      default:
        answer satisfies never;
    }
  }

  /** What a server refuses is told once, and is no part of the run that is sent or saved. */
  #leaveOut(refused: LiveMoment['refused']): void {
    this.#refused = [...this.#refused, ...refused.map(({ message }) => message)];
    const out = new Set(refused.map(({ entry }) => printEntry(entry)));
    this.#log = this.#log.filter((entry) => !out.has(printEntry(entry)));
    this.#shown = shownAfter(this.name, this.#asked.dials, this.#log);
    this.onact?.();
  }

  #show(moment: LiveMoment): void {
    this.#seated = moment.latch
      ? ownRings(moment.working, this.#ringed)
      : this.#seats.take(moment.working, this.#ringed);
    this.#moment = moment;
  }

  #say(): void {
    const [moment, figures] = [this.#moment, this.#record.figures.at(-1)];
    this.#said_ns = moment.time_ns;
    this.#said_unread = moment.unread.length;
    const last = this.#log.at(-1);
    const step_ns = paceOf(this.name).step_ns;
    const fresh = last !== undefined && moment.time_ns < last.at * step_ns + SET_NS;
    const set = fresh ? last.set : undefined;
    this.#sentence = sentenceOf({ name: this.name, dials: this.dials, moment, figures, set });
  }
}
