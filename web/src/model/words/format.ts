/** Formats numbers for readers. Times are integer nanoseconds until they are printed. */
const MS = 1e6;
const S = 1e9;

/** Exact to three decimals, as in the log and on the command line: "2.000 s", "0.200 ms". */
export function duration(ns: number): string {
  return ns >= S ? `${(ns / S).toFixed(3)} s` : `${(ns / MS).toFixed(3)} ms`;
}

/** For small spaces: "1.2 s", "300 ms", "50 µs". */
export function shortDuration(ns: number): string {
  if (ns >= 100 * S) return `${(ns / S).toFixed(0)} s`;
  if (ns >= S) return `${(ns / S).toFixed(ns >= 10 * S ? 1 : 2)} s`;
  if (ns >= 100 * MS) return `${(ns / MS).toFixed(0)} ms`;
  if (ns >= MS) return `${(ns / MS).toFixed(1)} ms`;
  return `${(ns / 1e3).toFixed(0)} µs`;
}

/**
 * Prints all times of one run in one unit, so that a column of them aligns. `grain_ns` is the smallest difference that must
 * stay visible; it adds decimals as needed, at most to microseconds in a run of seconds.
 */
export function clock(ns: number, end_ns: number, grain_ns = Infinity): string {
  const [unit_ns, unit] = end_ns >= S ? [S, 's'] : [MS, 'ms'];
  if (ns === 0 || ns === end_ns || grain_ns >= unit_ns / 1e3)
    return `${(ns / unit_ns).toFixed(3)} ${unit}`;
  if (unit_ns === S && ns < MS) return `${(ns / 1e3).toFixed(grain_ns < 1e3 ? 3 : 0)} µs`;
  const told = (ns / unit_ns).toFixed(6);
  return `${told.replace(/...$/, (finer) => (finer === '000' ? '' : `\u202f${finer}`))} ${unit}`;
}

/** Times of a log: "1.234 s", "1.2 ms", "12 µs". */
export function logTime(ns: number): string {
  if (ns >= S) return `${(ns / S).toFixed(3)} s`;
  return ns >= MS ? `${(ns / MS).toFixed(1)} ms` : `${(ns / 1e3).toFixed(0)} µs`;
}

/** A round value of an axis: "0", "1 s", "250 ms". */
export function tick(ns: number): string {
  const trim = (value: number) => String(Number(value.toFixed(6)));
  if (ns === 0) return '0';
  if (ns >= S) return `${trim(ns / S)} s`;
  return ns >= MS ? `${trim(ns / MS)} ms` : `${trim(ns / 1e3)} µs`;
}

/**
 * "12,345.679", like `Intl.NumberFormat('en-US')` for whole numbers below 1e21 and fractions below 1e9. Written by hand
 * because creating that object takes a phone a tenth of a second before its first picture.
 */
export function count(value: number): string {
  const size = Math.abs(value);
  const exact = String(size < 0.0005 ? 0 : size);
  const told = /\.\d{4,}$/.test(exact) ? String(Math.round(Number(`${exact}e3`)) / 1e3) : exact;
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  return sign + told.replace('Infinity', '∞').replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}
