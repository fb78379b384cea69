/** Where the parts are that words point at. */
import { NONE } from '../../../model/run/frame';
import type { WHOLE_PARTS } from '../../../model/run/cue';
import { type Part } from '../../../model/run/cue';
import type { Frame, Life } from '../../../model/run/types';
import { circle, rect, type Look, type Mark } from '../../marks/marks';
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

/** A line of slots with its name above it, half-way to the panel's own, within that panel. */
function lineBox(slots: Slots | undefined, panel: Box | undefined): Box | undefined {
  if (!slots || !panel) return undefined;
  const tray = slots.tray ?? around(slots.places, { x: slots.radius + 2, y: slots.radius + 2 });
  if (!tray) return undefined;
  const y = slots.label ? Math.min(slots.label.y - 9.8, tray.y) : tray.y;
  return { x: panel.x + 4, y, w: panel.w - 8, h: tray.y + tray.h - y + 1 };
}

function counterBoxes({ box, listener, queue, workers, full }: GroupLayout): Lit[] {
  if (!full) return [];
  const { head, foot } = full;
  const foot_of = (part: Box | undefined) =>
    part && foot > 0
      ? { x: part.x + 4, y: part.y + part.h - foot + 1, w: part.w - 8, h: foot - 3 }
      : undefined;
  return boxes(
    { x: box.x + box.w * 0.35, y: box.y + 3, w: box.w * 0.65 - 4, h: head - 4 },
    foot_of(full.listener_foot ? listener?.box : undefined),
    foot_of(queue?.box),
    foot_of(workers.box),
  );
}

function inGroup(part: WholePart, group: GroupLayout): Lit[] {
  const { clients, listener, sockets, queue, workers, detail, titled } = group;
  const card = detail === 'card' && !titled;
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
    const those = [...layout.groups, ...(layout.strip?.cells ?? [])];
    return boxes(those.find(({ group }) => group === wanted && group !== NONE)?.box);
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

/** Calm frames round the parts that words speak of; `strong` for those that a text points at. */
export function lightMarks(lit: readonly Lit[], strong: boolean): Mark[] {
  const line: Look = strong
    ? { fill: 'none', stroke: '--ink', thick: 2 }
    : { fill: 'none', stroke: '--ink', thick: 1.5, dash: '7 4' };
  const halo: Look = { fill: 'none', stroke: '--light', thick: 6, opacity: 0.85 };
  return lit.flatMap((one): Mark[] => {
    if (one.shape === 'box') {
      const { x, y, w, h } = one.box;
      const at = [x - 1, y - 1, w + 2, h + 2] as const;
      return [
        ...(strong ? [rect(...at, { r: 11, ...halo })] : []),
        rect(...at, { r: 11, ...line }),
      ];
    }
    const { at, r } = one;
    return [...(strong ? [circle(at.x, at.y, r, halo)] : []), circle(at.x, at.y, r, line)];
  });
}
