/**
 * The area between two lines of steps, as a path.
 * @param below where each step's lower edge is, from the top
 * @param above where its upper edge is
 * @param xs where the steps begin, and where the last of them ends
 */
export function stepArea(
  below: readonly number[],
  above: readonly number[],
  xs: readonly number[],
): string {
  let d = `M${xs[0] ?? 0} ${above[0] ?? 0}`;
  for (let at = 0; at < above.length; at += 1) {
    if (at > 0 && above[at] !== above[at - 1]) d += `V${above[at]}`;
    if (at === above.length - 1 || above[at] !== above[at + 1]) d += `H${xs[at + 1]}`;
  }
  for (let at = below.length - 1; at >= 0; at -= 1) {
    if (at === below.length - 1 || below[at] !== below[at + 1]) d += `V${below[at]}`;
    if (at === 0 || below[at] !== below[at - 1]) d += `H${xs[at]}`;
  }
  return `${d}Z`;
}
