/** A few seconds of a live pool, as a scenario for a figure and for the drawer. */
import { m } from '#paraglide/messages.js';
import { scenarioOf, type CaseName, type Dials } from '../../model/hand/cases';
import type { JsonObject } from '../../model/run/json';

const SECONDS = 4;

export function figureOf(name: CaseName, dials: Dials): JsonObject {
  const connections = Math.min(256, Math.max(8, dials.arrivals * SECONDS));
  const asked = { title: m.live_figure(), dials, until_us: SECONDS * 1e6, connections };
  return scenarioOf(name, asked) as JsonObject;
}
