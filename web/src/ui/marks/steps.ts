/**
 * A step line as a path.
 * @param ys the height of each step, from the top
 * @param xs the start of each step, and the end of the last
 */
export function stepLine(ys: readonly number[], xs: readonly number[]): string {
  let d = `M${xs[0] ?? 0} ${ys[0] ?? 0}`;
  for (let at = 0; at < ys.length; at += 1) {
    if (at > 0 && ys[at] !== ys[at - 1]) d += `V${ys[at]}`;
    if (at === ys.length - 1 || ys[at] !== ys[at + 1]) d += `H${xs[at + 1]}`;
  }
  return d;
}

/** The area between two step lines as a path: `below` is the lower edge of each step, `above` the upper one. */
export function stepArea(
  below: readonly number[],
  above: readonly number[],
  xs: readonly number[],
): string {
  let d = stepLine(above, xs);
  for (let at = below.length - 1; at >= 0; at -= 1) {
    if (at === below.length - 1 || below[at] !== below[at + 1]) d += `V${below[at]}`;
    if (at === 0 || below[at] !== below[at - 1]) d += `H${xs[at]}`;
  }
  return `${d}Z`;
}
