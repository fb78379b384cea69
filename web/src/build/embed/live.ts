/** The document of the living pool's frame. */
import { render } from 'svelte/server';
import { m } from '#paraglide/messages.js';
import PoolFrame from '../../features/embed/PoolFrame.svelte';
import { PoolState, type PoolData } from '../../features/embed/pool-state.svelte';
import { LANGUAGE } from '../../model/languages';
import { escapeXml } from '../../model/words/escape';
import { liveStill } from '../lessons/live';
import { bundleOf } from '../widgets/bundle';
import { first, json, moving, OWN_ONLY, ROOT } from './document';

export function liveFrame(): string {
  const still = liveStill();
  const data: PoolData = {
    title: m.embed_live_title(),
    plain_title: m.embed_live_plain_title(),
    home: ROOT,
  };
  const props = { data, still, state: new PoolState() };
  const { body } = render(PoolFrame, { props, idPrefix: 'e' });
  const dev = import.meta.env.DEV;
  const bundle = bundleOf(['pool-frame.ts'], 'pool-main.ts');
  const at = (file: string) => (dev ? `/${file}` : ROOT + file);
  const [title, question] = [data.title, m.embed_live_question()].map(escapeXml);
  return `<!doctype html>
<html lang="${LANGUAGE}" data-code="${bundle.code.map(at).join(' ')}"><head><meta charset="utf-8"><script>${dev ? '' : OWN_ONLY}${first(moving('live'))}</script>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><meta name="description" content="${question}">
<meta name="robots" content="noindex"><link rel="icon" href="${ROOT}favicon.svg">
<style>${bundle.css}</style><noscript><style>.needs-js{display:none!important}</style></noscript></head>
<body><div id="widget">${body}<noscript><p class="off">${m.embed_no_script()}</p></noscript></div>
<script type="application/json" id="data">${json({ ...data, still })}</script>
<script type="module" crossorigin src="${at(bundle.main)}"></script></body></html>
`;
}
