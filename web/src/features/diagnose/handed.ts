/** What was pasted on one page to be read on another. It is kept nowhere else. */
let handed: string | undefined;

export function hand(text: string): void {
  handed = text;
}

export function take(): string | undefined {
  const text = handed;
  handed = undefined;
  return text;
}
