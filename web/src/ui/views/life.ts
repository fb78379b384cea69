/** Divides a request's life into one part per reason. */
import type { Life, Segment } from '../../model/run/types';

export interface LifePart {
  /** The first segment with this place and reason. */
  readonly segment: Segment;
  readonly total_ns: number;
  readonly times: number;
}

/** The total time that a request spent for one reason in one place, in the order of its life. */
export function partsOf(life: Pick<Life, 'segments'>): LifePart[] {
  const parts = new Map<string, { segment: Segment; total_ns: number; times: number }>();
  for (const segment of life.segments) {
    const length = segment.end_ns - segment.start_ns;
    if (length <= 0) continue;
    const key = `${segment.place} ${segment.why.reason}`;
    const part = parts.get(key) ?? { segment, total_ns: 0, times: 0 };
    part.total_ns += length;
    part.times += segment.joined ?? 1;
    parts.set(key, part);
  }
  return [...parts.values()];
}

/** Notes about a reason: the setting that decides it, and the effect of other values. */
export interface Note {
  readonly words: string;
  /** The effect of other values. */
  readonly verdict: string | undefined;
  /** A value that helped and that the figure's own knob can take. */
  readonly offer: { readonly words: string; readonly take: () => void } | undefined;
  /** Another request that explains more. */
  readonly ask: number | undefined;
}
