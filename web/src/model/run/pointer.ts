/** Places of a scenario, as JSON pointers say them. */

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

export function atPointer(root: unknown, pointer: string): unknown {
  let at = root;
  for (const part of pointer.slice(1).split('/')) at = isRecord(at) ? at[part] : undefined;
  return at;
}
