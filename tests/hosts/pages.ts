/** Other people's pages with a figure, each with one special difficulty. */

import { NO_STATE } from '../../web/src/model/embedding/carry';
import { PLAIN, snippet } from '../../web/src/model/embedding/snippets';

interface HostPage {
  readonly body: (site: string) => string;
  /** The figure is alone: no links before and after it, no long page below. */
  readonly bare?: true;
  readonly head?: (site: string) => string;
  readonly style?: string;
  readonly dir?: 'rtl';
  /** The headers of the page. */
  readonly headers?: (site: string) => Readonly<Record<string, string>>;
}

const FIGURE = 'mariadb-max-threads-6/';

/** An iframe with a figure of the site. */
const frame = (site: string, attributes: string, figure = FIGURE, title = 'A figure') =>
  `<iframe src="${site}embed/${figure}" title="${title}" ${attributes}></iframe>`;

const element = (site: string, scenario: string, attributes = '') =>
  `<pool-scope scenario="${scenario}" ${attributes}
    ><a href="${site}scenarios/${scenario}/">${scenario}</a></pool-scope>`;

const elementScript = (site: string) =>
  `<script type="module" src="${site}embed/pool-scope.js"></script>`;
const hostScript = (site: string) => `<script src="${site}embed/resize.js"></script>`;

/** What a figure must not cover. */
const NEXT = '<p class="next">The article goes on below the figure.</p>';

const FLUID = 'style="width: 100%; border: 0"';

const PAGES: Readonly<Record<string, HostPage>> = {
  /** Slides that a finger swipes through. */
  carousel: {
    bare: true,
    style: `body { margin: 0 }
      #slides { display: flex; overflow-x: auto; scroll-snap-type: x mandatory }
      #slides > * { flex: none; width: 100vw; height: 500px; border: 0; scroll-snap-align: start }`,
    body: (site) => `<div id="slides">${frame(site, '')}<p>The next slide.</p></div>
      <p style="height: 3000px">The rest of a long page.</p>`,
  },
  /** It embeds only what allows embedding. */
  coep: {
    bare: true,
    headers: () => ({ 'Cross-Origin-Embedder-Policy': 'require-corp' }),
    body: (site) =>
      frame(site, 'width="720" height="440"', `${FIGURE}?v=1&amp;t=1s`, 'plain') +
      frame(
        site,
        'credentialless width="720" height="440"',
        `${FIGURE}?v=1&amp;t=2s`,
        'credentialless',
      ),
  },
  /** Columns of widths between a phone and a blog, with the host script. */
  columns: {
    bare: true,
    head: (site) => `<script src="${site}embed/resize.js" async></script>`,
    body: (site) =>
      Object.entries({
        360: FIGURE,
        480: 'small-server-pool/',
        599: 'mariadb-max-threads-6-vs-mariadb-max-threads-8/',
      })
        .map(([width, figure]) => {
          const fluid = frame(site, 'width="100%" height="560" style="border: 0"', figure, width);
          return `<div style="width: ${width}px">${fluid}</div>`;
        })
        .join(''),
  },
  /** Switches its theme while the figure is there. */
  dark: {
    style: `html { background: #fff; color: #111 }
      html.dark { background: #111; color: #eee }`,
    body: (site) =>
      `<button id="toggle" onclick="document.documentElement.classList.toggle('dark')">Dark</button>
      ${frame(site, FLUID)}${hostScript(site)}`,
  },
  /** The figure is far below the first screen. */
  deep: {
    body: (site) =>
      `<p style="height: 4000px">A long text.</p>${frame(site, FLUID)}${hostScript(site)}`,
  },
  /** One figure as an element, which grows to its height. */
  element: {
    body: (site) =>
      element(site, 'mariadb-max-threads-6', 'thread_pool_max_threads="8"') + elementScript(site),
  },
  /** Elements of each kind, in a narrow column and in a wide one. */
  shapes: {
    bare: true,
    style: `body { margin: 0 }`,
    body: (site) =>
      [360, 720]
        .flatMap((width) =>
          [
            'mariadb-max-threads-6',
            'small-server-threads-vs-small-server-pool',
            'benchmark-mariadb-2026',
          ].map((name) => element(site, name, `style="width: ${width}px"`)),
        )
        .join('') + elementScript(site),
  },
  /** A fixed height, and no script that would listen. */
  'fixed-300': { body: (site) => frame(site, 'width="600" height="300"') },
  /** Four figures as elements. */
  four: {
    body: (site) =>
      [
        'mariadb-max-threads-6',
        'percona-oversubscribe-1',
        'mariadb-two-groups',
        'one-thread-eight-sleeps',
      ]
        .map((scenario) => element(site, scenario, 'height="420"'))
        .join('') + elementScript(site),
  },
  /** The width of a small phone, with the host script. */
  narrow: {
    style: 'body { margin: 0 }',
    body: (site) => frame(site, 'style="width: 100%; height: 560px; border: 0"') + hostScript(site),
  },
  /** Without the header for other origins a sandboxed frame cannot load its scripts. */
  'no-cors-sandbox': {
    body: (site) => frame(site, 'sandbox="allow-scripts" width="720" height="600"'),
  },
  /** The site sends no Access-Control-Allow-Origin. */
  'no-cors': { body: (site) => frame(site, 'width="720" height="600"') },
  /** The lines that the panel gives, on a page whose policy forbids inline styles and whose theme overrides `hidden`. */
  pasted: {
    bare: true,
    headers: (site) => {
      const { origin } = new URL(site);
      return {
        'Content-Security-Policy': `default-src 'none'; img-src ${origin} data:; style-src 'nonce-host'; script-src ${origin}; frame-src ${origin}`,
      };
    },
    style: 'img, p { display: block }',
    body: (site) =>
      (['iframe', 'element'] as const)
        .flatMap((form) =>
          [undefined, 420].map((height) =>
            snippet({
              form,
              site,
              subject: {
                name: 'mariadb-max-threads-6',
                kind: 'scenario',
                title: 'Six threads, eight sleeps',
                page: 'scenarios/mariadb-max-threads-6/',
              },
              state: NO_STATE,
              look: { ...PLAIN, height },
            }),
          ),
        )
        .join('\n'),
  },
  /** A printed post on a dark page: frames of several heights. */
  'print-dark': {
    bare: true,
    head: () => '<meta name="color-scheme" content="dark">',
    body: (site) =>
      [
        [720, 440],
        [720, 300],
        [360, 500],
        [358, 201],
      ]
        .map(([width, height]) =>
          frame(site, `width="${width}" height="${height}"`, `${FIGURE}?v=1&amp;theme=dark`),
        )
        .join(''),
  },
  /** A printed post: a frame, and the element before its click. */
  print: {
    bare: true,
    body: (site) =>
      frame(site, 'width="720" height="440"') +
      element(site, 'mariadb-max-threads-8', 'style="width: 720px"') +
      elementScript(site),
  },
  /** Boxes that keep a shape for a frame placed over them, as FitVids, Bootstrap, WordPress and others make them, and a tile. */
  wrappers: {
    bare: true,
    head: (site) => `<script src="${site}embed/resize.js" async></script>`,
    style: `body { margin: 0; font: 17px/1.5 serif }
      section > :first-child { position: relative }
      .before::before { content: ''; display: block; padding-top: 56.25% }
      .after { height: 0; padding-bottom: 56.25%; overflow: hidden }
      .top { padding-top: 56.25% }
      .shape { aspect-ratio: 16 / 9; box-sizing: border-box }
      .tiles { display: grid; grid-template-rows: 300px 60px }
      iframe { position: absolute; top: 0; left: 0; width: 100%; height: 100%; border: 0 }`,
    body: (site) =>
      ['before', 'after', 'top', 'shape']
        .map(
          (how) =>
            `<section><div class="${how}">${frame(site, '', FIGURE, how)}</div>${NEXT}</section>`,
        )
        .join('') +
      `<section class="tiles"><div>${frame(site, '', FIGURE, 'tile')}</div>${NEXT}</section>`,
  },
  'right-to-left': {
    dir: 'rtl',
    body: (site) =>
      `<p>نص من اليمين إلى اليسار</p>${frame(site, FLUID, FIGURE, 'شكل')}${hostScript(site)}`,
  },
  /** Allows nothing but frames of the site. */
  'strict-csp': {
    headers: (site) => ({
      'Content-Security-Policy': `default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-src ${new URL(site).origin}`,
    }),
    body: (site) => frame(site, 'width="720" height="860"'),
  },
  /** WordPress's version of an iframe: a sandbox that allows only scripts. */
  wordpress: {
    body: (site) =>
      frame(
        site,
        'sandbox="allow-scripts" width="600" height="520" frameborder="0" marginwidth="0" marginheight="0" scrolling="no"',
        `${FIGURE}?v=1&amp;thread_pool_max_threads=8`,
      ),
  },
};

/** For any browser: how far frames reach over what follows them in the page `wrappers`, and how tall they are. */
export const REACH = `[...document.querySelectorAll('section')].map((one) => {
  const { bottom, height } = one.querySelector('iframe').getBoundingClientRect();
  return [Math.max(0, Math.round(bottom - one.querySelector('.next').getBoundingClientRect().top)), Math.round(height)];
})`;

/** A page by its name, as another site would send it, with figures of the site at this address. */
export function hostPage(
  name: string,
  site: string,
): { readonly html: string; readonly headers: Readonly<Record<string, string>> } | undefined {
  const page = PAGES[name];
  if (!page) return undefined;
  const body = page.body(site);
  const html = `<!doctype html>
<html lang="${page.dir ? 'ar' : 'en'}" dir="${page.dir ?? 'ltr'}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${name}</title>
    <link rel="icon" href="data:," />
    <style nonce="host">${page.style ?? ''}</style>
    ${page.head?.(site) ?? ''}
  </head>
  <body>${
    page.bare
      ? body
      : `<p><a id="before" href="#before">before</a></p>${body}
    <p><a id="after" href="#after">after</a></p>
    <p style="height: 3000px">The rest of a long page.</p>`
  }</body>
</html>`;
  return { html, headers: page.headers?.(site) ?? {} };
}
