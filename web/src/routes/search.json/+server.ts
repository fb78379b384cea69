import { searchIndex } from '../../build/search';

/** Loaded when the search field is used, with the version in its query. */
export const prerender = true;
export const trailingSlash = 'never';

export function GET(): Response {
  return new Response(JSON.stringify(searchIndex()), {
    headers: { 'Content-Type': 'application/json' },
  });
}
