import { error } from '@sveltejs/kit';
import { posterSvg } from '../../../build/pictures/poster';
import { widgetNamed, widgets } from '../../../build/widgets/widgets';
import type { EntryGenerator, RequestHandler } from './$types';

export const prerender = true;
export const trailingSlash = 'never';
const DARK = /-dark$/;

export const entries: EntryGenerator = () =>
  widgets.flatMap(({ name }) => [{ file: name }, { file: `${name}-dark` }]);

export const GET: RequestHandler = ({ params }) => {
  const widget = widgetNamed(params.file.replace(DARK, ''));
  if (!widget) error(404);
  return new Response(posterSvg(widget, DARK.test(params.file) ? 'dark' : 'light'), {
    headers: { 'content-type': 'image/svg+xml' },
  });
};
