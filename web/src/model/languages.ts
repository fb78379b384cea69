/** The languages of the site: each has all of its pages, in a folder of its own. */
import { CODE } from '#locale';
import list from '../../../content/languages.json' with { type: 'json' };

export interface Language {
  /** Of its texts' folder, and of `?lang=` in a frame's address. */
  readonly code: string;
  /** Of documents (BCP 47). */
  readonly tag: string;
  readonly name: string;
  /** From the site's root, with a trailing slash; the first one is the root. */
  readonly path: string;
  /** The word on the button of the element, which has no catalogue. */
  readonly play: string;
  /** Before the title there, if the figure asks for a guess. */
  readonly guess: string;
  /** Whether its headings are set in a font of their own, or in the one of text. */
  readonly heading_font: boolean;
}

export const LANGUAGES: readonly Language[] = list;
export const languageOf = (code: string): Language | undefined =>
  LANGUAGES.find((one) => one.code === code);
/** Those that this page is not in. */
export const OTHERS: readonly Language[] = LANGUAGES.filter(({ code }) => code !== CODE);
const own = languageOf(CODE);
/** The language of documents. */
export const LANGUAGE = own?.tag ?? CODE;
/** The folder of this language's pages, and the way back from it. */
export const FOLDER = own?.path ?? '';
export const UP = FOLDER.replaceAll(/[^/]+/g, '..');
export const HEADING_FONT = own?.heading_font ?? false;
