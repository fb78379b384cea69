/** Where the parts are that words point at. */
import { NONE } from '../../../model/run/frame';
import type { WHOLE_PARTS } from '../../../model/run/cue';
import { type Part } from '../../../model/run/cue';
import type { Frame, Life } from '../../../model/run/types';
import type { Box, Point } from './geometry';
import type { GroupLayout, SceneLayout, Slots } from './layout-types';
import type { Placement } from './place';

type WholePart = (typeof WHOLE_PARTS)[number];

export type Lit =
  | { readonly shape: 'box'; readonly box: Box }
  | { readonly shape: 'round'; readonly at: Point; readonly r: number };

export interface LightInput {
  readonly layout: SceneLayout;
  readonly placement: Placement;
  readonly frame: Frame;
  readonly lives: readonly Pick<Life, 'connection'>[];
}

const around = (places: readonly Point[], margin: { x: number; y: number }): Box | undefined => {
  if (places.length === 0) return undefined;
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => y);
  const x = Math.min(...xs) - margin.x;
  const y = Math.min(...ys) - margin.y;
  return { x, y, w: Math.max(...xs) + margin.x - x, h: Math.max(...ys) + margin.y - y };
};

const boxes = (...all: readonly (Box | undefined)[]): Lit[] =>
  all.filter((box) => box !== undefined).map((box) => ({ shape: 'box', box }));
const round = (at: Point, r: number): Lit => ({ shape: 'round', at, r });

/** A line of slots with its name above it, within the panel that it stands in. */
function lineBox(slots: Slots | undefined, panel: Box | undefined): Box | undefined {
  if (!slots || !panel) return undefined;
  const bottom = Math.max(...slots.places.map(({ y }) => y)) + slots.radius + 7;
  const y = slots.label.y - 15;
  return { x: panel.x + 5, y, w: panel.w - 10, h: bottom - y };
}

const FOOT = 42;

function counterBoxes({ box, listener, queue, workers }: GroupLayout): Lit[] {
  const foot = (part: Box | undefined) =>
    part && { x: part.x + 5, y: part.y + part.h - FOOT + 1, w: part.w - 10, h: FOOT - 5 };
  const head = { x: box.x + box.w - 262, y: box.y + 8, w: 254, h: 32 };
  return boxes(
    listener ? head : undefined,
    foot(listener?.box),
    foot(queue?.box),
    foot(workers.box),
  );
}

function inGroup(part: WholePart, group: GroupLayout): Lit[] {
  const { clients, listener, sockets, queue, workers, detail } = group;
  const card = detail === 'card';
  switch (part) {
    case 'clients':
      return boxes(clients.box);
    case 'sockets':
      return card
        ? boxes(around(sockets?.places ?? [], { x: 12, y: 12 }))
        : boxes(lineBox(sockets, listener?.box));
    case 'listener':
      return card && listener ? [round(listener.seat, listener.radius + 3)] : boxes(listener?.box);
    case 'queue':
    case 'high_queue':
    case 'low_queue': {
      if (!queue) return [];
      if (card) return boxes(around(queue.low.places, { x: 12, y: 12 }));
      if (part === 'queue') return boxes(queue.box);
      return boxes(
        lineBox(part === 'high_queue' ? (queue.high ?? queue.low) : queue.low, queue.box),
      );
    }
    case 'workers':
      return card ? boxes(around(workers.seats, { x: 17, y: 16 })) : boxes(workers.box);
    case 'counters':
      return card ? [] : counterBoxes(group);
    case 'timer':
    case 'cores':
    case 'run_queue':
    case 'latch':
      return [];
  }
}

/** The client whose request this is, now or at any time. */
export function clientOfRequest(
  request: number,
  frame: Frame,
  lives: LightInput['lives'],
): number | undefined {
  const now = frame.client_request.indexOf(request);
  if (now >= 0) return now;
  const connection = lives[request]?.connection;
  const index = connection === undefined ? -1 : frame.client_id.indexOf(connection);
  return index < 0 ? undefined : index;
}

export function litBy(part: Part, input: LightInput): Lit[] {
  const { layout, placement, frame, lives } = input;
  const [kind, number] = part.split(':');
  if (number === undefined) {
    if (part === 'timer') return boxes(layout.timer);
    if (part === 'cores') return boxes(layout.cores);
    return layout.groups.flatMap((group) => inGroup(part as WholePart, group));
  }
  const wanted = Number(number);
  if (kind === 'group') {
    return boxes(layout.groups.find(({ group }) => group === wanted && group !== NONE)?.box);
  }
  if (kind === 'thread') {
    return placement.threads
      .filter(({ thread }) => thread === wanted)
      .map((at) => round(at, at.radius + 5));
  }
  const client = clientOfRequest(wanted, frame, lives);
  const token = placement.tokens.find((one) => one.client === client);
  if (!token) return [];
  const home = round(token.home, token.home_radius + 5);
  return token.zone === 'client' ? [home] : [home, round(token, token.radius + 5)];
}
