/** The headings of a figure's run, or of its two. */
import { sum } from 'd3-array';
import { m } from '#paraglide/messages.js';
import { requestName } from '../../model/words/say';
import { serverName } from '../../model/words/servers';
import { isTextbook } from '../../model/run/families';
import { livesCut } from '../../model/run/record';
import type { Life, Outcome } from '../../model/run/types';
import { count } from '../../model/words/format';
import type { Track } from '../player/track.svelte';
import { CLAUSE } from '../../model/joined';

type Run = Pick<Track, 'outcome' | 'first'>;

/** A picture with more clients than this can't be counted by eye. */
const COUNTED = 24;

/**
 * How many clients a run has. Undefined if some come and go: then a run's connections are places of a table, in which one
 * client follows another.
 */
function clientsOf({ outcome, first }: Run): number | undefined {
  const { clients = [] } = outcome.scenario;
  const comes = clients.some(
    ({ arrivals, patience }) => patience && ('open' in arrivals || 'bursts' in arrivals),
  );
  if (comes) return undefined;
  const table = clients.filter(({ patience }) => patience);
  if (table.length === 0) return first.connection_id.length;
  return sum(clients, ({ count }) => count) + othersOf(outcome.scenario);
}

/** Connections of single requests and loops. */
const othersOf = ({ requests = [], loops = [] }: Run['outcome']['scenario']) =>
  new Set([...requests, ...loops].map(({ connection }) => connection)).size;

/** How many groups and connections. */
function sizes({ outcome, first }: Run): readonly string[] {
  const groups = first.group_connections.length;
  const clients = clientsOf({ outcome, first });
  // A textbook's queue has no groups; the word would be the only one of a server.
  const none = groups === 0 || (groups === 1 && isTextbook(outcome.scenario.server.scheduler));
  return [
    ...(none
      ? []
      : [groups === 1 ? m.figure_head_group() : m.figure_head_groups({ count: count(groups) })]),
    ...(clients !== undefined && (none || clients > COUNTED)
      ? [m.figure_head_clients({ count: count(clients) })]
      : []),
  ];
}

function versionOf({ settings }: Outcome): readonly string[] {
  const version = settings.find(({ name }) => name === 'version')?.value;
  return version === undefined || version === 'any' ? [] : [version];
}

/** "10.4, one group", "10.11, 36 groups, 1,024 connections". */
export const runWords = (run: Run): string =>
  [...versionOf(run.outcome), ...sizes(run)].join(CLAUSE);

/** The same after the server's name. */
export const serverWords = (run: Run): string =>
  [
    [serverName(run.outcome.scenario.server.scheduler), ...versionOf(run.outcome)].join(' '),
    ...sizes(run),
  ].join(CLAUSE);

/** For two runs of the same requests: "The same 8 requests, two servers". Otherwise undefined. */
export function pairWords(left: Run, right: Run): string | undefined {
  const clients = clientsOf(left);
  if (clients !== clientsOf(right)) return undefined;
  const requests = left.outcome.lives.length;
  const counted =
    requests <= COUNTED &&
    requests === right.outcome.lives.length &&
    !livesCut(left.outcome) &&
    !livesCut(right.outcome);
  const what = counted
    ? m.figure_head_same_requests({ count: requests })
    : clients === undefined
      ? m.figure_head_same_arrivals()
      : m.figure_head_same_clients({ count: count(clients) });
  const [one, other] = [left, right].map(({ outcome }) => outcome.scenario.server.scheduler);
  return one === other ? m.figure_head_two_settings({ what }) : m.figure_head_two_servers({ what });
}

/**
 * "Why 7?" once the request has arrived and is known to have waited. The number is that of its body in the picture; of a request
 * with a name, or with another number than its body, just "Why so slow?".
 */
export function whyWords(life: Life | undefined, outcome: Outcome): string {
  const name = life === undefined ? '' : requestName(life.request, outcome);
  return /^\d+$/.test(name) && name === String(life?.connection)
    ? m.figure_why_of({ request: name })
    : m.figure_tab_why();
}
