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

/** The same for a drawing in both themes: its address with #dark shows the dark one. */
export function bothThemesOf(tokens: string): (svg: string) => string {
  const value = valuesIn(tokens);
  return (svg) => {
    const names = new Set(Array.from(svg.matchAll(NAMED), ([, name = '']) => name));
    const light = [...names].map((name) => `${name}:${value(name, 'light')}`);
    const dark = [...names].map((name) => `${name}:${value(name, 'dark')}`);
    const turned = dark.filter((one) => !light.includes(one));
    const style = `<style>svg{${light.join(';')}}svg:target{${turned.join(';')}}</style>`;
    return svg.replace('<svg ', '<svg id="dark" ').replace('<title>', `${style}<title>`);
  };
}
