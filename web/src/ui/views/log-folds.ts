/** Folds repeats in a log: what repeats is shown once, with the number of further repeats. */

export type LogEntry =
  | { readonly kind: 'line'; readonly at: number }
  /** The lines before it came `times` more, in the lines from `from` to before `to`. */
  | { readonly kind: 'same'; readonly from: number; readonly to: number; readonly times: number };

/** The most lines that a repeat consists of: a round of the timer, what it found, what followed. */
const LONGEST = 4;
/** The least number of further repeats that are folded. */
const LEAST_MORE = 3;

/** How often the `period` lines from `at` on repeat directly after themselves. */
function repeats(lines: readonly string[], at: number, period: number): number {
  let to = at + period;
  while (to < lines.length && lines[to] === lines[to - period]) to += 1;
  return Math.floor((to - at) / period) - 1;
}

/** `lines` as text; the line at index `here` is never folded. */
export function folded(lines: readonly string[], here: number): readonly LogEntry[] {
  const entries: LogEntry[] = [];
  const line = (at: number) => void entries.push({ kind: 'line', at });
  const same = (from: number, to: number, period: number) => {
    if (to > from) entries.push({ kind: 'same', from, to, times: (to - from) / period });
  };
  for (let at = 0; at < lines.length;) {
    let period = 1;
    while (period <= LONGEST && repeats(lines, at, period) < LEAST_MORE) period += 1;
    if (period > LONGEST) {
      line(at);
      at += 1;
      continue;
    }
    const begin = at + period;
    const end = begin + repeats(lines, at, period) * period;
    for (; at < begin; at += 1) line(at);
    if (here < begin || here >= end) same(begin, end, period);
    else {
      const own = here - ((here - begin) % period);
      same(begin, own, period);
      for (let one = own; one < own + period; one += 1) line(one);
      same(own + period, end, period);
    }
    at = end;
  }
  return entries;
}
