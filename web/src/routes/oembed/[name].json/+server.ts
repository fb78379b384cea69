import { error, json } from '@sveltejs/kit';
import { oembedOf } from '../../../build/site/oembed';
import { widgetNamed, widgets } from '../../../build/widgets/widgets';
import type { EntryGenerator, RequestHandler } from './$types';

export const prerender = true;
export const trailingSlash = 'never';
export const entries: EntryGenerator = () => widgets.map(({ name }) => ({ name }));

export const GET: RequestHandler = ({ params }) => {
  const widget = widgetNamed(params.name);
  if (!widget) error(404);
  return json(oembedOf(widget));
};
