/** The number of entries before the first one for which `after` is true, in a list ordered that way. */
export function countUntil<T>(list: readonly T[], after: (entry: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = list[middle];
    if (entry !== undefined && after(entry)) high = middle;
    else low = middle + 1;
  }
  return low;
}
