import { error } from '@sveltejs/kit';
import { takePage } from '../../../build/embed/alone';
import { widgetNamed, widgets } from '../../../build/widgets/widgets';
import type { EntryGenerator, RequestHandler } from './$types';

export const prerender = true;
export const trailingSlash = 'never';
export const entries: EntryGenerator = () => widgets.map(({ name }) => ({ name }));

export const GET: RequestHandler = ({ params }) => {
  const widget = widgetNamed(params.name);
  if (!widget) error(404);
  return new Response(takePage(widget), { headers: { 'content-type': 'text/html' } });
};
