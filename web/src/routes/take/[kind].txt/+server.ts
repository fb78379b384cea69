import { error } from '@sveltejs/kit';
import { common, KINDS } from '../../../build/embed/alone';
import type { EntryGenerator, RequestHandler } from './$types';

export const prerender = true;
export const trailingSlash = 'never';
export const entries: EntryGenerator = () => KINDS.map((kind) => ({ kind }));

/** The shared part of figures as one file; readers' browsers add the rest. */
export const GET: RequestHandler = ({ params }) => {
  const kind = KINDS.find((one) => one === params.kind);
  if (!kind) error(404);
  return new Response(common(kind), { headers: { 'content-type': 'text/plain' } });
};
