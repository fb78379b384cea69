/** A log told without saying the same again and again: what repeats is told once, and how often it came after that. */

export type Entry =
  | { readonly kind: 'line'; readonly at: number }
  /** What stands before it came `times` more, in the lines from `from` to before `to`. */
  | { readonly kind: 'same'; readonly from: number; readonly to: number; readonly times: number };

/** So many lines may belong to what repeats: a round of the timer, what it found, what came of it. */
const LONGEST = 4;
/** What comes this often more is folded. */
const LEAST_MORE = 3;

/** How often the `period` lines from `at` on come again right after themselves. */
function repeats(lines: readonly string[], at: number, period: number): number {
  let to = at + period;
  while (to < lines.length && lines[to] === lines[to - period]) to += 1;
  return Math.floor((to - at) / period) - 1;
}

/** `lines` as they are read; the one that is `here` is always told. */
export function folded(lines: readonly string[], here: number): readonly Entry[] {
  const entries: Entry[] = [];
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
