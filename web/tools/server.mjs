// A small server for the built site, with the headers that a static host should send.
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './run.mjs';

export const build = path.join(root, 'build');

/** @type {Record<string, string>} */
const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.sql': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** Pictures and fonts are packed already. */
const PACKABLE = /^text\/|json|xml|wasm/;

/** @type {Map<string, { at: number, bytes: Buffer }>} */
const packed = new Map();

/**
 * A file in gzip, packed anew only once it has changed.
 * @param {string} file
 */
function inGzip(file) {
  const at = statSync(file).mtimeMs;
  const before = packed.get(file);
  if (before?.at === at) return before.bytes;
  const bytes = gzipSync(readFileSync(file));
  packed.set(file, { at, bytes });
  return bytes;
}

/**
 * BASE_PATH as the build read it: "" or "/folder".
 * @param {string} [value]
 */
export function basePath(value = process.env['BASE_PATH']) {
  const inner = (value ?? '').replace(/^\/+|\/+$/g, '');
  return inner && `/${inner}`;
}

/**
 * What to answer to a path, without its query: a file, or where to go instead.
 * @param {string} folder
 * @param {string} base
 * @param {string} pathname still with its percent signs
 * @returns {{ file: string } | { redirect: string } | undefined}
 */
export function resolveRequest(folder, base, pathname) {
  if (base && pathname === base) return { redirect: `${base}/` };
  if (!pathname.startsWith(`${base}/`)) return undefined;
  let inner;
  try {
    inner = decodeURIComponent(pathname.slice(base.length));
  } catch {
    return undefined;
  }
  const file = path.join(folder, inner);
  if (inner.includes('\0') || (file !== folder && !file.startsWith(folder + path.sep))) {
    return undefined;
  }
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile()) return { file };
  if (!found?.isDirectory()) return undefined;
  const index = path.join(file, 'index.html');
  if (!statSync(index, { throwIfNoEntry: false })?.isFile()) return undefined;
  return pathname.endsWith('/') ? { file: index } : { redirect: `${pathname}/` };
}

/**
 * @typedef {object} ServeOptions
 * @property {string} [folder]
 * @property {string} [base]
 * @property {number} [port] the first to try
 * @property {boolean} [exact] that port or none
 * @property {(name: string) => Record<string, string>} [headers] more of them, for tests of hosts
 * @property {boolean} [cors] whether pages of other origins may read
 * @property {{ names: RegExp, made: () => Promise<unknown> | undefined }} [later] files that are still being made: who asks for them waits
 */

/**
 * Serves a built site on loopback and returns its address, which ends in "/".
 * @param {ServeOptions} [options]
 */
export async function serve({
  folder = build,
  base = basePath(),
  port = 4173,
  exact = false,
  headers = () => ({}),
  cors = true,
  later,
} = {}) {
  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  const answerTo = (request, response) => {
    // Not new URL(): it would take the first folder of "//folder" for a host.
    const [, pathname = '/', search = ''] = /^([^?#]*)([^#]*)/.exec(request.url ?? '/') ?? [];
    // Embeds are loaded by pages of other origins, also from the "null" origin of a sandbox.
    if (cors) response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    for (const [name, value] of Object.entries(headers(pathname))) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    }
    const answer = resolveRequest(folder, base, pathname);
    if (!answer) {
      notFound(response, folder);
      return response;
    }
    if ('redirect' in answer) {
      return response.writeHead(308, { Location: answer.redirect + search }).end();
    }
    const forEver = pathname.includes('/_app/immutable/');
    const type = types[path.extname(answer.file)] ?? 'application/octet-stream';
    const zipped = PACKABLE.test(type) && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    response.setHeader('Vary', 'Accept-Encoding');
    const bytes = zipped ? inGzip(answer.file) : undefined;
    response.writeHead(200, {
      'Content-Type': type,
      'Content-Length': bytes?.length ?? statSync(answer.file).size,
      ...(bytes && { 'Content-Encoding': 'gzip' }),
      'Cache-Control': forEver ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    if (request.method === 'HEAD') return response.end();
    return bytes ? response.end(bytes) : createReadStream(answer.file).pipe(response);
  };
  const server = createServer((request, response) => {
    const name = (request.url ?? '').replace(/[?#].*/, '');
    const made = later?.names.test(name) ? later.made() : undefined;
    void Promise.resolve(made).then(
      () => answerTo(request, response),
      (/** @type {unknown} */ why) =>
        response.writeHead(503).end(`${name} was not made. ${String(why)}`),
    );
  });
  const taken = await listen(server, port, exact ? 1 : 100);
  return {
    address: `http://127.0.0.1:${taken}${base}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {string} folder
 */
function notFound(response, folder) {
  const page = path.join(folder, '404.html');
  const there = statSync(page, { throwIfNoEntry: false })?.isFile();
  response.writeHead(404, { 'Content-Type': types[there ? '.html' : '.txt'] });
  response.end(there ? readFileSync(page) : 'Not found');
}

/**
 * @param {import('node:http').Server} server
 * @param {number} first
 * @param {number} tries
 * @returns {Promise<number>}
 */
function listen(server, first, tries) {
  return new Promise((resolve, reject) => {
    let port = first;
    server.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      port += 1;
      if (error.code === 'EADDRINUSE' && port < first + tries) server.listen(port, '127.0.0.1');
      else reject(error);
    });
    server.on('listening', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
    server.listen(port, '127.0.0.1');
  });
}
