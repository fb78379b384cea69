// The headers of every file of the built site, and the only table of them. The files for hosts (formats.mjs), the project's
// own server and `npm run check:online` use it.
import path from 'node:path';
import { LANGUAGES } from '../languages.mjs';

/** Names that contain a hash of the contents: they never change. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Cached, but revalidated each time: a page and its data must be from one build. */
const ASK = 'no-cache';

/** For every answer. */
export const EVERYWHERE = /** @type {const} */ ({
  // Frames in a sandbox load their own scripts from the origin "null".
  'Access-Control-Allow-Origin': '*',
  // Lets a page with an embedder policy show our pictures.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
});

/**
 * A folder and everything in it ("/folder/"), or one file. The first matching rule applies; all other files are
 * revalidated.
 */
export const CACHING = LANGUAGES.flatMap(
  ({ path: folder }) =>
    /** @type {const} */ ([
      [`/${folder}_app/immutable/`, FOR_EVER],
      [`/${folder}run/`, FOR_EVER],
      [`/${folder}service-worker.js`, ASK],
    ]),
);

const SANDBOX = 'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads';
/**
 * Policies that no document contains; a page's own is its first element (web/src/hooks.server.ts). A figure as one file
 * contains its scripts, so it must not act for the site: the sandbox gives it an origin of its own.
 */
export const POLICIES = LANGUAGES.map(
  ({ path: folder }) => /** @type {const} */ ([`/${folder}take/`, SANDBOX]),
);

/** For each kind of file in the build; an unknown one stops it. */
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
  pack: 'application/octet-stream',
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

/** Pictures, fonts and what devices store are compressed already. */
const PACKED = ['ico', 'jpg', 'pack', 'png', 'webp', 'woff2'];

/** @param {string} file */
const extension = (file) => path.extname(file).slice(1);

/** @param {string} file */
export const isPackable = (file) => {
  const kind = extension(file);
  return kind in TYPES && !PACKED.includes(kind);
};

/**
 * Files with a compressed copy next to them: those cached for ever, those of other people's pages, and those stored on
 * devices. Pages are compressed when they are sent, because their copies would be a tenth of the build.
 * @param {string} file
 */
export const isPackedOnce = (file) =>
  isPackable(file) &&
  LANGUAGES.some(({ path: folder }) =>
    ['_app/', 'embed/', 'kept/'].some((name) => file.startsWith(folder + name)),
  );

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
