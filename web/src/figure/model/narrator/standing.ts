/** Describes the situation at a moment: who waits, where and why, and what the others do. */
import { m } from '#paraglide/messages.js';
import { censusOf, NONE, type ConnectionState } from '../../../model/run/frame';
import { requestsOf } from '../../../model/run/record';
import type { WaitReason } from '../../../model/run/types';
import { count as digits, shortDuration } from '../../../model/words/format';
import { numberWord, sentence } from '../../../model/words/number';
import { hasListener, hasOwnThreads } from '../../../model/run/families';
import { clientsIn, groupOfClient, isCrowd, whoAre, type Scene } from './cast';
import { fitting } from './pieces';
import { whyWords } from './why';
import { LIST, STOP, NEXT } from '../../../model/joined';

const UNREAD: ReadonlySet<ConnectionState> = new Set(['socket']);
const IN_LINE: ReadonlySet<ConnectionState> = new Set(['low_queue', 'high_queue']);
const COMING: ReadonlySet<ConnectionState> = new Set(['thread_wait']);
const only = (state: ConnectionState): ReadonlySet<ConnectionState> => new Set([state]);

/** Sentences omit the length of a wait below this share of the run. */
const TELLING_AGE = 0.01;

/** Why the first request of a group waits. */
export function reasonOf(
  { outcome, frame }: Scene,
  group: number | undefined,
): WaitReason | undefined {
  const index = group === undefined ? NONE : (frame.group_why[group] ?? NONE);
  return index === NONE ? undefined : outcome.reasons[index];
}

/** True if every thread of the group is in a wait that its request reports to the pool. */
function isAsleep(scene: Scene, group: number | undefined): boolean {
  const busy: ReadonlySet<ConnectionState> = new Set(['running', 'lock', 'latch', 'login']);
  return clientsIn(scene, busy, group).length === 0;
}

function whyOf(scene: Scene, client: number | undefined): string | undefined {
  const group = client === undefined ? undefined : groupOfClient(scene, client);
  const why = reasonOf(scene, group);
  return why && whyWords(why, isAsleep(scene, group));
}

/** The longest wait for a thread, and the group of its client. */
export function longestWaiting(
  scene: Scene,
): { readonly age_ns: number; readonly group: number | undefined } | undefined {
  const [client] = clientsIn(scene, new Set([...UNREAD, ...IN_LINE]));
  if (client === undefined) return undefined;
  const age_ns = scene.frame.time_ns - (scene.frame.connection_since_ns[client] ?? 0);
  return { age_ns, group: groupOfClient(scene, client) };
}

const one = (clients: readonly number[]) => clients.length === 1;

const NS_PER_S = 1e9;
/** "15 s", "5.8 s", "330 ms". */
const ageWords = (ns: number) =>
  ns >= NS_PER_S ? `${(ns / NS_PER_S).toFixed(ns >= 10 * NS_PER_S ? 0 : 1)} s` : shortDuration(ns);

/** The clients that wait for a thread, at the place of the longest wait, and why. */
function waitingWords(scene: Scene): string | undefined {
  const { frame, outcome } = scene;
  const lone = longestWaiting(scene);
  // A client with a long wait is not described together with those that pass through another group.
  const group = lone && lone.age_ns >= outcome.end_ns * TELLING_AGE ? lone.group : undefined;
  const unread = clientsIn(scene, UNREAD, group);
  const line = clientsIn(scene, IN_LINE, group);
  const coming = clientsIn(scene, COMING);
  const since = (client: number | undefined) => frame.connection_since_ns[client ?? -1] ?? Infinity;
  const age_ns = (client: number | undefined) => frame.time_ns - since(client);
  const read_first = line.length > 0 && since(line[0]) <= since(unread[0]);
  const [subject, other] = read_first ? [line, unread] : [unread, line];
  if (subject.length === 0) {
    if (coming.length === 0) return undefined;
    const who = whoAre(scene, coming);
    return m.narr_thread_comes({ who, n: coming.length });
  }
  const who = whoAre(scene, subject);
  const why = whyOf(scene, subject[0]);
  const long = age_ns(subject[0]) >= outcome.end_ns * TELLING_AGE;
  const age = ageWords(age_ns(subject[0]));
  const told = { who, n: subject.length };
  const plain = read_first ? m.narr_in_line(told) : m.narr_unread(told);
  const said =
    one(subject) && long
      ? read_first
        ? m.narr_in_line_one_for({ who, age })
        : m.narr_unread_one_for({ who, age })
      : plain;
  // Just sent: the events that follow have not happened yet.
  if (!read_first && age_ns(subject[0]) === 0 && hasListener(outcome.scenario.server.scheduler)) {
    const listened = (client: number) =>
      frame.group_listener[frame.connection_group[client] ?? 0] !== NONE;
    if (!subject.every(listened)) return plain;
    return one(subject)
      ? m.narr_letter_listens({ who })
      : m.narr_letters_listens({ count: sentence(numberWord(subject.length)) });
  }
  const also = (words: string) => {
    if (other.length === 0) return words;
    const number = numberWord(other.length);
    return read_first
      ? m.narr_also_unread({ said: words, count: number })
      : m.narr_also_in_line({ said: words, count: number });
  };
  const with_why = (words: string) => why && words + NEXT + why;
  return fitting(with_why(also(said)), with_why(said), with_why(plain), also(plain), plain);
}

/** What the clients with a thread or in another wait do, the most frequent first. */
const DOES: readonly [ConnectionState, (told: { who: string; n: number }) => string][] = [
  ['running', (told) => m.narr_running(told)],
  ['waiting', (told) => m.narr_asleep(told)],
  ['lock', (told) => m.narr_locked(told)],
  ['latch', (told) => m.narr_latched(told)],
  ['runnable', (told) => m.narr_ready(told)],
  ['suspended', (told) => m.narr_away(told)],
  ['login', (told) => m.narr_login(told)],
];

const uncapital = (words: string) => `${words.charAt(0).toLowerCase()}${words.slice(1)}`;

function doingWords(scene: Scene): string | undefined {
  const doing = DOES.flatMap(([state, does]) => {
    const clients = clientsIn(scene, only(state));
    if (clients.length === 0) return [];
    const size = clients.length;
    return [{ size, words: does({ who: whoAre(scene, clients), n: size }) }];
  }).sort((a, b) => b.size - a.size);
  const [most, next] = doing.map(({ words }) => words);
  if (most === undefined) return undefined;
  const alone = most + STOP;
  const outside = applicationWords(scene);
  if (outside !== undefined) return fitting(alone + NEXT + outside, alone);
  const both = next && m.narr_both({ one: most, other: uncapital(next) }) + STOP;
  const { scheduler } = scene.outcome.scenario.server;
  const flows =
    !hasOwnThreads(scheduler) &&
    clientsIn(scene, new Set(['lock', 'latch', 'runnable', 'suspended'])).length === 0;
  const free = (words: string) => (flows ? m.narr_nobody_waits({ said: words }) : undefined);
  return fitting(both && free(both), both, free(alone), alone);
}

/** How many requests wait for a connection of their application's pool. */
export function applicationWords({ frame }: Scene): string | undefined {
  const { crowd_waiting, crowd_places } = frame;
  const waiting = crowd_waiting.reduce(
    (sum, one, crowd) => (crowd_places[crowd] === NONE ? sum : sum + one),
    0,
  );
  if (waiting === 0) return undefined;
  return m.narr_in_application({ n: waiting, count: sentence(said(waiting)) });
}

/** No request is under way in the server. */
function silentWords(scene: Scene): string {
  const { outcome, frame } = scene;
  const outside = applicationWords(scene);
  if (outside !== undefined) return outside;
  if (frame.finished === 0)
    return frame.group_listener.some((thread) => thread !== NONE) &&
      frame.group_listener.length === 1
      ? m.narr_nobody_yet_listens()
      : m.narr_nobody_yet();
  const total = requestsOf(outcome);
  if (frame.finished < total) return m.narr_nobody_now();
  return m.narr_all_answered({ n: total, count: numberWord(total) });
}

export const standingWords = (scene: Scene): string =>
  isCrowd(scene)
    ? crowdStands(scene)
    : (waitingWords(scene) ?? doingWords(scene) ?? silentWords(scene));

/** A crowd's states in a few words; high and low queue count as one. */
const CROWD: readonly [
  readonly ConnectionState[],
  stand: (told: { n: number; count: string }) => string,
][] = [
  [['low_queue', 'high_queue', 'thread_wait'], m.narr_crowd_in_line],
  [['socket'], m.narr_crowd_unread],
  [['latch'], m.narr_crowd_latched],
  [['runnable'], m.narr_crowd_ready],
  [['lock'], m.narr_crowd_locked],
  [['waiting'], m.narr_crowd_asleep],
  [['running'], m.narr_crowd_running],
  [['suspended'], m.narr_crowd_away],
  [['login'], m.narr_crowd_login],
  [['idle'], m.narr_crowd_idle],
];
const said = (value: number) => (value <= 12 ? numberWord(value) : digits(value));

/** How many of the requests under way no longer have a client. */
export function goneWords({ frame }: Scene): string | undefined {
  const gone = frame.connection_gone.reduce((sum, one) => sum + one, 0);
  if (gone === 0) return undefined;
  return m.narr_crowd_gone({ n: gone, count: sentence(said(gone)) });
}

/** The three most frequent states, in the order in which a request passes through them. */
export function crowdStands(scene: Scene): string {
  const census = censusOf(scene.frame);
  const all = CROWD.map(([states, stand]) => {
    const size = states.reduce((sum, state) => sum + (census.get(state) ?? 0), 0);
    return { size, words: stand({ n: size, count: said(size) }) };
  }).filter(({ size }) => size > 0);
  const busy = all.length - Number((census.get('idle') ?? 0) > 0);
  if (busy === 0) return silentWords(scene);
  const most = [...all].sort((a, b) => b.size - a.size);
  const told = (number: number) => {
    const kept = new Set(most.slice(0, number));
    const [last, ...before] = all.filter((one) => kept.has(one)).reverse();
    if (!last) return undefined;
    const list = before
      .reverse()
      .map(({ words }) => words)
      .join(LIST);
    return sentence((list === '' ? last.words : m.narr_and({ list, last: last.words })) + STOP);
  };
  const more = goneWords(scene) ?? applicationWords(scene);
  const with_more = (words: string | undefined) => words && more && words + NEXT + more;
  const short = [told(3), told(2), told(1)];
  return fitting(...short.map(with_more), ...short) ?? silentWords(scene);
}

/** For one of two runs, the places in a few words: "six home, two asleep, four at a shut gate". */
const SIDE: readonly [readonly ConnectionState[], (count: string) => string][] = [
  [['running'], (count) => m.narr_side_running({ count })],
  [['waiting'], (count) => m.narr_side_asleep({ count })],
  [['lock'], (count) => m.narr_side_locked({ count })],
  [['latch'], (count) => m.narr_side_latched({ count })],
  [['runnable'], (count) => m.narr_side_ready({ count })],
  [['suspended'], (count) => m.narr_side_away({ count })],
  [['login'], (count) => m.narr_side_login({ count })],
  [['low_queue', 'high_queue', 'thread_wait'], (count) => m.narr_side_in_line({ count })],
  [['socket'], (count) => m.narr_side_unread({ count })],
];

/** True if each of its clients sends a single request. */
const asksOnce = ({ outcome, first }: Scene) => requestsOf(outcome) <= first.connection_id.length;

export function sideWords(scene: Scene, most: number): string {
  const census = censusOf(scene.frame);
  const shut = scene.frame.group_why.some(
    (_, group) => reasonOf(scene, group)?.reason === 'too_busy',
  );
  const parts = SIDE.flatMap(([states, words]) => {
    const size = states.reduce((sum, state) => sum + (census.get(state) ?? 0), 0);
    if (size === 0) return [];
    const gate =
      shut && states.includes('low_queue') ? m.narr_side_gate({ count: said(size) }) : '';
    return [{ size, words: gate || words(said(size)) }];
  });
  const home = asksOnce(scene) ? scene.frame.finished : 0;
  if (home > 0) parts.unshift({ size: home, words: m.narr_side_home({ count: said(home) }) });
  const kept = new Set([...parts].sort((a, b) => b.size - a.size).slice(0, most));
  const told = parts.filter((part) => kept.has(part)).map(({ words }) => words);
  return told.length > 0 ? told.join(LIST) : m.narr_side_none();
}
