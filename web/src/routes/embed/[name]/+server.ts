import { error } from '@sveltejs/kit';
import { frameOf } from '../../../build/embed/document';
import { widgetNamed, widgets } from '../../../build/widgets/widgets';
import type { EntryGenerator, RequestHandler } from './$types';

export const prerender = true;
export const trailingSlash = 'always';
export const entries: EntryGenerator = () => widgets.map(({ name }) => ({ name }));

/** No page of Kit: a frame carries neither its script nor the site's chrome. */
export const GET: RequestHandler = ({ params }) => {
  const widget = widgetNamed(params.name);
  if (!widget) error(404);
  return new Response(frameOf(widget).html, {
    // As Kit knows a page by, which it writes as index.html.
    headers: { 'content-type': 'text/html' },
  });
};
