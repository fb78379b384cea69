import { licences } from '../../build/site/licences';

export const prerender = true;
export const trailingSlash = 'never';

export const GET = () =>
  new Response(licences(), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
