/** A figure as one file, which works from a disk and without a network: page, code and engine in one. */
import { escapeXml } from '../../model/words/escape';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { m } from '#paraglide/messages.js';
import { site } from '../widgets/addresses';
import type { AnyWidget } from '../widgets/widgets';
import { drawn, EARLY, json } from './document';
import { fill } from '../widgets/frame-data';

const FOLDER = '.svelte-kit/alone';
const WASM = 'wasm-core/pkg';

const POLICY = [
  "default-src 'none'", // nothing is fetched from anywhere
  "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob: data:",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Unpacks the engine and the figure's code, once they are wanted. */
const LOADER = `const unpack=async(e)=>new Uint8Array(await new Response(new Blob([Uint8Array.from(atob(e.textContent),(c)=>c.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
globalThis.poolscope_wasm={};
for(const e of document.querySelectorAll('[data-wasm]'))poolscope_wasm[e.dataset.wasm]=await unpack(e);
const code=await import(URL.createObjectURL(new Blob([await unpack(document.getElementById('code'))],{type:'text/javascript'})));
const {scene,times}=document.documentElement.dataset;
export const{wake,namesOf}=code;export const Times=code[times];export default code[scene];`;
/** The frame's script asks for three modules: code, picture and slider; here they are one. */
const CODE = `data:text/javascript,${encodeURIComponent(LOADER)}`;

const known = new Map<string, string>();
/** Packed, as text. */
function packed(file: string): string {
  const text = known.get(file) ?? gzipSync(readFileSync(file), { level: 9 }).toString('base64');
  known.set(file, text);
  return text;
}

const styleOf = (entry: string) => {
  const file = path.join(FOLDER, entry, 'style.css');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

/** In a script element: no tag in it can end it. */
const inline = (code: string) => code.replaceAll('</script', '<\\\\/script');

export function aloneDocument(widget: AnyWidget): string {
  const filled = fill(widget, site ? `${site}/` : '../');
  const { body, parts } = drawn(filled);
  // The engine is here: nothing has to be recorded.
  const data = filled.data.kind === 'benchmark' ? filled.data : { ...filled.data, recorded: false };
  const [code, scene, times] = parts.map((part) => part.replace(/\.\w+$/, ''));
  const entry = code ?? '';
  const wasm =
    entry === 'run'
      ? (JSON.parse(readFileSync(path.join(FOLDER, 'wasm.json'), 'utf8')) as string[])
      : [];
  const main = readFileSync(path.join(FOLDER, 'main/code.js'), 'utf8');
  const engine = wasm.map(
    (file) =>
      `<script type="text/plain" data-wasm="${file}">${packed(path.join(WASM, file))}</script>`,
  );
  return `<!doctype html>
<html lang="en" data-code="${parts.map(() => CODE).join(' ')}" data-scene="${scene ?? ''}" data-times="${times ?? ''}"><head><meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${POLICY}">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escapeXml(widget.title)}</title><meta name="description" content="${escapeXml(widget.question)}">
<meta name="robots" content="noindex">${site ? `<link rel="canonical" href="${escapeXml(site + widget.page)}">` : ''}
<style>${styleOf('main')}${styleOf(entry)}</style><script>${EARLY}</script></head>
<body><div id="widget">${body}<noscript><p class="off">${m.embed_no_script()}</p></noscript></div>
<script type="application/json" id="data">${json(data)}</script>
${engine.join('\n')}
<script type="text/plain" id="code">${packed(path.join(FOLDER, entry, 'code.js'))}</script>
<script type="module">${inline(main)}</script></body></html>
`;
}
