/** Frames around the parts that a text points at, and which of them it means. */
import type { ScenePart } from '../../../model/run/cue';
import type { Frame, Life } from '../../../model/run/types';
import { rect, type Mark } from '../../marks/marks';
import type { Box } from './geometry';

/** The client that sends this request, now or at any time. */
export function clientOfRequest(
  request: number,
  frame: Frame,
  lives: readonly Pick<Life, 'connection'>[],
): number | undefined {
  const now = frame.connection_request.indexOf(request);
  if (now >= 0) return now;
  const connection = lives[request]?.connection;
  const index = connection === undefined ? -1 : frame.connection_id.indexOf(connection);
  return index < 0 ? undefined : index;
}

const OF_ALL: ReadonlySet<string> = new Set(['timer', 'cores', 'run_queue', 'latch', 'group']);

/** A group that only says which listener is meant is not framed itself. */
export const framed = (parts: readonly ScenePart[]): readonly ScenePart[] =>
  parts.some((part) => !part.includes(':') && !OF_ALL.has(part))
    ? parts.filter((part) => !part.startsWith('group:'))
    : parts;

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
