import TOKENS from '../../ui/styles/tokens.css?raw';
import { bothThemesOf, themesOf } from '../../figure/picture/themes';

export type { Theme } from '../../figure/picture/themes';

/** Drawn once with the names of colours, then filled in for both themes. */
export const inTheme = themesOf(TOKENS);
export const inBothThemes = bothThemesOf(TOKENS);
