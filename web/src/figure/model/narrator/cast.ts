/** The clients in the picture of one run, and how sentences refer to them. */
import { m } from '#paraglide/messages.js';
import {
  CONNECTION_STATES,
  isGone,
  labelling,
  NONE,
  type ConnectionState,
} from '../../../model/run/frame';
import type { Frame, Outcome } from '../../../model/run/types';
import { numberWord, sentence } from '../../../model/words/number';
import { TONES } from '../../../ui/views/shapes';
import { tokenWords } from './pieces';
import { LIST, counted } from '../../../model/joined';

/** If there are more, only their number is given. */
const MOST_NAMED = 3;
/** With more bodies than this a picture shows a crowd. */
export const MOST_BODIES = 24;

export interface Scene {
  readonly outcome: Outcome;
  readonly first: Frame;
  readonly frame: Frame;
}

export function listed(names: readonly string[]): string {
  const [last, ...before] = [...names].reverse();
  if (last === undefined || before.length === 0) return last ?? '';
  return m.narr_and({ list: before.reverse().join(LIST), last });
}

const labels = new WeakMap<Frame, ReturnType<typeof labelling>>();
function labelsOf({ first, frame }: Scene): readonly string[] {
  const known = labels.get(first) ?? labelling(first);
  labels.set(first, known);
  return known(frame);
}

export const isCrowd = ({ first }: Pick<Scene, 'first'>) =>
  first.connection_id.length > MOST_BODIES;

export const stateOf = ({ frame }: Scene, client: number): ConnectionState =>
  CONNECTION_STATES[frame.connection_state[client] ?? 0] ?? 'closed';

/** The client as the body in the picture. */
export const bodyOf = (scene: Scene, client: number): string =>
  tokenWords({
    label: numberOf(scene, client),
    tone: TONES[stateOf(scene, client)],
    gone: isGone(scene.frame, client),
  });

/** Its number alone, for what the picture does not show any more. */
export const numberOf = (scene: Scene, client: number): string =>
  labelsOf(scene)[client] ?? String(client);

/** The client that sent a request. */
export function clientOf({ outcome, frame }: Scene, request: number): number | undefined {
  const connection = outcome.lives[request]?.connection;
  const client = connection === undefined ? -1 : frame.connection_id.indexOf(connection);
  return client < 0 ? undefined : client;
}

/** A few clients as bodies, or as `named`; many as a number. */
export const whomOf = (
  scene: Scene,
  clients: readonly number[],
  named: (client: number) => string = (client) => bodyOf(scene, client),
): string =>
  clients.length <= MOST_NAMED
    ? listed(clients.map((client) => named(client)))
    : counted(numberWord(clients.length));

/** The same as the subject at the start of a sentence. */
export const whoAre: typeof whomOf = (scene, clients, named) => {
  const whom = whomOf(scene, clients, named);
  return clients.length <= MOST_NAMED ? whom : sentence(whom);
};

/** The clients in one of these states, the longest first. */
export function clientsIn(
  scene: Scene,
  states: ReadonlySet<ConnectionState>,
  group?: number,
): readonly number[] {
  const { connection_state, connection_since_ns, connection_group } = scene.frame;
  const found: number[] = [];
  connection_state.forEach((_, client) => {
    if (group !== undefined && connection_group[client] !== group) return;
    if (states.has(stateOf(scene, client))) found.push(client);
  });
  const since = (client: number) => connection_since_ns[client] ?? 0;
  return found.sort((a, b) => since(a) - since(b) || a - b);
}

export const groupOfClient = ({ frame }: Scene, client: number): number | undefined => {
  const group = frame.connection_group[client];
  return group === undefined || group === NONE ? undefined : group;
};

/** "seventh" for 7; undefined for numbers without a word. */
export const ordinal = (value: number): string | undefined => m.narr_ordinals().split(' ')[value];
