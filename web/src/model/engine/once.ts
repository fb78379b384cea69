/** What is fetched when it is first asked for, and kept; a failed download may be tried again. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let ready: Promise<T> | undefined;
  return () =>
    (ready ??= load().catch((thrown: unknown) => {
      ready = undefined;
      throw thrown;
    }));
}
