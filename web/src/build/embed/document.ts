/** The document in a frame: complete, without the site's header, framework or scripts. */
import { LANGUAGE, OTHERS, UP } from '../../model/languages';
import { escapeXml } from '../../model/words/escape';
import { EARLY } from '../../ui/early.js';
import { render } from 'svelte/server';
import { m } from '#paraglide/messages.js';
import ChartFrame from '../../features/embed/ChartFrame.svelte';
import { FrameFigure } from '../../features/embed/frame-figure.svelte';
import { FrameState } from '../../features/embed/frame-state.svelte';
import type { MakeEngine } from '../../figure/player/player.svelte';
import { CONTROLS, PARAMS, PARTS, THEMES, VIEWS, type Param } from '../../model/embedding/params';
import PairTimes from '../../features/embed/PairTimes.svelte';
import RunFrame from '../../features/embed/RunFrame.svelte';
import RunScene from '../../features/embed/RunScene.svelte';
import RunTimes from '../../features/embed/RunTimes.svelte';
import { site } from '../widgets/addresses';
import { cardTags, discovery } from '../site/head';
import type { AnyWidget } from '../widgets/widgets';
import type { FrameData } from '../../features/embed/data';
import { inFewerBytes } from '../pictures/shorter';
import { bundleOf } from '../widgets/bundle';
import { fill, type Filled } from '../widgets/frame-data';

/** From /embed/NAME/ to the site's root. */
export const ROOT = '../../';

/** Parameters with which the first picture stays as it was built. */
const SAME_PICTURE = PARAMS.filter(({ state }: Param) => !state).map(({ name }) => name);

/**
 * Runs before the first paint: early.js, the theme, and whether the address asks for another picture than this one. It also
 * notices a failed script, so that picture and link stay.
 */
export const first = (last = '') => `${EARLY}(()=>{const d=document.documentElement,p=new URLSearchParams(location.search||d.dataset.query);d.dataset.heard='';const t=p.get('theme'),v=p.get('v');
if(v===null||v==='1'){if(${JSON.stringify(THEMES.slice(1))}.includes(t))d.dataset.theme=t;
if(${JSON.stringify(CONTROLS.slice(1))}.includes(p.get('controls')))d.dataset.controls=p.get('controls');
if(${JSON.stringify(PARTS.slice(1))}.includes(p.get('only'))){d.dataset.only=p.get('only');if(!p.get('controls'))d.dataset.controls='none'}
if(p.get('fit')==='1')d.dataset.fitted='';if(p.get('view')==='guess')d.dataset.guess='';
for(const k of ['plain','transparent'])if(/^1?$/.test(p.get(k)))d.dataset[k]='';
if([...p.keys()].some(k=>/^(words$|label\\.)/.test(k)))d.dataset.words=p.get('words')??'';
if([...p.keys()].some(k=>!/^label\\./.test(k)&&!${JSON.stringify(SAME_PICTURE)}.includes(k))||${JSON.stringify(VIEWS.slice(1))}.includes(p.get('view')))d.dataset.waiting=''}
addEventListener('error',e=>{if(e.target instanceof HTMLScriptElement)d.dataset.failed=''},true)${last}})()`;
export const FIRST = first();

/** Moves a frame whose address asks for another language to its own, before anything is drawn. */
export const moving = (name: string) =>
  OTHERS.map(
    ({ code, path }) =>
      `;if(p.get('lang')==='${code}'){d.hidden=true;` +
      `location.replace('${ROOT}${UP}${path}embed/${name}/'+location.search+location.hash)}`,
  ).join('');

/**
 * A policy that allows this site only. A script writes it, because the build doesn't know the site's address, and in a
 * sandbox WebKit matches 'self' with nothing.
 */
export const policyOfSite = (policy: string) =>
  `document.head.append(Object.assign(document.createElement('meta'),{httpEquiv:'Content-Security-Policy',
content:${JSON.stringify(policy)}.replaceAll("'self'","'self' "+location.origin)}));`;

const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
export const OWN_ONLY = policyOfSite(POLICY);

/** JSON in which no tag can end the script element. */
export const json = (value: unknown) =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028');

/** The build asks nothing of an engine. */
const asleep: MakeEngine = () => {
  const nothing = () => undefined;
  const open = () => Promise.resolve();
  return { open, frame: nothing, instruments: nothing, reset: nothing, close: nothing };
};

/** The picture, and the sources of the code that waking loads. */
function drawn({ data, posters }: Filled) {
  const frame = new FrameState();
  if (data.kind === 'benchmark') {
    const { body } = render(ChartFrame, { props: { data, frame }, idPrefix: 'e' });
    return { body, parts: ['chart.ts'] };
  }
  const figure = new FrameFigure(
    data,
    posters.map((poster) => ({ poster, make: asleep })),
  );
  const [Times, times] =
    data.kind === 'pair'
      ? ([PairTimes, 'PairTimes.svelte'] as const)
      : ([RunTimes, 'RunTimes.svelte'] as const);
  const { body } = render(RunFrame, { props: { figure, frame, Scene: RunScene, Times }, idPrefix: 'e' });
  return { body, parts: ['run.ts', 'RunScene.svelte', times] };
}

export interface FramePage {
  readonly html: string;
  readonly data: FrameData;
  /** Sources of the frame's code that waking loads. */
  readonly parts: readonly string[];
}

const made = new Map<string, FramePage>();

export function frameOf(widget: AnyWidget): FramePage {
  const before = import.meta.env.DEV ? undefined : made.get(widget.name);
  if (before) return before;
  const page = frame(widget);
  made.set(widget.name, page);
  return page;
}

function frame(widget: AnyWidget): FramePage {
  const filled = fill(widget, ROOT);
  const { body: whole, parts } = drawn(filled);
  // What only a woken figure reads; it writes them itself.
  const body = inFewerBytes(
    whole.replaceAll(/ data-(part="(?:group|thread):\d+"|(client|request|from-us|to-us)="\d+")/g, ''),
  );
  const bundle = bundleOf(filled.data.kind === 'benchmark' ? parts : [...parts, 'words.ts']);
  const dev = import.meta.env.DEV;
  const canonical = site ? `<link rel="canonical" href="${escapeXml(site + widget.page)}">` : '';
  const words = { title: widget.title, description: widget.question };
  const told = cardTags(`/embed/${widget.name}/`, words) + discovery(widget);
  const at = (file: string) => (dev ? `/${file}` : ROOT + file);
  const still = `<noscript><p class="off">${m.embed_no_script()}</p></noscript>`;
  const html = `<!doctype html>
<html lang="${LANGUAGE}" data-code="${bundle.code.map(at).join(' ')}"><head><meta charset="utf-8"><script>${dev ? '' : OWN_ONLY}${first(moving(widget.name))}</script>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeXml(widget.title)}</title><meta name="description" content="${escapeXml(widget.question)}">
<meta name="robots" content="noindex"><link rel="icon" href="${ROOT}favicon.svg">${canonical}${told}
<style>${bundle.css}</style></head>
<body><div id="widget">${body}${still}</div>
<script type="application/json" id="data">${json(filled.data)}</script>
<script type="module" crossorigin src="${at(bundle.main)}"></script></body></html>
`;
  return { html, data: filled.data, parts };
}
