/** The scene's layout at a width of its own, before anything is drawn. */
import { m } from '#paraglide/messages.js';
import { hasListener } from '../../../model/servers/families';
import type { Frame, Outcome } from '../../../model/run/types';
import type { Extent } from './extent';
import { wrap } from '../../marks/measure';
import { layoutScene } from './layout';
import type { SceneLayout } from './layout-types';
import { machineExtent } from './machine/machine';
import { whysOfGroups } from './whys';
import { WIDTHS, type Form } from './widths';

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
