/** The index that a key moves to on a slider of `last + 1` places; undefined for other keys. */
export function placeByKey(event: KeyboardEvent, at: number, last: number): number | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  const page = Math.max(1, Math.round(last / 10));
  const to = {
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    PageUp: at + page,
    PageDown: at - page,
    Home: 0,
    End: last,
  }[event.key];
  if (to === undefined) return undefined;
  event.preventDefault();
  return Math.min(last, Math.max(0, to));
}
