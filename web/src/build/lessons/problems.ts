/** Collects everything that is wrong with a lesson, each mistake with its line. */
class LessonError extends Error {}

interface Placed {
  readonly position?: { readonly start: { readonly line: number } } | undefined;
}

export class Problems {
  #said: string[] = [];
  constructor(readonly file: string) {}

  add(at: Placed | number | undefined, message: string): void {
    const line = typeof at === 'number' ? at : (at?.position?.start.line ?? 1);
    this.#said.push(`${this.file}:${line} ${message}`);
  }

  /** The result, or undefined after noting the error. */
  try<T>(at: Placed | number | undefined, work: () => T): T | undefined {
    try {
      return work();
    } catch (thrown) {
      this.add(at, thrown instanceof Error ? thrown.message : String(thrown));
      return undefined;
    }
  }

  /** Stops the build if anything was wrong. */
  raise(): void {
    if (this.#said.length > 0) throw new LessonError(this.#said.join('\n'));
  }
}

/** "a, b or c" */
export function oneOf(names: Iterable<string>): string {
  return [...names].join(', ');
}
