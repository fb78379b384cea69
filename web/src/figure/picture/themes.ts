/** The site's colours and fonts as literal values, for pictures outside the site's style sheet. */
import { inTheme } from '../../ui/marks/canvas';

export type Theme = 'light' | 'dark';

type Value = (name: string, theme: Theme) => string;

function valuesIn(tokens: string): Value {
  const values = new Map(
    [...tokens.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  return (name, theme) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`tokens.css has no ${name}`);
    return inTheme(value, theme === 'dark').replaceAll('"', "'");
  };
}

const NAMED = /var\((--[\w-]+)\)/g;

/** Reads tokens.css and returns a function that fills in the colour names of a drawing. */
export function themesOf(tokens: string): (svg: string, theme: Theme) => string {
  const value = valuesIn(tokens);
  return (svg, theme) => svg.replace(NAMED, (_, name: string) => value(name, theme));
}

/** Faces that stand in for the site's fonts exist on its own pages alone. */
const STAND_IN = /'[^']* Fallback', /g;

/**
 * The same for a drawing in both themes: its address with #dark shows the dark one. Colours that are equal in both share the
 * name of the first.
 */
export function bothThemesOf(tokens: string): (svg: string) => string {
  const value = valuesIn(tokens);
  return (svg) => {
    const light: string[] = [];
    const dark: string[] = [];
    const names = new Map<string, string>();
    const drawn = svg.replaceAll(NAMED, (_, name: string) => {
      const [day = '', night = ''] = (['light', 'dark'] as const).map((theme) =>
        value(name, theme).replaceAll(STAND_IN, ''),
      );
      const known = names.get(`${day} ${night}`);
      if (known !== undefined) return `var(${known})`;
      names.set(`${day} ${night}`, name);
      light.push(`${name}:${day}`);
      if (night !== day) dark.push(`${name}:${night}`);
      return `var(${name})`;
    });
    const style = `<style>svg{${light.join(';')}}svg:target{${dark.join(';')}}</style>`;
    return drawn.replace('<svg ', '<svg id="dark" ').replace('<title>', `${style}<title>`);
  };
}
