/** What a reader did in this tab: guesses made, goals reached. It may be forgotten at any time. */
const PREFIX = 'poolscope.lesson.';

export function recall(key: string): string | undefined {
  try {
    return sessionStorage.getItem(PREFIX + key) ?? undefined;
  } catch {
    return undefined; // storage is off
  }
}

export function keep(key: string, value: string): void {
  try {
    sessionStorage.setItem(PREFIX + key, value);
  } catch {
    // storage is off or full: the page itself still knows
  }
}
