/** Keeps a number on the line of its unit, and in scripts with measure words on the line of what is counted. */
import { COUNTED } from '#locale';

const UNIT = /(?<=\d) (?=(?:ns|µs|us|ms|s|min|h|B|kB|KB|MB|GB|px|%)(?![A-Za-z]))/g;
export const JOINT = '\u00a0';

/** The same words, with blanks at which no line ends. */
export const unbroken = (text: string): string => text.replace(UNIT, JOINT).replace(COUNTED, JOINT);
