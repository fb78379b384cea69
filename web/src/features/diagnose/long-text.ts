/**
 * Text that is too long for a field: a browser needs ten seconds to lay out 100,000 lines, and a page stands still meanwhile.
 * The field shows the beginning, and all of it is read.
 */
const MOST_LETTERS = 200_000;
const MOST_LINES = 5_000;
const SHOWN = { letters: 20_000, lines: 200 } as const;

/** Where the line after so many begins; undefined if there are fewer. */
function lineAfter(text: string, lines: number): number | undefined {
  let at = 0;
  for (let line = 0; line < lines; line += 1) {
    at = text.indexOf('\n', at) + 1;
    if (at === 0) return undefined;
  }
  return at;
}

export const isLong = (text: string): boolean =>
  text.length > MOST_LETTERS || lineAfter(text, MOST_LINES) !== undefined;

export const beginningOf = (text: string): string =>
  text.slice(0, Math.min(SHOWN.letters, lineAfter(text, SHOWN.lines) ?? SHOWN.letters));

/** With the selected part replaced. */
export const replaced = (text: string, by: string, from: number, to: number): string =>
  text.slice(0, from) + by + text.slice(to);
