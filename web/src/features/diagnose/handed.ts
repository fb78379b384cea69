/** Hands a paste from one page to another, in memory only. */
let handed: string | undefined;

export function hand(text: string): void {
  handed = text;
}

export function take(): string | undefined {
  const text = handed;
  handed = undefined;
  return text;
}
