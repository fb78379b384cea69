/**
 * The shared part of figures as one file, and the pages at /take/NAME.html that complete it (model/embedding/one-file.ts).
 */
import { LANGUAGE } from '../../model/languages';
import { BODY, HEAD } from '../../model/embedding/one-file';
import { escapeXml } from '../../model/words/escape';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { m } from '#paraglide/messages.js';
import { site } from '../widgets/addresses';
import type { AnyWidget } from '../widgets/widgets';
import { FIRST, policyOfSite } from './document';

const FOLDER = '.svelte-kit/alone';
const WASM = 'wasm-core/pkg/poolscope_wasm_bg.wasm';

const POLICY = [
  "default-src 'none'", // no requests at all
  "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob: data:",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Unpacks the engine and the figure's code when they are needed. */
const LOADER = `const unpack=async(e)=>new Uint8Array(await new Response(new Blob([Uint8Array.from(atob(e.textContent),(c)=>c.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
const part=(id)=>unpack(document.getElementById(id));
globalThis.poolscope_wasm=document.getElementById('engine')&&await part('engine');
const code=await import(URL.createObjectURL(new Blob([await part('code')],{type:'text/javascript'})));
const {scene,times}=document.documentElement.dataset,named=(name)=>code.parts?.['./'+name+'.svelte'];
export const{wake,namesOf,retell}=code;export const Times=named(times);export default named(scene);`;
/** The frame's script asks for four modules: code, picture, slider and words; here they are one. */
const CODE = `data:text/javascript,${encodeURIComponent(LOADER)}`;

/** Compressed, as text. */
const packed = (file: string) => gzipSync(readFileSync(file), { level: 9 }).toString('base64');

const styleOf = (entry: string) => {
  const file = path.join(FOLDER, entry, 'style.css');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

const codeOf = (entry: string) => readFileSync(path.join(FOLDER, entry, 'code.js'), 'utf8');

/** For a script element: no tag in the code can end it. */
const inline = (code: string) => code.replaceAll('</script', '<\\\\/script');

/** The kinds of figures, by the module of the frames' code with which each starts. */
export const KINDS = ['run', 'chart'] as const;
export type Kind = (typeof KINDS)[number];

export function common(kind: Kind): string {
  const carried = (id: string, file: string) =>
    `<script type="text/plain" id="${id}">${packed(file)}</script>`;
  const engine = kind === 'run' ? carried('engine', WASM) : '';
  const modules = kind === 'run' ? [CODE, CODE, CODE, CODE] : [CODE];
  return `<!doctype html>
<html lang="${LANGUAGE}" data-code="${modules.join(' ')}"><head><meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${POLICY}">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
${HEAD}<meta name="robots" content="noindex">
<style>${styleOf('main')}${styleOf(kind)}</style><script>${FIRST}</script></head>
<body>${BODY}
${engine}
${carried('code', path.join(FOLDER, kind, 'code.js'))}
<script type="module">${inline(codeOf('main'))}</script></body></html>
`;
}

/** The page that puts a figure together in the browser. */
export function takePage(widget: AnyWidget): string {
  const policy = policyOfSite(`${POLICY}; connect-src 'self'`);
  const page = `<a href="..${escapeXml(widget.page)}">${escapeXml(widget.title)}</a>`;
  return `<!doctype html>
<html lang="${LANGUAGE}"><head><meta charset="utf-8"><script>${policy}</script>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escapeXml(widget.title)}</title><meta name="description" content="${escapeXml(widget.question)}">
<meta name="robots" content="noindex">${site ? `<link rel="canonical" href="${escapeXml(site + widget.page)}">` : ''}</head>
<body><p id="offer" hidden><a download="${widget.name}.html">${m.embed_take()}</a></p>
<p id="failed" hidden>${m.embed_take_failed()} ${page}</p><noscript><p>${m.embed_take_off()} ${page}</p></noscript>
<script type="module">${inline(codeOf('take'))}</script></body></html>
`;
}
