/** The narrator's sentences: the present situation, what has just happened and why, or totals for a crowd. */
import { m } from '#paraglide/messages.js';
import type { Event } from '../../model/run/types';
import { FASTEST } from '../player/clock';
import type { Player } from '../player/player.svelte';
import { eventsDone } from '../player/steps';
import { isNotable, newsOf } from '../player/story';
import { isCrowd, type Scene } from './narrator/cast';
import { eventWords } from './narrator/events';
import { pairSaid, type NamedScene } from './narrator/pair';
import { fitting, inFull, piecesOf, plainOf, type SentencePiece } from './narrator/pieces';
import { groupWords, rateWords } from './narrator/rate';
import { crowdStands, longestWaiting, standingWords } from './narrator/standing';
import { NEXT } from '../../model/joined';

/** How long a notable sentence stays on the screen, whatever minor events follow. */
const SAID_MS = 2_400;
/** An event further back than this many entries is old, whatever the clock says. */
const MOST_BACK = 400;
/** Events closer together than this share of the run count as one. */
const TOGETHER = 0.004;
/** With more log entries per second of watching, they can't be narrated one by one. */
const MOST_PER_S = 30;
/** A request that waits for this share of the run is its subject. */
const LONG_WAIT = 0.02;
/** How long a sentence about a crowd stays, and roughly the period that it covers. */
const CROWD_MS = 1_500;

/** What plays: a player, or a clip. */
export interface Playing extends Pick<
  Player,
  | 'position'
  | 'time_ns'
  | 'end_ns'
  | 'playing'
  | 'touched'
  | 'speed'
  | 'story'
  | 'watched_ms'
  | 'agoMs'
> {
  readonly main: Scene;
  readonly twin: Scene | undefined;
  readonly tracks: readonly Scene[];
}

export interface Narrated {
  readonly event: Event;
  readonly track: Scene;
}

/** The entry at which a resting figure is; else the last notable one, or the last one. */
function toldOf({ outcome: { events } }: Scene, player: Playing): Event | undefined {
  const { position } = player;
  const done = eventsDone(events, position);
  const last = events[done - 1];
  if (!last) return undefined;
  if (!player.playing) {
    const { step, time_ns } = position;
    if (step === undefined)
      return last.at_ns === time_ns && time_ns > 0 ? worthOf(events, done, time_ns) : undefined;
    if (last.step === step) return worthOf(events, done, undefined, step);
    // Between two entries in story time, the narrator still speaks of the one before.
    if (player.speed !== 'story') return undefined;
  }
  const news = newsOf(events);
  const told = eventsDone(news, position);
  for (let at = told - 1; at >= Math.max(0, told - MOST_BACK); at -= 1) {
    const event = news[at];
    if (!event || player.agoMs(event) > SAID_MS) break;
    if (isNotable(event)) return event;
  }
  const newest = news[told - 1];
  return newest && player.agoMs(newest) <= SAID_MS ? newest : undefined;
}

/** The most important of the entries of one instant or one step. */
function worthOf(
  events: readonly Event[],
  done: number,
  at_ns: number | undefined,
  step?: number,
): Event | undefined {
  let from = done;
  const belongs = (event: Event | undefined) =>
    event !== undefined && (step === undefined ? event.at_ns === at_ns : event.step === step);
  while (belongs(events[from - 1])) from -= 1;
  const own = events.slice(from, done);
  return own.findLast(isNotable) ?? own.at(-1);
}

/** For a single run; two runs are narrated by their situation. */
export function toldBy(player: Playing): Narrated | undefined {
  const { main, touched, twin } = player;
  if (!touched || twin || isCrowd(main) || isBusy(player)) return undefined;
  const event = toldOf(main, player);
  return event && { event, track: main };
}

/** True if too much happens to read while it plays. */
function isBusy(player: Playing): boolean {
  if (!player.playing) return false;
  return player.tracks.some(({ outcome: { events } }) => {
    const news = newsOf(events);
    const past = news[eventsDone(news, player.position) - MOST_PER_S];
    return past !== undefined && player.agoMs(past) < 1_000;
  });
}

function eventSaid({ event, track }: Narrated): string | undefined {
  const scene = track;
  const { events, end_ns } = track.outcome;
  const till = eventsDone(events, { time_ns: track.frame.time_ns, step: track.frame.step });
  const around: Event[] = [];
  for (let at = till - 1; at >= Math.max(0, till - MOST_BACK); at -= 1) {
    const one = events[at];
    if (!one || one.at_ns < event.at_ns - end_ns * TOGETHER) break;
    around.unshift(one);
  }
  const alike = around.filter((one) => one.step <= event.step && isAlike(one, event));
  const own = alike.length > 0 ? alike : [event];
  const all = eventWords(scene, event, own, around);
  const groups = new Set(own.map((one) => ('group' in one ? one.group : null)));
  const [group] = groups;
  const several = track.first.group_threads.length > 1 && groups.size === 1;
  const named =
    several && group !== null && group !== undefined
      ? all.map((said) => m.narr_of_group({ group, said }))
      : [];
  return fitting(...named, ...all);
}

function isAlike(one: Event, other: Event): boolean {
  if (one.kind !== other.kind) return false;
  if (one.kind === 'queued' && other.kind === 'queued')
    return one.lane === other.lane && one.reason === other.reason;
  if (one.kind === 'request_started' && other.kind === 'request_started')
    return one.via === other.via;
  if (one.kind === 'lock_wait' && other.kind === 'lock_wait')
    return one.lock === other.lock && one.holder === other.holder;
  if (one.kind === 'wait_began' && other.kind === 'wait_began') return one.wait === other.wait;
  return true;
}

/** How much of the run passes in a second of watching. */
function paceOf({ speed, end_ns, story }: Playing): number {
  if (speed === 'story') return (end_ns / (story.total_ms || 1)) * 1e3;
  return speed === FASTEST ? end_ns / 10 : speed * 1e9;
}

/** Chooses one sentence at a time; a sentence about a crowd stays for a while. */
export class Narrator {
  #stands: { readonly key: string; readonly said: readonly SentencePiece[] } | undefined;

  /** Never empty. `asked`: the group of the request in question. */
  say(
    player: Playing,
    told: Narrated | undefined,
    sides: readonly NamedScene[],
    asked: number | undefined,
  ): readonly SentencePiece[] {
    const { main, twin, playing } = player;
    const crowd = player.tracks.some(isCrowd) || isBusy(player);
    if (!crowd) {
      this.#stands = undefined;
      return piecesOf(twin ? pairSaid(sides) : this.#one(player, told));
    }
    const beat = Math.floor(player.watched_ms / CROWD_MS);
    const key = playing ? `beat ${beat}` : `${player.time_ns}`;
    if (playing && this.#stands?.key === key) return this.#stands.said;
    const most_ns = (paceOf(player) * CROWD_MS) / 1e3;
    const rest = () => fitting(...restWords(main, asked)) ?? standingWords(main);
    const said = twin ? pairSaid(sides) : playing ? rateWords(main, most_ns, asked) : rest();
    // If the numbers are the same again, the situation says more.
    const again = playing && !twin && plainOf(this.#stands?.said ?? []) === said;
    this.#stands = { key, said: piecesOf(again ? rest() : said) };
    return this.#stands.said;
  }

  #one({ main, end_ns }: Playing, told: Narrated | undefined): string {
    const happened = told && !isBeside(main, told.event, end_ns) ? eventSaid(told) : undefined;
    return happened ?? standingWords(main);
  }
}

/** Routine in another group while a request has waited for long: that wait is what the run is about. */
function isBeside(scene: Scene, event: Event, end_ns: number): boolean {
  if (!('request' in event) || !('group' in event)) return false;
  const subject = longestWaiting(scene);
  return (
    subject !== undefined && subject.group !== event.group && subject.age_ns >= end_ns * LONG_WAIT
  );
}

function restWords(scene: Scene, asked: number | undefined): readonly (string | undefined)[] {
  const stands = crowdStands(scene);
  const group = isCrowd(scene) ? groupWords(scene, asked) : undefined;
  return [group && stands + NEXT + group, stands];
}

export { inFull, plainOf, type SentencePiece };
