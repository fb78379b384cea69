import { error } from '@sveltejs/kit';
import { cardNames, cardSvg } from '../../../build/pictures/card';
import type { EntryGenerator, RequestHandler } from './$types';

/** The build turns it into a PNG and keeps only that (web/tools/pictures.mjs). */
export const prerender = true;
export const trailingSlash = 'never';

export const entries: EntryGenerator = () => cardNames().map((file) => ({ file }));

export const GET: RequestHandler = ({ params }) => {
  const svg = cardSvg(params.file);
  if (svg === undefined) error(404);
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } });
};
