/** What the run is doing, in a sentence computed from the run itself. */
import { m } from '#paraglide/messages.js';
import type { Latch, LiveMoment } from '../../model/engine/live-run';
import {
  CLIENTS,
  CONNECTIONS,
  givesUp,
  hasEar,
  isClosed,
  type CaseName,
  type Dials,
} from '../../model/hand/cases';
import type { Figures } from '../../model/hand/dares';
import { COUNTED_US } from '../../model/hand/latch';
import type { Setting } from '../../model/hand/log';
import { CONNECTION_STATES } from '../../model/run/frame';
import { NEXT } from '../../model/joined';
import { count } from '../../model/words/format';
import { loadOf } from './dials';
import { waitingIn } from './layout';

/** A shorter queue comes and goes. */
const A_LINE = 12;
/** With less spare capacity than this, a queue stays for minutes. */
const SPARE = 0.35;
const DEAF_NS = 3e8;
const FOR_NOBODY = 10;
const QUIET_NS = 3e9;
const LOCK = CONNECTION_STATES.indexOf('lock');

const tenths = (value: number): string => count(Math.round(value * 10) / 10);
export const inSeconds = (ns: number): string =>
  ns < 1e9 ? `${count(Math.round(ns / 1e7) * 10)} ms` : `${tenths(ns / 1e9)} s`;

export interface Told {
  readonly name: CaseName;
  readonly dials: Dials;
  readonly moment: LiveMoment;
  readonly figures: Figures | undefined;
  /** What has just been set. */
  readonly set?: Setting | undefined;
}

/** As a server prints it. */
export const settingWords = ({ variable, value }: Setting): string =>
  `${variable} = ${value === true ? 'ON' : value === false ? 'OFF' : value}`;

export function sentenceOf(told: Told): string {
  if (told.set) return `SET GLOBAL ${settingWords(told.set)}`;
  const { dials, moment } = told;
  const { threads, arrivals } = dials;
  if (moment.latch) return atLatch(told, moment.latch);
  const first = touched(told);
  if (first !== undefined) return first;
  const wait = waitingIn(moment);
  if (moment.held_back > 0)
    return m.live_say_full({ connections: count(CONNECTIONS), count: count(moment.held_back) });
  const load = loadOf(dials);
  if (arrivals === 0) {
    if (wait > 0)
      return m.live_say_last({ count: count(wait), threads, age: inSeconds(moment.first_ns) });
    if (moment.working.length === 0) return m.live_say_nobody({ threads });
    return m.live_say_idle({ count: moment.working.length, threads });
  }
  const asleep = asleepIn(moment, threads);
  if (asleep > 0 && load <= threads) return sleeping(told, asleep, wait);
  const sum = m.live_say_sum({ load: tenths(load), threads });
  return sum + NEXT + followsFrom(told, load, wait);
}

/** Threads that sleep; the one that listened may be one more. */
const asleepIn = ({ working }: LiveMoment, threads: number): number =>
  Math.min(threads, working.filter((one) => one.asleep).length);

/** What follows from the work that arrives. */
function followsFrom({ name, dials }: Told, load: number, wait: number): string {
  const { threads, arrivals, work_ms } = dials;
  if (load > threads) {
    if (isClosed(name)) return m.live_say_closed({ clients: count(CLIENTS) });
    const growth = Math.max(1, Math.round(arrivals - threads / (work_ms / 1000)));
    return m.live_say_grows({ growth: count(growth) });
  }
  if (wait < A_LINE) return load > 0.7 * threads ? m.live_say_comes() : m.live_say_spare();
  if (givesUp(name)) return m.live_say_impatient({ count: count(wait) });
  if (threads - load < SPARE) return m.live_say_stays({ count: count(wait) });
  const over_s = wait / (threads / (work_ms / 1000) - arrivals);
  return m.live_say_shrinks({
    count: count(wait),
    seconds: count(Math.max(1, Math.round(over_s))),
  });
}

function atLatch({ name, dials, moment, figures }: Told, latch: Latch): string {
  const { threads } = dials;
  const waits = moment.queued.length;
  const { rate = 0, runs = [], since_ns = 0 } = figures?.passage ?? {};
  const done = runs.find((one) => one.threads === threads);
  if (latch.stalled) return m.live_say_latch_held({ count: waits, threads });
  if (name === 'slower' && since_ns < COUNTED_US.to * 1e3)
    return m.live_say_latch_since({ threads, time: `${count(Math.floor(since_ns / 1e6))} ms` });
  if (name === 'slower' && done)
    return m.live_say_latch_rate({ threads, rate: count(Math.round(done.rate)) });
  const sum = { threads, rate: count(rate) };
  return waits < A_LINE
    ? m.live_say_latch_free({ ...sum, cores: latch.cores })
    : m.live_say_latch_convoy({ ...sum, count: waits, asleep: latch.asleep });
}

/** While nobody reads what lies outside, the sentence counts it. */
export const countsUnread = ({ shut, listens }: LiveMoment): boolean => shut || !listens;

/** What a hand has done to it, if that is what there is to say. */
function touched({ name, dials, moment, figures }: Told): string | undefined {
  const { working, unread, listens, shut, locked } = moment;
  const age = inSeconds(moment.first_ns);
  if (shut)
    return unread.length === 0
      ? m.live_say_shut()
      : m.live_say_shut_out({ count: count(unread.length), age });
  const { threads } = dials;
  if (!listens && unread.length > 0 && moment.first_ns > DEAF_NS)
    return deafWords(hasEar(name) && working.length > threads, moment, threads);
  if (figures && figures.nobody > FOR_NOBODY && figures.in_time + figures.late === 0)
    return figures.quiet_ns >= QUIET_NS
      ? m.live_say_for_nobody_since({ threads, seconds: Math.round(figures.quiet_ns / 1e9) })
      : m.live_say_for_nobody({ threads });
  if (!locked) return undefined;
  const held = Math.min(threads, working.filter((one) => one.state === LOCK).length);
  return m.live_say_locked({ count: held, threads, waits: count(moment.queued.length) });
}

/** `too`: the one that listened is at work as well, beyond the threads of the sliders. */
function deafWords(too: boolean, { working, unread, first_ns }: LiveMoment, threads: number) {
  const said = {
    threads: too ? threads : working.length,
    count: count(unread.length),
    age: inSeconds(first_ns),
  };
  if (working.every((one) => one.asleep))
    return too ? m.live_say_deaf_asleep_too(said) : m.live_say_deaf_asleep(said);
  return too ? m.live_say_deaf_too(said) : m.live_say_deaf(said);
}

function sleeping({ dials }: Told, asleep: number, wait: number): string {
  const left = Math.max(0, dials.threads - asleep);
  const load = loadOf(dials);
  if (load <= left)
    return wait < A_LINE
      ? m.live_say_asleep({ count: asleep, threads: dials.threads })
      : m.live_say_catch_up({ count: asleep, threads: dials.threads, waits: count(wait) });
  const growth = Math.max(1, Math.round(dials.arrivals - left / (dials.work_ms / 1000)));
  return m.live_say_left({ count: asleep, left, load: tenths(load), growth: count(growth) });
}
