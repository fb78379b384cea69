import { pages, site } from '../../build/widgets/addresses';

// A sitemap needs full addresses: there is one where the build is told its own (SITE_URL).
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
