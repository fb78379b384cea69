/** What the first motion of a figure does without: one file, which follows it. */
import type * as parts_of_a_figure from './parts';

export type Parts = typeof parts_of_a_figure;

/** In the build they are there at once. */
export const built = import.meta.env.SSR ? await import('./parts') : undefined;

let parts = $state.raw<Parts | undefined>();
let asked: Promise<Parts> | undefined;
let settle: (() => void) | undefined;

export const later = {
  /** Of all figures of the page, once they are there. */
  get parts(): Parts | undefined {
    return parts;
  },
  fetch(): Promise<Parts> {
    return (asked ??= import('./parts')
      .then(
        (fetched) => (parts = fetched),
        (thrown: unknown) => {
          asked = undefined; // a failed download may be tried again
          throw thrown;
        },
      )
      .finally(settle));
  },
  /** Asked for once, and come or not: what comes after them need not wait any more. */
  settled: new Promise<void>((done) => (settle = done)),
};

/** What is missing then is asked for again by who uses it. */
export const fetchParts = () => void later.fetch().catch(() => undefined);
