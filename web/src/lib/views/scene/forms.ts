/** The scene's layout at a width of its own, before anything is drawn. */
import { m } from '#paraglide/messages.js';
import { hasListener } from '../../run/schedulers';
import type { Frame, Outcome } from '../../run/types';
import { isCrowd } from './crowd';
import { extentOf, type Extent } from './extent';
import { wrap } from './geometry';
import { layoutScene, WIDTHS, type SceneLayout } from './layout';
import { machineExtent } from './machine/machine';
import { whysOfGroups } from './whys';

export type Form = keyof typeof WIDTHS;
export const FORMS: readonly Form[] = ['wide', 'middle', 'narrow'];

export function formsOf(
  outcome: Outcome,
  first: Frame,
  extent: Extent,
): (form: Form) => SceneLayout {
  const group_whys = whysOfGroups(outcome);
  const why_lines = (room: number, group: number) =>
    Math.max(
      1,
      ...[...(group_whys.get(group) ?? [])].map(
        (why) => wrap(`${m.first_waits()} ${why}`, room, 13).length,
      ),
    );
  return (form) =>
    layoutScene({
      extent,
      width: WIDTHS[form],
      no_cores: machineExtent(outcome, first) !== undefined,
      no_timer: first.timer_next_ns === 0,
      no_listener: !hasListener(outcome.scenario.server.scheduler),
      why_lines,
    });
}

/** Of a crowd, and of what stands below the groups in the server model, about. */
const CROWD_HEIGHT = 620;
const MACHINE_HEIGHT = 220;

/** How tall the scene is at this width. */
export function sceneHeight(outcome: Outcome, first: Frame, width: number): number {
  const below = machineExtent(outcome, first) ? MACHINE_HEIGHT : 0;
  if (isCrowd(first)) return CROWD_HEIGHT + below;
  const form: Form = width >= 820 ? 'wide' : width >= 560 ? 'middle' : 'narrow';
  const layout = formsOf(outcome, first, extentOf(outcome, first))(form);
  return Math.round((layout.height * Math.min(width, 760)) / layout.width) + below;
}
