/** Reads and edits a scenario by JSON pointer. Nothing is changed in place: an edit makes a new scenario. */
import { partsOf } from './pointer';

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };
export type JsonObject = Readonly<Record<string, Json>>;

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function child(value: Json | undefined, name: string): Json | undefined {
  if (isList(value)) return /^\d+$/.test(name) ? value[Number(name)] : undefined;
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function getAt(root: Json, pointer: string): Json | undefined {
  let at: Json | undefined = root;
  for (const part of partsOf(pointer)) at = child(at, part);
  return at;
}

/** The items of a list; empty if there is no list. */
export function listAt(root: Json, pointer: string): readonly Json[] {
  const found = getAt(root, pointer);
  return isList(found) ? found : [];
}

/** `undefined` removes the value: an object's field or a list's item. */
function put(at: Json | undefined, path: readonly string[], value: Json | undefined): Json {
  const [name, ...rest] = path;
  if (name === undefined) return value ?? null;
  const within = rest.length === 0 ? value : put(child(at, name), rest, value);
  if (isList(at)) {
    const index = Number(name);
    if (within === undefined) return at.filter((_, position) => position !== index);
    return index < at.length
      ? at.map((item, position) => (position === index ? within : item))
      : [...at, within];
  }
  const fields = isObject(at) ? at : {};
  if (within === undefined) {
    return Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));
  }
  return { ...fields, [name]: within };
}

export function setAt(root: JsonObject, pointer: string, value: Json | undefined): JsonObject {
  const path = partsOf(pointer);
  // Nothing to remove, and no parents to create on the way.
  if (value === undefined && getAt(root, pointer) === undefined) return root;
  const made = put(root, path, value);
  return isObject(made) ? made : root;
}

/** Inserts an item into a list; creates the list if it is missing. */
export function insertAt(root: JsonObject, list: string, index: number, item: Json): JsonObject {
  const items = listAt(root, list);
  return setAt(root, list, [...items.slice(0, index), item, ...items.slice(index)]);
}

/** Moves an item of a list by `by` places; does nothing past an end. */
export function moveIn(root: JsonObject, list: string, from: number, to: number): JsonObject {
  const items = getAt(root, list);
  if (!isList(items)) return root;
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return root;
  const others = items.filter((_, position) => position !== from);
  return setAt(root, list, [...others.slice(0, to), item, ...others.slice(to)]);
}

export function same(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (isList(a) && isList(b)) {
    return a.length === b.length && a.every((item, index) => same(item, b[index]));
  }
  if (isObject(a) && isObject(b)) {
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]))
    );
  }
  return false;
}

/** Undefined if the text is not a JSON object. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
