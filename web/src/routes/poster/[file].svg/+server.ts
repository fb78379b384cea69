import { error } from '@sveltejs/kit';
import { framePosterSvg, posterSvg, SHAPES, type Shape } from '../../../build/pictures/poster';
import { widgetNamed, widgets } from '../../../build/widgets/widgets';
import type { EntryGenerator, RequestHandler } from './$types';

export const prerender = true;
export const trailingSlash = 'never';

/** What may follow a widget's name. */
const ENDS = ['dark', ...Object.keys(SHAPES)];
const FILE = new RegExp(`^(.+?)(?:-(${ENDS.join('|')}))?$`);
const isShape = (end: string | undefined): end is Shape => end !== undefined && end in SHAPES;

export const entries: EntryGenerator = () =>
  widgets.flatMap(({ name }) =>
    [name, ...ENDS.map((end) => `${name}-${end}`)].map((file) => ({ file })),
  );

export const GET: RequestHandler = ({ params }) => {
  const [, name = '', end] = FILE.exec(params.file) ?? [];
  const widget = widgetNamed(name);
  if (!widget) error(404);
  const svg = isShape(end)
    ? framePosterSvg(widget, end)
    : posterSvg(widget, end === 'dark' ? 'dark' : 'light');
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } });
};
