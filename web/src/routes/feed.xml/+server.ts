import { feed } from '../../build/site/feed';

export const prerender = true;
export const trailingSlash = 'never';

export const GET = (): Response =>
  new Response(feed(), { headers: { 'content-type': 'application/rss+xml' } });
