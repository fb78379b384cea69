/** Past, present and undone states, as plain data: each edit makes a new history. */
export interface Step<T> {
  readonly value: T;
  /** What the reader did to get here, in words. */
  readonly words: string;
  /** Steps of one movement (dragging a slider, holding a key) carry the same mark. */
  readonly mark?: string | undefined;
  /** Does the same to another state; missing if the step has replaced the state as a whole. */
  readonly again?: ((value: T) => T) | undefined;
}

export interface History<T> {
  readonly past: readonly Step<T>[];
  readonly now: Step<T>;
  readonly future: readonly Step<T>[];
}

/** The limit of steps back; the oldest are dropped first. */
export const LONGEST = 1000;

export function begin<T>(value: T): History<T> {
  return { past: [], now: { value, words: '' }, future: [] };
}

export function push<T>(history: History<T>, step: Step<T>): History<T> {
  const joins = step.mark !== undefined && step.mark === history.now.mark;
  if (joins) return { past: history.past, now: step, future: [] };
  return { past: [...history.past, history.now].slice(-LONGEST), now: step, future: [] };
}

/** Ends a movement: the next step is a separate one. */
export function settle<T>(history: History<T>): History<T> {
  const { mark, ...now } = history.now;
  return mark === undefined ? history : { ...history, now };
}

export function undo<T>(history: History<T>): History<T> {
  const last = history.past.at(-1);
  if (!last) return history;
  return {
    past: history.past.slice(0, -1),
    now: last,
    future: [history.now, ...history.future],
  };
}

/** The history on top of another state: what was done is done again, in the same steps. */
export function moved<T>({ past, now }: History<T>, onto: T): History<T> {
  let history = begin(onto);
  for (const { words, mark, again } of [...past, now])
    if (again) history = push(history, { value: again(history.now.value), words, mark, again });
  return history;
}

export function redo<T>(history: History<T>): History<T> {
  const [first, ...future] = history.future;
  return first ? { past: [...history.past, history.now], now: first, future } : history;
}
