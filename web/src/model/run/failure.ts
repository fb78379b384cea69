import { isRecord } from './pointer';

/** A value that the engine refused, and what it would accept. */
export interface InputError {
  readonly path: string;
  readonly value: string;
  readonly allowed: string;
  readonly message: string;
}

/** Why there is no run: the input, or a fault of the program. */
export type Failure =
  | { readonly kind: 'input'; readonly errors: readonly InputError[] }
  | { readonly kind: 'engine'; readonly message: string };

export const failureWords = (failure: Failure): string =>
  failure.kind === 'engine'
    ? failure.message
    : failure.errors.map(({ message }) => message).join(' ');

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}

/** The engine's errors carry JSON in their message; any other error is a fault of the program. */
export function failureOf(thrown: unknown): Failure {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  try {
    const parsed: unknown = JSON.parse(message);
    if (isRecord(parsed) && Array.isArray(parsed['errors'])) {
      const errors = parsed['errors'].filter(isRecord).map((error) => ({
        path: text(error['path']),
        value: text(error['value']),
        allowed: text(error['allowed']),
        message: text(error['message']),
      }));
      return { kind: 'input', errors };
    }
  } catch {
    // not the engine's JSON
  }
  return { kind: 'engine', message };
}
