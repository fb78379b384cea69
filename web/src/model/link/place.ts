/** The place on the page that a fragment names; none where it cannot be read. */
export function placeIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
