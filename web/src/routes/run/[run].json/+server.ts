import { error } from '@sveltejs/kit';
import { files } from '../../../build/runs/aside';
import type { RequestHandler } from './$types';

// For the development server: a build writes the files as it renders the pages that need them.
export const prerender = false;

export const GET: RequestHandler = ({ params }) => {
  const text = files.get(params.run);
  if (text === undefined) error(404);
  return new Response(text, { headers: { 'Content-Type': 'application/json' } });
};
