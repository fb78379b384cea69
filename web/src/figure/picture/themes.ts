/** The site's colours and fonts as literal values: pictures stand where no style sheet is. */
import { inTheme } from '../../ui/marks/canvas';

export type Theme = 'light' | 'dark';

/** Of the text of tokens.css: fills the colours of a drawing in, by their names. */
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
