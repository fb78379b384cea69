import { error } from '@sveltejs/kit';
import { thumbNames, thumbSvg } from '../../../build/pictures/thumb';
import type { EntryGenerator, RequestHandler } from './$types';

export const prerender = true;
export const trailingSlash = 'never';
const DARK = /-dark$/;

export const entries: EntryGenerator = () =>
  thumbNames().flatMap((name) => [{ file: name }, { file: `${name}-dark` }]);

export const GET: RequestHandler = ({ params }) => {
  const { file } = params;
  const svg = thumbSvg(file.replace(DARK, ''), DARK.test(file) ? 'dark' : 'light');
  if (svg === undefined) error(404);
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } });
};
