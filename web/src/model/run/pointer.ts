/** JSON pointers into a scenario. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The names in the path: `~1` encodes a slash, `~0` a tilde (RFC 6901). */
export function partsOf(pointer: string): readonly string[] {
  if (pointer === '') return [];
  const parts = pointer.slice(1).split('/');
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export const pointerPart = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

export function atPointer(root: unknown, pointer: string): unknown {
  let at = root;
  for (const part of partsOf(pointer)) at = isRecord(at) ? at[part] : undefined;
  return at;
}
