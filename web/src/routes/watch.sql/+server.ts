import { watcher } from '../../build/site/incident';

export const prerender = true;
export const trailingSlash = 'never';

export function GET(): Response {
  return new Response(watcher, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
