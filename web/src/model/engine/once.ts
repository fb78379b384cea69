/** Loads on the first call and keeps the result; a failed download is tried again on the next call. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let ready: Promise<T> | undefined;
  return () =>
    (ready ??= load().catch((thrown: unknown) => {
      ready = undefined;
      throw thrown;
    }));
}
