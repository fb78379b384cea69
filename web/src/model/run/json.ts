/** Places in a scenario by JSON pointer. Nothing is changed in place: an edit makes a new scenario. */
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

/** The items of a list; none where there is no list. */
export function listAt(root: Json, pointer: string): readonly Json[] {
  const found = getAt(root, pointer);
  return isList(found) ? found : [];
}

/** `undefined` takes the place away: of an object its field, of a list its item. */
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
  // What is not there need not be taken away, nor made on the way to it.
  if (value === undefined && getAt(root, pointer) === undefined) return root;
  const made = put(root, path, value);
  return isObject(made) ? made : root;
}

/** Puts an item into a list, which is made if it is not there. */
export function insertAt(root: JsonObject, list: string, index: number, item: Json): JsonObject {
  const items = listAt(root, list);
  return setAt(root, list, [...items.slice(0, index), item, ...items.slice(index)]);
}

/** Moves an item of a list by one place or more; past an end nothing happens. */
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

/** A text that may be anything; undefined if it is no JSON object. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
