/**
 * The eye over a world: what it shows, how it flies from one view to another, and what a reader's hand does to it. Places are
 * in the world's units, sizes of the frame in pixels.
 */
import { interpolateZoom } from 'd3-interpolate';
import type { Box, Point } from './geometry';

/** The middle of what is seen, and its width. */
export interface Eye extends Point {
  readonly w: number;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
}

/** The view that has all of a box. */
export function eyeOn({ x, y, w, h }: Box, { width, height }: Frame, margin = 0): Eye {
  return {
    x: x + w / 2,
    y: y + h / 2,
    w: Math.max(w, (h * width) / height) * (1 + margin),
  };
}

/** Pixels for each unit. */
export const scaleOf = ({ w }: Eye, { width }: Frame): number => width / w;

export const inWorld = (eye: Eye, frame: Frame, { x, y }: Point): Point => ({
  x: (x - frame.width / 2) / scaleOf(eye, frame) + eye.x,
  y: (y - frame.height / 2) / scaleOf(eye, frame) + eye.y,
});

/** D3 has the curvature on the interpolator's maker; its types have it elsewhere. */
type Maker = typeof interpolateZoom;
const RHO = 1.3;
const zoom = (interpolateZoom as Maker & { readonly rho: (rho: number) => Maker }).rho(RHO);
const SHORTEST_MS = 350;
const LONGEST_MS = 1_400;
const MS_PER_STEP = 420;

export interface Flight {
  readonly lasts_ms: number;
  readonly at: (share: number) => Eye;
}

const eased = (share: number) =>
  share < 0.5 ? 4 * share ** 3 : 1 - (2 * (1 - Math.min(1, share))) ** 3 / 2;

export function flightOf(from: Eye, to: Eye): Flight {
  const way = zoom([from.x, from.y, from.w], [to.x, to.y, to.w]);
  // D3 gives the length of the way as a time for its own pace.
  const steps = (way.duration / 1000) * (RHO / Math.SQRT2);
  return {
    lasts_ms: Math.min(LONGEST_MS, Math.max(SHORTEST_MS, steps * MS_PER_STEP)),
    at: (share) => {
      const [x, y, w] = way(eased(share));
      return { x, y, w };
    },
  };
}

/** Nearer by a factor, around a place on the screen that stays where it is. */
export function zoomed(eye: Eye, frame: Frame, at: Point, by: number, world: Box): Eye {
  const widest = eyeOn(world, frame).w;
  const w = Math.min(widest, Math.max(NEAREST, eye.w / by));
  const held = inWorld(eye, frame, at);
  const scale = frame.width / w;
  return kept(
    {
      x: held.x - (at.x - frame.width / 2) / scale,
      y: held.y - (at.y - frame.height / 2) / scale,
      w,
    },
    frame,
    world,
  );
}
const NEAREST = 14;

export const moved = (eye: Eye, frame: Frame, by: Point, world: Box): Eye =>
  kept(
    {
      ...eye,
      x: eye.x + by.x / scaleOf(eye, frame),
      y: eye.y + by.y / scaleOf(eye, frame),
    },
    frame,
    world,
  );

const percent = (share: number) => Math.min(100, Math.max(0, 100 * share));

/** A view in percent of the world, so that it is about the same in another size. */
export const shareOf = ({ x, y, w }: Eye, world: Box): Eye => ({
  x: percent((x - world.x) / world.w),
  y: percent((y - world.y) / world.h),
  w: percent(w / world.w),
});

export const fromShare = ({ x, y, w }: Eye, frame: Frame, world: Box): Eye =>
  kept(
    {
      x: world.x + (x * world.w) / 100,
      y: world.y + (y * world.h) / 100,
      w: Math.min(eyeOn(world, frame).w, Math.max(NEAREST, (w * world.w) / 100)),
    },
    frame,
    world,
  );

/** The view does not leave the world. */
function kept(eye: Eye, { width, height }: Frame, world: Box): Eye {
  const [half_w, half_h] = [eye.w / 2, (eye.w * height) / width / 2];
  const within = (at: number, from: number, size: number, half: number) =>
    2 * half >= size ? from + size / 2 : Math.min(Math.max(at, from + half), from + size - half);
  return {
    w: eye.w,
    x: within(eye.x, world.x, world.w, half_w),
    y: within(eye.y, world.y, world.h, half_h),
  };
}

/** The width of the view that follows one body. */
export const NEAR = { w: 32, h: 15.6 };
