/** Gives plain iframes of Poolscope the height of their figure and the page's theme: README.md. */
(() => {
  if (typeof document === 'undefined') return; // imported on a server
  const SIGN = { source: 'poolscope', v: 1 };
  const own = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : '';
  const folder = new URL('.', own || location.href).href;

  /** @param {HTMLIFrameElement} frame */
  const ours = ({ src, dataset }) => src.startsWith(folder) || 'poolscope' in dataset;
  /** @type {Set<HTMLIFrameElement>} */
  const frames = new Set();
  /** @type {(part: Element) => Element | undefined} */
  const around = (part) =>
    part.parentElement ?? /** @type {ShadowRoot} */ (part.getRootNode()).host;
  /** @param {ParentNode} root with open shadow roots */
  function find(root) {
    for (const one of root.querySelectorAll('*')) {
      // The element handles its own frame.
      if (one.shadowRoot && one.localName !== 'pool-scope') find(one.shadowRoot);
      if (!(one instanceof HTMLIFrameElement && ours(one))) continue;
      frames.add(one);
      // Any ancestor may set the theme.
      for (let part = around(one); part; part = around(part))
        toggled.observe(part, { attributes: true });
    }
  }

  /** @param {HTMLIFrameElement} frame */
  function tellTheme(frame) {
    if (/[?&]theme=(?!auto)/.test(frame.src)) return;
    const { color } = getComputedStyle(frame);
    const [a = 0, b = 0, c = 0] = (color.match(/(?<=[ (,])[-\d.]+(e-?\d+)?/g) ?? []).map(Number);
    const light = /^ok?l/.test(color)
      ? a
      : (0.3 * a + 0.6 * b + 0.1 * c) / (color.startsWith('rgb') ? 255 : 1);
    const theme = light > 0.5 ? 'dark' : 'light'; // the text's lightness: light text means dark
    frame.contentWindow?.postMessage({ ...SIGN, type: 'theme', theme }, '*');
  }
  const tellThemes = () => [...frames].filter(ours).forEach(tellTheme);
  const toggled = new MutationObserver(tellThemes);

  /** Boxes that keep a shape for their frame, by padding or ratio, and may grow instead: FitVids', Bootstrap's, WordPress's. */
  const growing = new WeakSet();
  /** @param {HTMLElement} box @param {string} height */
  const grow = (box, height) => {
    const set = {
      'min-height': height,
      'padding-block': height && '0',
      'aspect-ratio': height && 'auto',
    };
    for (const [name, value] of Object.entries(set))
      box.style.setProperty(name, value, 'important');
  };
  /** @param {HTMLIFrameElement} frame @param {number} height */
  function size(frame, height) {
    const tall = `${height}px`;
    const box = frame.offsetParent;
    // Placed over its box, a frame moves nothing when it grows, so the box has to.
    if (/^(abs|fix)/.test(getComputedStyle(frame).position)) {
      if (!(box instanceof HTMLElement)) return;
      const { parentElement: outer } = box;
      const before = outer?.offsetHeight;
      grow(box, tall);
      if (outer === document.body || outer?.offsetHeight !== before) growing.add(box);
      if (!growing.has(box)) {
        grow(box, ''); // a tile or slide: the frame fits itself in
        return;
      }
    }
    frame.style.height = tall;
  }
  /** The link below a pasted frame is for places that take frames away. @param {HTMLIFrameElement} frame */
  function hideLink(frame) {
    const root = /** @type {Document | ShadowRoot} */ (frame.getRootNode());
    for (const one of root.querySelectorAll('p[data-poolscope]')) {
      if (!(frame.compareDocumentPosition(one) & 4)) continue;
      /** @type {HTMLElement} */ (one).style.display = 'none';
      return;
    }
  }

  /** @param {MessageEvent<{ source: string, v: number, type: string, height: number } | undefined>} event */
  const hear = ({ source, data }) => {
    if (data?.source !== SIGN.source || data.v !== SIGN.v) return;
    // Identified by its window: a sandbox has the origin "null".
    const own = () => [...frames].find((one) => one.contentWindow === source && ours(one));
    if (!own()) find(document);
    const frame = own();
    if (!frame) return;
    if (data.type === 'ready') tellTheme(frame);
    hideLink(frame);
    // A frame that fits itself into a height keeps that height.
    const grows = !/[?&]fit=1/.test(frame.src);
    if (data.type === 'height' && grows && data.height > 0 && data.height < 1e4)
      size(frame, data.height);
  };
  addEventListener('message', hear);

  const watch = () => {
    find(document);
    // Frames that were ready before this script have sent their heights to nobody.
    tellThemes();
    for (const frame of frames) frame.contentWindow?.postMessage({ ...SIGN, type: 'height' }, '*');
  };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', tellThemes);
  // In the head of a page there is no body yet.
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', watch);
  else watch();
})();
