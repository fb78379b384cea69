import { searchIndex } from '../../build/search';

/** Fetched once the field is used, by the version in its query. */
export const prerender = true;
export const trailingSlash = 'never';

export function GET(): Response {
  return new Response(JSON.stringify(searchIndex()), {
    headers: { 'Content-Type': 'application/json' },
  });
}
