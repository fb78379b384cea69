/**
 * Stores a reader's guesses and reached goals for this tab, and choices for this device. The browser may delete it at any
 * time.
 */
const IN_TAB = 'poolscope.lesson.';
const ON_DEVICE = 'poolscope.';

export function recall(key: string): string | undefined {
  try {
    return sessionStorage.getItem(IN_TAB + key) ?? undefined;
  } catch {
    return undefined; // storage is off
  }
}

export function keep(key: string, value: string): void {
  try {
    sessionStorage.setItem(IN_TAB + key, value);
  } catch {
    // storage is off or full: the page itself still knows
  }
}

/** Like `recall`, for this device. */
export function recallHere(key: string): string | undefined {
  try {
    return localStorage.getItem(ON_DEVICE + key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepHere(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(ON_DEVICE + key);
    else localStorage.setItem(ON_DEVICE + key, value);
  } catch {
    // as in `keep`
  }
}
