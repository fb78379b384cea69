/** A few seconds of a live pool, as a scenario for a figure and for the drawer. */
import { m } from '#paraglide/messages.js';
import { hasLatch, scenarioOf } from '../../model/hand/cases';
import { COUNTED_US } from '../../model/hand/latch';
import type { JsonObject } from '../../model/run/json';
import type { Asked } from './live.svelte';

const SECONDS = 4;
/** A latch has done all there is to see by then. */
const LATCH_US = COUNTED_US.to;

export function figureOf({ name, dials, seed, server }: Omit<Asked, 'log'>): JsonObject {
  const connections = Math.min(256, Math.max(8, dials.arrivals * SECONDS));
  const until_us = hasLatch(name) ? LATCH_US : SECONDS * 1e6;
  const asked = { title: m.live_figure(), dials, seed, server, until_us, connections };
  return scenarioOf(name, asked) as JsonObject;
}
