/** Former addresses of pages: each path that starts with the first now starts with the second. */
const MOVED = [
  ['benchmarks', 'curves'],
  ['against-a-real-server', 'measured'],
  ['said', 'claims'],
] as const;

/** The present path of a moved page, from the site's root and without a leading slash; undefined if it never moved. */
export function movedTo(path: string): string | undefined {
  const [first, ...rest] = path.split('/');
  const found = MOVED.find(([old]) => old === first);
  return found && [found[1], ...rest].join('/');
}

/** The former path of the page at this path. */
export function calledBefore(path: string): string | undefined {
  const [first, ...rest] = path.split('/');
  const found = MOVED.find(([, now]) => now === first);
  return found && [found[0], ...rest].join('/');
}
