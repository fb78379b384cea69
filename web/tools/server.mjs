// A small server for the built site, with the same headers as every host (hosting/headers.mjs).
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { cachingOf, EVERYWHERE, headersOf, isPackable, TYPES } from './hosting/headers.mjs';
import { language, OTHERS } from './languages.mjs';
import { root } from './run.mjs';

/** Of the language of this process. */
export const build = path.join(root, 'build', language.path);

/**
 * BASE_PATH as the build reads it: "" or "/folder".
 * @param {string} [value]
 */
export function basePath(value = process.env['BASE_PATH']) {
  const inner = (value ?? '').replace(/^\/+|\/+$/g, '');
  return inner && `/${inner}`;
}

/** What stands for the site's address in a build that was not told it: web/src/model/embedding/snippets.ts. */
const ANYWHERE = 'https://example.org/pools/';

/**
 * The file's status; undefined for names that no disk accepts: below a file, or too long.
 * @param {string} name
 */
function lookAt(name) {
  try {
    return statSync(name, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * The answer to a path without its query: a file or a redirect. A redirect leads only to what is on the disk, because a
 * request such as "//elsewhere.example/.." would otherwise lead to another host.
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
  const found = lookAt(file);
  if (found?.isFile()) return { file };
  if (!found?.isDirectory()) return undefined;
  const index = path.join(file, 'index.html');
  if (!lookAt(index)?.isFile()) return undefined;
  return pathname.endsWith('/')
    ? { file: index }
    : { redirect: `${base}${encodeURI(addressOf(folder, index)).slice(0, -'index.html'.length)}` };
}

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */

/**
 * @typedef {object} ServeOptions
 * @property {string | ((pathname: string) => string | Promise<string>)} [folder] where files are; for a site that is still
 * being made, where one will be, once it is there
 * @property {string} [base]
 * @property {number} [port] the first to try
 * @property {boolean} [exact] that port or none
 * @property {(name: string) => Record<string, string | undefined>} [headers] others, or none, for tests of hosts
 * @property {boolean} [cors] whether pages of other origins may read
 * @property {'br' | 'gzip' | 'none'} [packed] the strongest compression to send
 */

/**
 * Serves a built site on loopback and returns its address, which ends in "/".
 * @param {ServeOptions} [options]
 */
export async function serve({
  folder: given = build,
  base = basePath(),
  port = 4173,
  exact = false,
  headers = () => ({}),
  cors = true,
  packed = 'br',
} = {}) {
  const answer = async (/** @type {Request} */ request, /** @type {Response} */ response) => {
    // Not new URL(): it would take the first folder of "//folder" for a host.
    const [, pathname = '/', search = ''] = /^([^?#]*)([^#]*)/.exec(request.url ?? '/') ?? [];
    const folder = await (typeof given === 'string' ? given : given(pathname));
    const place = resolveRequest(folder, base, pathname);
    const found = place && 'file' in place ? place.file : undefined;
    const all = {
      ...(found ? headersOf(addressOf(folder, found)) : EVERYWHERE),
      ...(cors ? {} : { 'Access-Control-Allow-Origin': undefined }),
      ...headers(pathname),
    };
    for (const [name, value] of Object.entries(all)) if (value) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    else if (!place) notFound(response, folder, pathname.slice(base.length));
    else if ('redirect' in place)
      response.writeHead(308, { Location: place.redirect + search }).end();
    else if (addressOf(folder, place.file).endsWith('/embed/lines.json'))
      response.end(
        readFileSync(place.file, 'utf8').replaceAll(
          ANYWHERE,
          `http://${request.headers.host ?? ''}${base}/`,
        ),
      );
    else send(place.file, request, response, packed);
  };
  const server = createServer((request, response) => void answer(request, response));
  const taken = await listen(server, port, exact ? 1 : 100);
  return {
    address: `http://127.0.0.1:${taken}${base}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @param {string} folder @param {string} file */
const addressOf = (folder, file) => `/${path.relative(folder, file).split(path.sep).join('/')}`;

/** Files compressed when sent, by file and time of change. @type {Map<string, Buffer>} */
const packedHere = new Map();

/**
 * A file in an encoding that the reader accepts: its compressed copy, or compressed here.
 * @param {string} file
 * @param {string} taken the request's Accept-Encoding
 * @param {'br' | 'gzip' | 'none'} most
 * @returns {{ encoding?: string, body: Buffer }}
 */
function bodyOf(file, taken, most) {
  for (const [encoding, ending] of /** @type {const} */ ([
    ['br', '.br'],
    ['gzip', '.gz'],
  ])) {
    if (most === 'none' || (encoding === 'br' && most !== 'br') || !taken.includes(encoding))
      continue;
    if (lookAt(file + ending)?.isFile()) return { encoding, body: readFileSync(file + ending) };
    if (encoding !== 'gzip' || !isPackable(file)) continue;
    const version = `${file} ${lookAt(file)?.mtimeMs}`;
    const body = packedHere.get(version) ?? gzipSync(readFileSync(file), { level: 9 });
    packedHere.set(version, body);
    return { encoding, body };
  }
  return { body: readFileSync(file) };
}

/**
 * @param {string} file
 * @param {Request} request
 * @param {Response} response
 * @param {'br' | 'gzip' | 'none'} packed
 */
function send(file, { headers, method }, response, packed) {
  const { size, mtimeMs } = statSync(file);
  const tag = `W/"${size}-${mtimeMs}"`;
  response.setHeader('ETag', tag);
  response.setHeader('Vary', 'Accept-Encoding');
  if (headers['if-none-match'] === tag) {
    response.writeHead(304).end();
    return;
  }
  const { encoding, body } = bodyOf(file, headers['accept-encoding'] ?? '', packed);
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', body.length);
  response.end(method === 'HEAD' ? undefined : body);
}

/**
 * Answers with the page of the language whose folder was asked.
 * @param {Response} response
 * @param {string} folder
 * @param {string} address from the site's root
 */
function notFound(response, folder, address) {
  const own = OTHERS.find((one) => address.startsWith(`/${one.path}`))?.path ?? '';
  const page = path.join(folder, own, '404.html');
  const there = statSync(page, { throwIfNoEntry: false })?.isFile();
  response.writeHead(404, {
    'Cache-Control': cachingOf('/'),
    'Content-Type': TYPES[there ? 'html' : 'txt'],
  });
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
