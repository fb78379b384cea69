import { parseTime } from '../link/url';

/** A part of a run; what is not there is the run's own start or end. */
export interface Written {
  readonly from_ns?: number;
  readonly to_ns?: number;
}

/** Two times as they are written, each may be blank; undefined where they are none, or no stretch of a run that ends at `end_ns`. */
export function readStretch(from: string, to: string, end_ns = Infinity): Written | undefined {
  const time = (text: string) => (text.trim() === '' ? undefined : (parseTime(text.trim()) ?? NaN));
  const [from_ns, to_ns] = [time(from), time(to)];
  const [first, last] = [from_ns ?? 0, to_ns ?? end_ns];
  if (!(first < last && last <= end_ns)) return undefined;
  return { ...(from_ns !== undefined && { from_ns }), ...(to_ns !== undefined && { to_ns }) };
}
