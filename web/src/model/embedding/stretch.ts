import { parseTime } from '../link/url';

/** A part of a run; a missing bound is the run's own start or end. */
export interface Written {
  readonly from_ns?: number;
  readonly to_ns?: number;
}

/**
 * Reads two times as an author typed them; either may be blank. Undefined if they are no times, or no stretch of a run that
 * ends at `end_ns`.
 */
export function readStretch(from: string, to: string, end_ns = Infinity): Written | undefined {
  const time = (text: string) => (text.trim() === '' ? undefined : (parseTime(text.trim()) ?? NaN));
  const [from_ns, to_ns] = [time(from), time(to)];
  const [first, last] = [from_ns ?? 0, to_ns ?? end_ns];
  if (!(first < last && last <= end_ns)) return undefined;
  return { ...(from_ns !== undefined && { from_ns }), ...(to_ns !== undefined && { to_ns }) };
}
