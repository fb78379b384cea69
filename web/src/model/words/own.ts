/** The words of one page: the site's, until a frame's address asks for plain ones or for names of a writer's own. */
export type Say = (words: string) => string;

let spoken: Say = (words) => words;

/** From now on, for every message of the page. */
export function speak(say: Say): void {
  spoken = say;
}

/** For words that no message contains: names of settings. */
export const say: Say = (words) => spoken(words);

/** The tag of a message (`web/tools/own-words.mjs`). Its values have their words already. */
export const own = (parts: readonly string[], ...values: readonly (string | number)[]): string =>
  parts.map((part, at) => say(part) + String(values[at] ?? '')).join('');
