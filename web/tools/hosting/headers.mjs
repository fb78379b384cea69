// What every file of the built site is sent with: the only table of it. From it come the files for hosts
// (formats.mjs), the project's own server and what `npm run check:online` asks of a running copy.
import path from 'node:path';

/** Names that hold the hash of what is in them: they never change. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Kept, and asked about each time: a page and its data are of one build. */
const ASK = 'no-cache';

/** On every answer. */
export const EVERYWHERE = /** @type {const} */ ({
  // Frames in a sandbox load their own scripts from the origin "null".
  'Access-Control-Allow-Origin': '*',
  // A page with an embedder policy may show our pictures.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
});

/** A folder and all in it ("/folder/"), or one file. Of the caching rules the first holds that matches; the rest is asked about. */
export const CACHING = /** @type {const} */ ([
  ['/_app/immutable/', FOR_EVER],
  ['/service-worker.js', ASK],
]);

/**
 * Policies that stand in no document; a page's own is its first element (web/src/hooks.server.ts). A figure as one
 * file has its scripts in it, so it may not act for the site: here it has an origin of its own.
 */
export const POLICIES = /** @type {const} */ ([
  ['/take/', 'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads'],
]);

/** Of each file that the build may hold; one of another kind stops it. */
export const TYPES = /** @type {const} */ ({
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  png: 'image/png',
  sql: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
});

/** Pictures and fonts are packed already. */
const PACKED = ['ico', 'jpg', 'png', 'webp', 'woff2'];

/** @param {string} file */
const extension = (file) => path.extname(file).slice(1);

/** @param {string} file */
export const isPackable = (file) => {
  const kind = extension(file);
  return kind in TYPES && !PACKED.includes(kind);
};

/**
 * What is packed once, beside itself: what is kept for ever, what other people's pages load and what devices keep. Pages
 * are packed as they are sent: every one again beside itself would be a tenth of the build.
 * @param {string} file
 */
export const isPackedOnce = (file) => isPackable(file) && /^(_app|embed|kept)\//.test(file);

/**
 * @param {string} file or an address that ends in "/"
 * @returns {string | undefined}
 */
export function typeOf(file) {
  /** @type {Readonly<Record<string, string>>} */
  const types = TYPES;
  return types[file.endsWith('/') ? 'html' : extension(file)];
}

/**
 * @param {string} address
 * @param {string} rule
 */
const isUnder = (address, rule) =>
  rule.endsWith('/') ? address.startsWith(rule) : address === rule;

/** @param {string} address */
export const cachingOf = (address) => CACHING.find(([rule]) => isUnder(address, rule))?.[1] ?? ASK;

/**
 * @param {string} address from the site's root, without BASE_PATH: "/lab/", "/capture.sql"
 * @returns {Record<string, string>}
 */
export function headersOf(address) {
  const policy = POLICIES.find(([rule]) => isUnder(address, rule))?.[1];
  return {
    ...EVERYWHERE,
    'Cache-Control': cachingOf(address),
    'Content-Type': typeOf(address) ?? 'application/octet-stream',
    ...(policy && { 'Content-Security-Policy': policy }),
  };
}
