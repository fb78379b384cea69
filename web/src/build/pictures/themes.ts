import { readFileSync } from 'node:fs';
import { themesOf } from '../../figure/picture/themes';

export type { Theme } from '../../figure/picture/themes';

/** Drawn once with the names of colours, then filled in for both themes. */
export const inTheme = themesOf(readFileSync('web/src/ui/styles/tokens.css', 'utf8'));
