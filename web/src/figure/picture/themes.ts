/** The site's colours and fonts as literal values: pictures stand where no style sheet is. */
export type Theme = 'light' | 'dark';

function declarations(tokens: string, selector: string): Record<string, string> {
  const start = tokens.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`tokens.css has no ${selector}`);
  const body = tokens.slice(start, tokens.indexOf('}', start));
  return Object.fromEntries(
    [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** Of the text of tokens.css: fills the colours of a drawing in, by their names. */
export function themesOf(tokens: string): (svg: string, theme: Theme) => string {
  const light = declarations(tokens, ':root');
  const values: Readonly<Record<Theme, Readonly<Record<string, string>>>> = {
    light,
    dark: { ...light, ...declarations(tokens, ":root[data-theme='dark']") },
  };
  return (svg, theme) =>
    svg.replace(/var\((--[\w-]+)\)/g, (_, name: string) => {
      const value = values[theme][name];
      if (value === undefined) throw new Error(`tokens.css has no ${name}`);
      return value.replaceAll('"', "'");
    });
}
