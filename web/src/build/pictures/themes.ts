import { readFileSync } from 'node:fs';
import { bothThemesOf, themesOf } from '../../figure/picture/themes';

export type { Theme } from '../../figure/picture/themes';

/** Drawn once with the names of colours, then filled in for both themes. */
const TOKENS = readFileSync('web/src/ui/styles/tokens.css', 'utf8');
export const inTheme = themesOf(TOKENS);
export const inBothThemes = bothThemesOf(TOKENS);
