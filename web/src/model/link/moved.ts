/** Addresses that pages had before they were called as their names: what stands under the first stands under the second. */
const MOVED = [
  ['benchmarks', 'curves'],
  ['against-a-real-server', 'measured'],
  ['said', 'claims'],
] as const;

/** Where a path goes on, from the site's root and without a slash before it; undefined: it has never stood elsewhere. */
export function movedTo(path: string): string | undefined {
  const [first, ...rest] = path.split('/');
  const found = MOVED.find(([old]) => old === first);
  return found && [found[1], ...rest].join('/');
}

/** What stands under an address now, as it was called once. */
export function calledBefore(path: string): string | undefined {
  const [first, ...rest] = path.split('/');
  const found = MOVED.find(([, now]) => now === first);
  return found && [found[0], ...rest].join('/');
}
