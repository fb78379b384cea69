import { site } from '../../build/widgets/addresses';

export const prerender = true;
export const trailingSlash = 'never';

export function GET(): Response {
  const map = site ? `\nSitemap: ${site}/sitemap.xml` : '';
  return new Response(`User-agent: *\nAllow: /\n${map}`, {
    headers: { 'Content-Type': 'text/plain' },
  });
}
