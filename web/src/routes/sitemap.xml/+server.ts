import { LANGUAGES } from '../../model/languages';
import { home, inEachLanguage, pages, site } from '../../build/widgets/addresses';

// One for all languages. A sitemap needs absolute addresses, so it is made only if the build knows its own (SITE_URL).
export const prerender = Boolean(site);
export const trailingSlash = 'never';

export function GET(): Response {
  const urls = LANGUAGES.flatMap(({ path: folder }) =>
    pages().map(
      (path) =>
        `<url><loc>${home}/${folder}${path.slice(1)}</loc>${inEachLanguage(path, 'xhtml:link')}</url>`,
    ),
  );
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`;
  return new Response(body, { headers: { 'Content-Type': 'application/xml' } });
}
