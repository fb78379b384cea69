// Checks a running copy of the site the way browsers, other people's pages and caches use it: npm run check:online URL
import { headersOf, isPackable } from './hosting/headers.mjs';
import { OTHERS } from './languages.mjs';
import { isScript, main, Sentence } from './run.mjs';

/** A figure that every copy has, because names are permanent. */
const FIGURE = 'mariadb-max-threads-6';
const MOST_MS = 20_000;
/** Hosts may send smaller files uncompressed. */
const LEAST_PACKED = 2000;
/** The limit of script files to follow until the engine is found. */
const MOST_SCRIPTS = 80;
/** Two names of one type. */
const SAME = { 'application/javascript': 'text/javascript', 'text/xml': 'application/xml' };

/**
 * @typedef {object} Finding
 * @property {'fault' | 'note'} weight a note is nothing to be mended, or cannot be mended there
 * @property {string} what
 * @property {string[]} at addresses
 */
/** @typedef {{ address: string, status: number, headers: Headers, text: string, bytes: number }} Answer */

/** @param {string} type */
function essence(type) {
  const [found = ''] = type.toLowerCase().split(';');
  /** @type {Readonly<Record<string, string>>} */
  const same = SAME;
  return same[found.trim()] ?? found.trim();
}

/** @param {string} name @param {string} value */
const plain = (name, value) =>
  name === 'Content-Type' ? essence(value) : value.toLowerCase().replaceAll(/\s+/g, '');

/** @param {unknown} error of fetch, whose own words are "fetch failed" */
function whyOf(error) {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? cause.message || cause.name : error.message;
}

/**
 * @param {string} site its address
 * @returns {Promise<{ looked: number, findings: Finding[] }>}
 */
export async function lookAt(site) {
  if (!URL.canParse(site))
    throw new Sentence(`"${site}" is no address: https://example.org/ is one.`);
  const root = new URL(site.replace(/\/*$/, '/'));
  /** @type {Map<string, Finding>} */
  const found = new Map();
  /** @param {Finding['weight']} weight @param {string} what @param {string} at */
  const find = (weight, what, at) => {
    const finding = found.get(what) ?? { weight, what, at: [] };
    found.set(what, { ...finding, at: [...finding.at, at] });
  };
  /**
   * Requests like a sandboxed frame.
   * @param {string} address
   * @param {{ headers?: Record<string, string>, redirect?: RequestRedirect }} [options]
   */
  const ask = async (address, { headers, redirect = 'follow' } = {}) => {
    try {
      const response = await fetch(new URL(address.slice(1), root), {
        signal: AbortSignal.timeout(MOST_MS),
        redirect,
        headers: { 'Accept-Encoding': 'gzip, br', Origin: 'null', ...headers },
      });
      return { response, body: Buffer.from(await response.arrayBuffer()) };
    } catch (error) {
      find('fault', `cannot be reached: ${whyOf(error)}`, address);
      return undefined;
    }
  };
  /** @type {Map<string, Promise<Answer | undefined>>} */
  const asked = new Map();
  /** @param {string} address */
  const get = (address) => {
    const answer =
      asked.get(address) ??
      ask(address).then(
        (found) =>
          found && {
            address,
            status: found.response.status,
            headers: found.response.headers,
            text: found.body.toString(),
            bytes: found.body.length,
          },
      );
    asked.set(address, answer);
    return answer;
  };

  const home = await get('/');
  if (!home) return { looked: 1, findings: [...found.values()] };
  const gitHub = home.headers.get('Server') === 'GitHub.com';

  /** @param {Answer} answer */
  const judge = ({ address, status, headers, bytes }) => {
    if (status !== 200) {
      find('fault', `is answered with ${status}; expected 200`, address);
      return;
    }
    for (const [name, expected] of Object.entries(headersOf(address))) {
      const value = headers.get(name);
      const says = value === null ? 'is missing' : `is "${value}"`;
      const what = `${name} ${says}; expected "${expected}"`;
      if (value !== null && plain(name, value) === plain(name, expected)) continue;
      // A host that sets types and cross-origin access itself may not let anybody change them.
      const its = ['Access-Control-Allow-Origin', 'Content-Type'].includes(name);
      if (gitHub && (!its || address.endsWith('.sql')))
        find('note', `${what}; GitHub Pages cannot`, address);
      else find('fault', what, address);
    }
    const packed = headers.get('Content-Encoding');
    if (bytes > LEAST_PACKED && isPackable(address.replace(/\/$/, '/index.html')) && !packed)
      find('fault', 'is sent unpacked; expected Content-Encoding "br" or "gzip"', address);
  };

  const frame = `/embed/${FIGURE}/`;
  const inPage = (/** @type {Answer | undefined} */ page) =>
    [
      ...(page?.text ?? '').matchAll(
        /[\s"'(](?:\.{1,2}\/)+(_app\/immutable\/[\w./-]+\.(?:js|css))/g,
      ),
    ].map(([, file = '']) => `/${file}`);
  const scripts = new Set([...inPage(home), ...inPage(await get(frame))]);
  // Follows scripts up to the engine, which is fetched last.
  let engine;
  for (const file of scripts) {
    if (engine || asked.size > MOST_SCRIPTS) break;
    const script = await get(file);
    for (const [, named = ''] of (script?.text ?? '').matchAll(
      /["'`]([\w./-]+\.(?:js|wasm))["'`]/g,
    )) {
      const { pathname } = new URL(named, new URL(file, 'http://site'));
      if (!pathname.startsWith('/_app/immutable/')) continue;
      if (pathname.endsWith('.wasm')) engine = pathname;
      else if (file.includes('/embed/')) scripts.add(pathname);
    }
  }
  if (!engine) find('fault', `leads to no engine (.wasm) within ${MOST_SCRIPTS} files`, frame);

  const wanted = [
    ...(engine ? [engine] : []),
    `${frame}run.json`,
    '/embed/pool-scope.js',
    '/embed/resize.js',
    `/poster/${FIGURE}.svg`,
    `/poster/${FIGURE}.png`,
    `/card/${FIGURE}.png`,
    `/oembed/${FIGURE}.json`,
    `/take/${FIGURE}.html`,
    '/lessons/',
    '/lab/',
    '/search.json',
    '/feed.xml',
    '/capture.sql',
    '/watch.sql',
  ];
  await Promise.all(wanted.map(get));
  for (const answer of await Promise.all(asked.values())) if (answer) judge(answer);

  // A page's policy must be its first element after the charset, with nothing inserted by a proxy.
  const first = /<meta charset="utf-8"[^>]*>\s*(<[^>]*>)/i.exec(home.text)?.[1] ?? '';
  if (!/http-equiv="content-security-policy"/i.test(first))
    find('fault', `has "${first.slice(0, 60)}" before its policy; expected the policy first`, '/');
  for (const [tag] of home.text.matchAll(/<script\b[^>]*\bsrc="(?:https?:)?\/\/[^>]*>/g))
    find('fault', `has a script of another's: ${tag}; expected its own alone`, '/');
  for (const address of [frame, `/poster/${FIGURE}.svg`]) {
    const headers = (await get(address))?.headers;
    const options = headers?.get('X-Frame-Options');
    if (options)
      find('fault', `X-Frame-Options is "${options}"; expected none, other pages show it`, address);
    if (/frame-ancestors/.test(headers?.get('Content-Security-Policy') ?? ''))
      find('fault', 'its policy has frame-ancestors; expected none, other pages show it', address);
  }

  for (const address of ['/', `/poster/${FIGURE}.svg`]) {
    const headers = (await get(address))?.headers;
    const tag = headers?.get('ETag');
    const date = headers?.get('Last-Modified');
    if (!tag && !date)
      find('fault', 'has neither ETag nor Last-Modified: it is sent whole each time', address);
    else {
      const again = tag ? { 'If-None-Match': tag } : { 'If-Modified-Since': String(date) };
      const status = (await ask(address, { headers: again }))?.response.status ?? 304;
      if (status !== 304)
        find('fault', `asked for again, is answered with ${status}; expected 304`, address);
    }
  }

  const folder = (await ask('/lab', { redirect: 'manual' }))?.response;
  const to = folder && new URL(folder.headers.get('Location') ?? '', folder.url).pathname;
  const wanted_to = `${root.pathname}lab/`;
  if (folder && (folder.status < 300 || folder.status > 399 || to !== wanted_to))
    find(
      'fault',
      `is answered with ${folder.status} to ${to}; expected a redirect to ${wanted_to}`,
      '/lab',
    );
  for (const address of ['/there-is-no-such-page', '/_app/immutable/there-is-none.js']) {
    const missing = await ask(address);
    if (!missing) continue;
    const { status, headers } = missing.response;
    if (status !== 404) find('fault', `is answered with ${status}; expected 404`, address);
    else if (!missing.body.includes('sveltekit'))
      find('fault', 'is answered with another page; expected 404.html', address);
    if (/immutable/.test(headers.get('Cache-Control') ?? ''))
      find('note', 'is not there, and is remembered so for a year', address);
  }
  for (const { name, tag, path: own } of OTHERS) {
    const address = `/${own}there-is-no-such-page`;
    const missing = await ask(address);
    if (missing && !missing.body.includes(`lang="${tag}"`))
      find('note', `is not there, which is not said in ${name}`, address);
  }

  const oembed = (await get(`/oembed/${FIGURE}.json`))?.text ?? '';
  const [, at] = /src=\\"([^"\\]*)embed\//.exec(oembed) ?? [];
  if (at !== undefined && at !== root.href)
    find(
      'note',
      `was built for ${at.startsWith('/') ? 'no address' : at}; previews elsewhere need SITE_URL=${root.href.replace(/\/$/, '')}`,
      '/',
    );
  if (root.protocol === 'http:' && !/^(127\.|localhost$|\[::1\])/.test(root.hostname))
    find('note', 'is not encrypted: browsers keep clipboard and service workers from it', '/');
  return { looked: asked.size + 5, findings: [...found.values()] };
}

/** @param {Finding} finding */
export const line = ({ weight, what, at: [first = '', ...others] }) =>
  `${weight}  ${first}${others.length > 0 ? ` and ${others.length} more` : ''}: ${what}`;

if (isScript(import.meta.url)) {
  await main(async () => {
    const [site] = process.argv.slice(2);
    if (!site) throw new Sentence('Which copy? npm run check:online https://example.org/');
    const { looked, findings } = await lookAt(site);
    for (const finding of findings) console.log(line(finding));
    const faults = findings.filter(({ weight }) => weight === 'fault').length;
    if (faults > 0) throw new Sentence(`Faults: ${faults}, at ${looked} addresses.`);
    console.log(`${looked} addresses, no fault.`);
  });
}
