/** The id of the element that a fragment names; empty if it can't be decoded. */
export function placeIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
