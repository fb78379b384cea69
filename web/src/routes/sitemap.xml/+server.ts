import { pages, site } from '../../build/widgets/addresses';

// A sitemap needs absolute addresses, so it is made only if the build knows its own (SITE_URL).
export const prerender = Boolean(site);
export const trailingSlash = 'never';

export function GET(): Response {
  const urls = pages().map((path) => `<url><loc>${site}${path}</loc></url>`);
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
  return new Response(body, { headers: { 'Content-Type': 'application/xml' } });
}
