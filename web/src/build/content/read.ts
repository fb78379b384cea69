/** Reads content files strictly with zod, and reports all mistakes at once, each with its path and what is allowed there. */
import { z } from 'zod/v4';

/** What is allowed, for schemas without a message of their own. */
const WORDS: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_value') return issue.values.map(String).join(', ');
  return issue.code === 'invalid_type' && issue.expected === 'boolean' ? 'true or false' : undefined;
};

const placeOf = (path: readonly PropertyKey[]) =>
  path.reduce<string>((said, part) => {
    if (typeof part === 'number') return `${said}[${part}]`;
    return said === '' ? String(part) : `${said}.${String(part)}`;
  }, '');

const valueAt = (file: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((at, part) => (at as Readonly<Record<PropertyKey, unknown>> | undefined)?.[part], file);
const shown = (value: unknown) =>
  value === undefined ? 'missing' : JSON.stringify(value).slice(0, 60);

interface Mistake {
  readonly path: readonly PropertyKey[];
  readonly said: string;
}

/** The value as its schema describes it, or everything that is wrong with it. */
export function reading<T>(
  schema: z.ZodType<T>,
  value: unknown,
): { readonly read?: T; readonly wrong: readonly Mistake[] } {
  const { success, data, error } = schema.safeParse(value, { error: WORDS });
  if (success) return { read: data, wrong: [] };
  const wrong = error.issues.flatMap(({ path, message, ...issue }) => {
    const places =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path];
    return places.map((at) => ({
      path: at,
      said: `${placeOf(at) || 'it'} is ${shown(valueAt(value, at))}; allowed: ${message}`,
    }));
  });
  return { wrong };
}

/** The same for a file, which must be correct as a whole. */
export function readContent<T>(schema: z.ZodType<T>, value: unknown, file: string): T {
  const { read, wrong } = reading(schema, value);
  if (read === undefined) throw new Error(wrong.map(({ said }) => `${file}: ${said}`).join('\n'));
  return read;
}

export function parseJson(json: string, file: string): unknown {
  try {
    return JSON.parse(json);
  } catch (thrown) {
    throw new Error(`${file}: no JSON: ${String(thrown)}`, { cause: thrown });
  }
}

export const words = z.string('words').regex(/\S/, 'words');
export const date = words.regex(/^\d{4}(-\d\d(-\d\d)?)?$/, 'YYYY, YYYY-MM or YYYY-MM-DD');

const range = (least: number, most: number, kind = '') =>
  `a ${kind}number from ${least}${most === Infinity ? '' : ` to ${most}`}`;
export function number(least = 0, most = Infinity) {
  const error = range(least, most);
  return z.number(error).min(least, error).max(most, error);
}
export function whole(least = 0, most = Infinity) {
  const error = range(least, most, 'whole ');
  return z.int(error).min(least, error).max(most, error);
}

export function list<T extends z.ZodType>(of: T, least = 0) {
  const error = least === 0 ? 'a list' : `a list of at least ${least}`;
  return z.array(of, error).min(least, error);
}

/** Exactly these fields. */
export function fields<T extends z.ZodRawShape>(shape: T) {
  const names = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? `only ${names}` : `an object with ${names}`,
  });
}

/** Refuses a value because of another one; the message says what is allowed there. */
export type Refuse = (path: readonly PropertyKey[], allowed: string) => void;
export function checked<T extends z.ZodType>(
  schema: T,
  check: (value: z.output<T>, refuse: Refuse) => void,
): T {
  return schema.superRefine((value, context) =>
    check(value, (path, message) =>
      context.addIssue({ code: 'custom', path: [...path], message }),
    ),
  );
}
