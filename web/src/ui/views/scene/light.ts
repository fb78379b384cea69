/** Finds the parts that the text points at. */
import { NONE } from '../../../model/run/frame';
import { WHOLE_PARTS, type ScenePart } from '../../../model/run/cue';
import type { Frame, Life } from '../../../model/run/types';
import { circle, rect, type Mark } from '../../marks/marks';
import type { Box, Point } from './geometry';
import type { GroupLayout, SceneLayout, Slots } from './layout-types';
import { machineRoom } from './machine-marks';
import type { Placement } from './place';

type WholePart = (typeof WHOLE_PARTS)[number];

export type Lit =
  | { readonly shape: 'box'; readonly box: Box; readonly r?: number }
  | { readonly shape: 'round'; readonly at: Point; readonly r: number }
  /** Behind a body; adjacent ones merge. */
  | { readonly shape: 'body'; readonly at: Point; readonly r: number };

export interface LightInput {
  readonly layout: SceneLayout;
  readonly placement: Placement;
  readonly frame: Frame;
  readonly lives: readonly Pick<Life, 'connection'>[];
  /** The positions of moving requests. */
  readonly travelling?: ReadonlyMap<number, Point & { readonly radius: number }>;
}

const grown = ({ x, y, w, h }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  w: w + 2 * by,
  h: h + 2 * by,
});

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

const trayOf = (slots: Slots | undefined) =>
  slots && (slots.tray ?? around(slots.places, { x: slots.radius + 3, y: slots.radius + 3 }));

function inGroup(part: WholePart, group: GroupLayout, { placement }: LightInput): Lit[] {
  const { clients, listener, sockets, queue, workers, box } = group;
  const framed = (one: Box | undefined) => boxes(one && grown(one, 2));
  switch (part) {
    case 'clients':
      return boxes(grown(clients.box, -3));
    case 'sockets': {
      // With nobody unread, the place where they would be is the door.
      const unread = placement.tokens.some(
        ({ zone, layout }) => zone === 'socket' && layout.group === group.group,
      );
      return unread || !listener
        ? framed(trayOf(sockets))
        : [round(listener.seat, listener.radius + 5)];
    }
    case 'listener':
      return listener ? [round(listener.seat, listener.radius + 5)] : [];
    case 'queue':
      return framed(queue?.box);
    case 'high_queue':
      return framed(trayOf(queue?.high ?? queue?.low));
    case 'low_queue':
      return framed(trayOf(queue?.low));
    case 'workers': {
      const { wall } = group.full ?? {};
      return framed(wall ? { ...workers.box, w: wall.x + 3 - workers.box.x } : workers.box);
    }
    case 'counters':
      return boxes(box);
    case 'timer':
    case 'cores':
    case 'run_queue':
    case 'latch':
      return [];
  }
}

/** The client that sends this request, now or at any time. */
export function clientOfRequest(
  request: number,
  frame: Frame,
  lives: LightInput['lives'],
): number | undefined {
  const now = frame.connection_request.indexOf(request);
  if (now >= 0) return now;
  const connection = lives[request]?.connection;
  const index = connection === undefined ? -1 : frame.connection_id.indexOf(connection);
  return index < 0 ? undefined : index;
}

const numbered = (part: ScenePart): readonly [kind: string, number: number] => {
  const [kind = '', number = ''] = part.split(':');
  return [kind, Number(number)];
};

/** The groups that the text is about, if it names one or a request in one. */
function meant(
  parts: readonly ScenePart[],
  input: LightInput,
  chosen: number | undefined,
): Set<number> {
  const { layout, placement, frame, lives } = input;
  const groups = new Set<number>();
  const ofClient = (client: number | undefined) => {
    const token = placement.tokens.find((one) => one.client === client);
    if (token) groups.add(token.layout.group);
  };
  for (const part of parts) {
    const [kind, number] = numbered(part);
    if (kind === 'group') groups.add(number);
    else if (kind === 'request') ofClient(clientOfRequest(number, frame, lives));
    else if (kind === 'thread') {
      const place = placement.threads.find(({ thread }) => thread === number);
      if (place) groups.add(place.layout.group);
    }
  }
  if (groups.size === 0 && chosen !== undefined) ofClient(chosen);
  return layout.groups.length > 1 ? groups : new Set();
}

const isWhole = (part: ScenePart): part is WholePart =>
  (WHOLE_PARTS as readonly string[]).includes(part);
const inAGroup = (part: ScenePart) => isWhole(part) && part !== 'timer' && part !== 'cores';

/** Nothing is drawn where the clients of this group would be: there are none, or they have left. */
const isDeserted = (part: ScenePart, { group }: GroupLayout, { placement }: LightInput) =>
  part === 'clients' &&
  !placement.tokens.some(
    ({ layout, state, gone, zone }) =>
      layout.group === group && state !== 'closed' && !(gone && zone !== 'client'),
  );

/** Everything that a sentence points at. `chosen`: the chosen request's client, for parts that every group has. */
export function litByAll(
  parts: readonly ScenePart[],
  input: LightInput,
  chosen?: number,
): readonly Lit[] {
  const groups = meant(parts, input, chosen);
  const those = (group: number) => groups.size === 0 || groups.has(group);
  return parts.flatMap((part) => {
    // A group that only specifies which listener is meant is not lit itself.
    if (part.startsWith('group:') && parts.some(inAGroup)) return [];
    if (!inAGroup(part)) return litBy(part, input);
    return input.layout.groups.flatMap((group) =>
      those(group.group) && !isDeserted(part, group, input)
        ? inGroup(part as WholePart, group, input)
        : [],
    );
  });
}

export function litBy(part: ScenePart, input: LightInput): Lit[] {
  const { layout, placement, frame, lives, travelling } = input;
  if (isWhole(part)) {
    if (part === 'timer' || part === 'cores') {
      const box = layout[part];
      return boxes(box && within(machineRoom(part, box, frame), layout));
    }
    return layout.groups.flatMap((group) =>
      isDeserted(part, group, input) ? [] : inGroup(part, group, input),
    );
  }
  const [kind, wanted] = numbered(part);
  if (kind === 'group') {
    return layout.groups
      .filter(({ group }) => group === wanted && group !== NONE)
      .map(({ box, full }) => ({ shape: 'box', box, r: full?.corner ?? 11 }));
  }
  if (kind === 'thread') {
    return placement.threads
      .filter(({ thread }) => thread === wanted)
      .map((at) => round(at, at.radius + 5));
  }
  const client = clientOfRequest(wanted, frame, lives);
  const token = placement.tokens.find((one) => one.client === client);
  if (!token) return [];
  const home = round(token.home, token.home_radius + 4);
  if (token.zone === 'client') return [home];
  const way = travelling?.get(token.client);
  if (token.zone === 'worker' && !way) return [home, round(token, token.layout.workers.radius + 5)];
  return [home, { shape: 'body', at: way ?? token, r: (way?.radius ?? token.radius) * 1.2 + 4 }];
}

/** How thick a frame is. */
const EDGE = 4;
/** As much of a frame as is in the picture, with its edge. */
export function within(box: Box, { width, height }: { width: number; height: number }): Box {
  const in_x = (x: number) => Math.min(Math.max(x, EDGE / 2), width - EDGE / 2);
  const in_y = (y: number) => Math.min(Math.max(y, EDGE / 2), height - EDGE / 2);
  const [x, y] = [in_x(box.x), in_y(box.y)];
  return { x, y, w: in_x(box.x + box.w) - x, h: in_y(box.y + box.h) - y };
}

/** A frame around what the text points at. */
export const frameMark = ({ x, y, w, h }: Box, r = 11, thick = EDGE): Mark =>
  rect(x, y, w, h, { r, fill: 'none', stroke: '--light', thick });

/** Highlights behind what the text mentions; `strong` for what a pointer rests on in the text. */
export function lightMarks(lit: readonly Lit[], strong: boolean): Mark[] {
  return lit.map((one): Mark => {
    if (one.shape === 'box') return frameMark(one.box, one.r, strong ? 6 : EDGE);
    const { at, r } = one;
    return one.shape === 'body'
      ? rect(at.x - r, at.y - r, 2 * r, 2 * r, { r: r * 0.4, fill: '--light' })
      : circle(at.x, at.y, r, { fill: '--light' });
  });
}
