import { feed } from '../../lib/server/feed';

export const prerender = true;
export const trailingSlash = 'never';

export const GET = (): Response =>
  new Response(feed(), { headers: { 'content-type': 'application/rss+xml' } });
