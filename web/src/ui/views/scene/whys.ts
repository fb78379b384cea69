/** For each group, the sentences that say why somebody in it waits: their room is kept free. */
import type { Outcome, WaitReason } from '../../../model/run/types';

const IN_LINE = new Set(['socket', 'low_queue', 'high_queue', 'queue']);
/** Of a long run the beginning is enough; a longer sentence that comes later is cut. */
const MOST_LIVES = 4_000;

export function whysOfGroups(
  outcome: Outcome,
  said: (why: WaitReason, outcome: Outcome) => string,
): ReadonlyMap<number, ReadonlySet<string>> {
  // Of a run that was not kept whole, any group may come to any reason.
  if (outcome.not_kept) {
    const all = new Set(outcome.reasons.map((why) => said(why, outcome)));
    return new Map(outcome.metrics.groups.map((_, group) => [group, all]));
  }
  const found = new Map<number, Map<string, WaitReason>>();
  for (const life of outcome.lives.slice(0, MOST_LIVES)) {
    if (life.group === null) continue;
    const own = found.get(life.group) ?? new Map<string, WaitReason>();
    found.set(life.group, own);
    for (const segment of life.segments) {
      if (IN_LINE.has(segment.place)) own.set(JSON.stringify(segment.why), segment.why);
    }
  }
  return new Map(
    [...found].map(([group, whys]) => [
      group,
      new Set([...whys.values()].map((why) => said(why, outcome))),
    ]),
  );
}
