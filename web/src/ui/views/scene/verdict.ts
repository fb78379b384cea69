/** What the stall timer found, in a word. */
import { m } from '#paraglide/messages.js';
import type { Round } from './chronicle';

export interface Verdict {
  readonly words: string;
  readonly where: string;
  readonly alert: boolean;
}

const MOST_NAMED = 3;

function groupsOf(groups: readonly number[]): string {
  const named = groups.slice(0, MOST_NAMED).join(', ');
  return groups.length > MOST_NAMED
    ? m.scene_groups_more({ groups: named, count: groups.length - MOST_NAMED })
    : m.scene_groups({ groups: named });
}

export function verdictOf(round: Round | undefined): Verdict | undefined {
  if (!round) return undefined;
  const { stalled, unattended } = round;
  if (stalled.length > 0) {
    return { words: m.scene_timer_stalled(), where: groupsOf(stalled), alert: true };
  }
  if (unattended.length > 0) {
    return { words: m.scene_timer_unattended(), where: groupsOf(unattended), alert: true };
  }
  if (!round.known) return { words: '', where: '', alert: false };
  return { words: m.scene_timer_nothing(), where: '', alert: false };
}
