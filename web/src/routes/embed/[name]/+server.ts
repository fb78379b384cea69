import { error } from '@sveltejs/kit';
import { frameOf } from '../../../build/embed/document';
import { widgetNamed, widgets } from '../../../build/widgets/widgets';
import type { EntryGenerator, RequestHandler } from './$types';

export const prerender = true;
export const trailingSlash = 'always';
export const entries: EntryGenerator = () => widgets.map(({ name }) => ({ name }));

/** Not a page of Kit: a frame has neither its script nor the site's header. */
export const GET: RequestHandler = ({ params }) => {
  const widget = widgetNamed(params.name);
  if (!widget) error(404);
  return new Response(frameOf(widget).html, {
    // The type by which Kit recognises a page, and writes it as index.html.
    headers: { 'content-type': 'text/html' },
  });
};
