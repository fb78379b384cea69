// Writes the table of headers in the formats of hosts: _headers (Cloudflare Pages, Netlify), Caddyfile, nginx.conf.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES, OTHERS } from '../languages.mjs';
import { root, Sentence } from '../run.mjs';
import { CACHING, cachingOf, EVERYWHERE, isPackable, POLICIES, TYPES, typeOf } from './headers.mjs';

/** The folder of the files on a server of one's own, and its port. */
const PLACE = '/srv/poolscope';
const PORT = 8080;
const MADE = '# Made by npm run build from web/tools/hosting/headers.mjs.';

/** The host reads this file, but doesn't serve it. */
export const HEADERS_FILE = '_headers';
/** Extensions whose type Cloudflare Pages and Netlify know; for other files it is stated. */
const KNOWN = /\.(css|html|ico|jpg|js|json|png|svg|txt|wasm|webp|woff2|xml)$/;
/** Cloudflare Pages reads no more. */
const MOST_RULES = 100;

/** @typedef {Readonly<Record<string, string>>} Headers */

/**
 * For Cloudflare Pages and Netlify. If two matching rules set a header, its values are joined with a comma; so the rules of
 * one header never match the same address, and no-cache files are listed by their first folder without further rules.
 * @param {readonly string[]} files of the build, with "/" between folders
 * @param {string} base BASE_PATH as "" or "/folder"
 */
export function headersFile(files, base) {
  /** @type {Map<string, Headers>} */
  const rules = new Map([['/*', EVERYWHERE]]);
  const under = (/** @type {string} */ rule) => (rule.endsWith('/') ? `${rule}*` : rule);
  /** @param {string} at @param {Headers} headers */
  const add = (at, headers) => rules.set(at, { ...rules.get(at), ...headers });
  for (const [rule, policy] of POLICIES) add(under(rule), { 'Content-Security-Policy': policy });
  for (const [rule, caching] of CACHING) add(under(rule), { 'Cache-Control': caching });
  for (const file of [...LANGUAGES.map((one) => one.path), ...files]) {
    const address = `/${file}`;
    const type = typeOf(file);
    if (type && file && !KNOWN.test(file)) add(address, { 'Content-Type': type });
    if (CACHING.some(([rule]) => address.startsWith(rule))) continue;
    // In a folder that has a further rule below, the other folders and files are listed one by one.
    const folders = [...address.matchAll(/(?<=.)\//g)].map(({ index }) =>
      address.slice(0, index + 1),
    );
    const whole = folders.find((one) => !CACHING.some(([rule]) => rule.startsWith(one)));
    add(whole ? under(whole) : address, { 'Cache-Control': cachingOf(address) });
  }
  if (rules.size > MOST_RULES)
    throw new Sentence(
      `_headers has ${rules.size} rules; Cloudflare Pages reads ${MOST_RULES} at most.`,
    );
  const blocks = [...rules].map(([rule, headers]) => {
    const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
    return `${base}${rule}\n${lines.join('')}`;
  });
  return `${MADE}\n${blocks.join('')}`;
}

/** @param {Headers} headers */
const quoted = (headers) => Object.entries(headers).map(([name, value]) => `${name} "${value}"`);

/**
 * Rules match only paths, so the page 404.html removes the headers of the missing file.
 * @param {string} base
 */
export function caddyfile(base, { place = PLACE, port = PORT } = {}) {
  const at = (/** @type {string} */ rule) => base + rule + (rule.endsWith('/') ? '*' : '');
  const special = CACHING.map(([rule]) => at(rule)).join(' ');
  const types = Object.entries(TYPES).map(
    ([kind, type]) => `@${kind} path *.${kind}\n\theader @${kind} Content-Type "${type}"`,
  );
  // Each language's folder has a page of its own for what is missing there.
  const folders = OTHERS.map((one) => `"${base}/${one.path}*"`).join(', ');
  const missing = [
    `@missing \`{err.status_code} == 404 && !path(${folders})\``,
    `rewrite @missing ${base}/404.html`,
    ...OTHERS.flatMap(({ code, path: own }) => [
      `@missing_${code} \`{err.status_code} == 404 && path("${base}/${own}*")\``,
      `rewrite @missing_${code} ${base}/${own}404.html`,
    ]),
  ].join('\n\t\t');
  // Caddy's own list lacks XML.
  const packed = new Set(
    Object.entries(TYPES).flatMap(([kind, type]) =>
      isPackable(`a.${kind}`) ? (type.split(';')[0] ?? []) : [],
    ),
  );
  return `${MADE}
# build/ is ${place}${base}. With its name in place of ":${port}" the site gets a certificate by itself.
:${port} {
	root * ${place}
	header {
		${quoted(EVERYWHERE).join('\n\t\t')}
	}
	@rest not path ${special}
	header @rest Cache-Control "${cachingOf('/')}"
	${CACHING.map(([rule, caching]) => `header ${at(rule)} Cache-Control "${caching}"`).join('\n\t')}
	${POLICIES.map(([rule, policy]) => `header ${at(rule)} Content-Security-Policy "${policy}"`).join('\n\t')}
	${types.join('\n\t')}
	encode zstd gzip {
		match {
			${[...packed].map((type) => `header Content-Type ${type}*`).join('\n\t\t\t')}
		}
	}
	file_server {
		precompressed br gzip
	}
	handle_errors {
		header Cache-Control "${cachingOf('/')}"
		header Content-Type "${TYPES.html}"
		${missing}
		file_server
	}
}
`;
}

/**
 * Values that depend on the address come from maps: a location with a header of its own would inherit none.
 * @param {string} base
 */
export function nginxConf(base, { place = PLACE, port = PORT } = {}) {
  const map = (
    /** @type {string} */ name,
    /** @type {string} */ rest,
    /** @type {readonly (readonly [rule: string, value: string])[]} */ rules,
  ) => `map $uri $${name} {
	default "${rest}";
	${rules.map(([rule, value]) => `~^${base}${rule.replaceAll('.', '\\.')}${rule.endsWith('/') ? '' : '$'} "${value}";`).join('\n\t')}
}`;
  /** @type {Map<string, string[]>} */
  const kinds = new Map();
  for (const [kind, type] of Object.entries(TYPES))
    kinds.set(type, [...(kinds.get(type) ?? []), kind]);
  const packed = [...kinds].filter(([, [kind]]) => isPackable(`a.${kind}`));
  return `${MADE}
# For /etc/nginx/conf.d (Debian: sites-enabled). build/ is ${place}${base}.
${map('poolscope_caching', cachingOf('/'), CACHING)}
${map('poolscope_policy', '', POLICIES)}
server {
	listen ${port};
	root ${place};
	index index.html;
	absolute_redirect off;
	error_page 404 ${base}/404.html;
	${OTHERS.map((one) => `location ^~ ${base}/${one.path} { error_page 404 ${base}/${one.path}404.html; }`).join('\n\t')}
	gzip on;
	gzip_static on;
	gzip_vary on;
	gzip_types ${packed.map(([type]) => `"${type}"`).join(' ')};
	# Where nginx has the module ngx_brotli: brotli_static on;
	default_type application/octet-stream;
	types {
		${[...kinds].map(([type, of]) => `"${type}" ${of.join(' ')};`).join('\n\t\t')}
	}
	${quoted(EVERYWHERE)
    .map((one) => `add_header ${one} always;`)
    .join('\n\t')}
	add_header Content-Security-Policy $poolscope_policy always;
	add_header Cache-Control $poolscope_caching;
}
`;
}

/** @param {string} base */
export const containerfile = (base) => `${MADE}
# podman build -t poolscope -f hosting/Containerfile . && podman run --rm -p ${PORT}:${PORT} poolscope
FROM docker.io/library/caddy:2-alpine
COPY hosting/Caddyfile /etc/caddy/Caddyfile
COPY build ${PLACE}${base}
EXPOSE ${PORT}
`;

/**
 * The files of a build as addresses without a leading slash, and without their compressed copies.
 * @param {string} folder
 */
export const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && entry.name !== HEADERS_FILE && !/\.(br|gz)$/.test(entry.name),
    )
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.split(path.sep).join('/'))
    .sort();

/** @param {string} folder @param {string} base */
export function writeHosting(folder, base) {
  const files = filesOf(folder);
  const unknown = files.find((file) => typeOf(file) === undefined);
  if (unknown) throw new Sentence(`${unknown} has no type in web/tools/hosting/headers.mjs.`);
  writeFileSync(path.join(folder, HEADERS_FILE), headersFile(files, base));
  const hosting = path.join(root, 'hosting');
  mkdirSync(hosting, { recursive: true });
  writeFileSync(path.join(hosting, 'Caddyfile'), caddyfile(base));
  writeFileSync(path.join(hosting, 'nginx.conf'), nginxConf(base));
  writeFileSync(path.join(hosting, 'Containerfile'), containerfile(base));
}
