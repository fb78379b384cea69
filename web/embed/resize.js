/**
 * For pages with plain iframes of Poolscope: gives each the height of its figure, and lets `theme=auto`
 * follow the page's own colours.
 *
 *   <script src="https://example.org/pools/embed/resize.js" async></script>
 *
 * An iframe is served when its address is under the folder that this script comes from, or when it has
 * the attribute data-poolscope (for copies of this file elsewhere).
 */
(() => {
  if (typeof document === 'undefined') return; // a server that imports it
  const SIGN = { source: 'poolscope', v: 1 };
  const own = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : '';
  const folder = new URL('.', own || location.href).href;

  const frames = () =>
    [...document.querySelectorAll('iframe')].filter(
      ({ src, dataset }) => src.startsWith(folder) || 'poolscope' in dataset,
    );

  /** @param {HTMLIFrameElement} frame */
  function tellTheme(frame) {
    if (/[?&]theme=(?!auto)/.test(frame.src)) return;
    const { color } = getComputedStyle(frame);
    const [a = 0, b = 0, c = 0] = (color.match(/(?<=[ (,])[-\d.]+(e-?\d+)?/g) ?? []).map(Number);
    const light = /^ok?l/.test(color)
      ? a
      : (0.3 * a + 0.6 * b + 0.1 * c) / (color.startsWith('rgb') ? 255 : 1);
    const theme = light > 0.5 ? 'dark' : 'light'; // of the text: light on dark
    frame.contentWindow?.postMessage({ ...SIGN, type: 'theme', theme }, '*');
  }
  const tellThemes = () => frames().forEach(tellTheme);

  /** @param {MessageEvent<{ source: string, v: number, type: string, height: number } | undefined>} event */
  const hear = ({ source, data }) => {
    if (data?.source !== SIGN.source || data.v !== SIGN.v) return;
    // By its window: the origin of a sandbox is "null".
    const frame = frames().find(({ contentWindow }) => contentWindow === source);
    if (!frame) return;
    if (data.type === 'ready') tellTheme(frame);
    // One that fits itself into a height is to keep it.
    const grows = !/[?&]fit=1/.test(frame.src);
    if (data.type === 'height' && grows && data.height > 0 && data.height < 1e4)
      frame.style.height = `${data.height}px`;
  };
  addEventListener('message', hear);

  const toggled = new MutationObserver(tellThemes);
  const watch = () => {
    for (const part of [document.documentElement, document.body])
      toggled.observe(part, { attributes: true });
    // Frames that were ready before this script have told their heights to nobody.
    tellThemes();
    for (const frame of frames())
      frame.contentWindow?.postMessage({ ...SIGN, type: 'height' }, '*');
  };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', tellThemes);
  // In the head of a page there is no body yet.
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', watch);
  else watch();
})();
