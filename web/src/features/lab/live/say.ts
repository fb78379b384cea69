/** What the run is doing, in a sentence computed from the run itself. */
import { m } from '#paraglide/messages.js';
import type { LiveMoment } from '../../../model/engine/live-run';
import { count } from '../../../model/words/format';
import { loadOf, type Dials } from './dials';
import { waiting } from './record';
import { CLIENTS, CONNECTIONS, isClosed, type StartName } from './starts';

/** A shorter queue comes and goes. */
const A_LINE = 12;
/** With less spare capacity than this, a queue stays for minutes. */
const SPARE = 0.35;
const DEAF_NS = 3e8;

const tenths = (value: number): string => count(Math.round(value * 10) / 10);
const seconds = (ns: number): string => `${tenths(ns / 1e9)} s`;

export const age = ({ time_ns, first_since_ns = time_ns }: LiveMoment): string =>
  seconds(Math.max(0, time_ns - first_since_ns));

export function sentenceOf(start: StartName, dials: Dials, moment: LiveMoment): string {
  const { threads, arrivals, work_ms } = dials;
  const wait = waiting(moment);
  const { time_ns, first_since_ns = time_ns, on_sockets, listens, working } = moment;
  if (!listens && on_sockets > 0 && time_ns - first_since_ns > DEAF_NS)
    return m.live_say_deaf({ threads: working.length, count: count(on_sockets), age: age(moment) });
  if (moment.held_back > 0)
    return m.live_say_full({ connections: count(CONNECTIONS), count: count(moment.held_back) });
  const load = loadOf(dials);
  if (arrivals === 0) {
    if (wait > 0) return m.live_say_last({ count: count(wait), threads, age: age(moment) });
    if (working.length === 0) return m.live_say_nobody({ threads });
    return m.live_say_idle({ count: working.length, threads });
  }
  const told = { load: tenths(load), threads };
  if (load > threads) {
    if (isClosed(start)) return m.live_say_closed({ ...told, clients: count(CLIENTS) });
    const growth = Math.max(1, Math.round(arrivals - threads / (work_ms / 1000)));
    return m.live_say_grows({ ...told, growth: count(growth) });
  }
  if (wait < A_LINE) return load > 0.7 * threads ? m.live_say_comes(told) : m.live_say_spare(told);
  if (threads - load < SPARE) return m.live_say_stays({ ...told, count: count(wait) });
  const over_s = wait / (threads / (work_ms / 1000) - arrivals);
  return m.live_say_shrinks({
    ...told,
    count: count(wait),
    seconds: count(Math.max(1, Math.round(over_s))),
  });
}
