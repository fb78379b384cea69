import { error } from '@sveltejs/kit';
import { isOfQueues } from '../../../build/figures';
import { framePosterSvg, posterSvg, SHAPES, type Shape } from '../../../build/pictures/poster';
import { widgetNamed, widgets } from '../../../build/widgets/widgets';
import type { EntryGenerator, RequestHandler } from './$types';

export const prerender = true;
export const trailingSlash = 'never';

/** What may follow a widget's name. */
const ENDS = ['dark', ...Object.keys(SHAPES)];
/** Before those: in plain words, as the element shows them; of the figures for any text in all forms. */
const PLAIN = '-plain';
const FILE = new RegExp(`^(.+?)(${PLAIN})?(?:-(${ENDS.join('|')}))?$`);
const isShape = (end: string | undefined): end is Shape => end !== undefined && end in SHAPES;

export const entries: EntryGenerator = () =>
  widgets
    .flatMap(({ name, kind }) => {
      const ended = (of: string, ends: readonly string[]) => ends.map((end) => `${of}-${end}`);
      const files = (of: string) => [of, ...ended(of, ENDS)];
      const plain = name + PLAIN;
      if (isOfQueues(name)) return [...files(name), ...files(plain)];
      return kind === 'benchmark'
        ? files(name)
        : [...files(name), ...ended(plain, Object.keys(SHAPES))];
    })
    .map((file) => ({ file }));

export const GET: RequestHandler = ({ params }) => {
  const [, name = '', plainly, end] = FILE.exec(params.file) ?? [];
  const plain = plainly !== undefined;
  const widget = widgetNamed(name);
  if (!widget || (plain && !isOfQueues(name) && (!isShape(end) || widget.kind === 'benchmark')))
    error(404);
  const svg = isShape(end)
    ? framePosterSvg(widget, end, plain)
    : posterSvg(widget, end === 'dark' ? 'dark' : 'light', plain);
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } });
};
