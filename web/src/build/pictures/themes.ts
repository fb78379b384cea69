/** The site's colours and fonts as literal values: pictures stand where no style sheet is. */
import { readFileSync } from 'node:fs';

const tokens = readFileSync('web/src/ui/styles/tokens.css', 'utf8');

export type Theme = 'light' | 'dark';

function declarations(selector: string): Record<string, string> {
  const start = tokens.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`tokens.css has no ${selector}`);
  const body = tokens.slice(start, tokens.indexOf('}', start));
  return Object.fromEntries(
    [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

const light = declarations(':root');
const VALUES: Readonly<Record<Theme, Readonly<Record<string, string>>>> = {
  light,
  dark: { ...light, ...declarations(":root[data-theme='dark']") },
};

/** Drawn once with the names of the colours, then in both themes. */
export function inTheme(svg: string, theme: Theme): string {
  return svg.replace(/var\((--[\w-]+)\)/g, (_, name: string) => {
    const value = VALUES[theme][name];
    if (value === undefined) throw new Error(`tokens.css has no ${name}`);
    return value.replaceAll('"', "'");
  });
}
