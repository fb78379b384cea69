/** The site's colours and fonts as literal values, for pictures outside the site's style sheet. */
import { inTheme } from '../../ui/marks/canvas';

export type Theme = 'light' | 'dark';

/** Reads tokens.css and returns a function that fills in the colour names of a drawing. */
export function themesOf(tokens: string): (svg: string, theme: Theme) => string {
  const values = new Map(
    [...tokens.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  return (svg, theme) =>
    svg.replace(/var\((--[\w-]+)\)/g, (_, name: string) => {
      const value = values.get(name);
      if (value === undefined) throw new Error(`tokens.css has no ${name}`);
      return inTheme(value, theme === 'dark').replaceAll('"', "'");
    });
}
