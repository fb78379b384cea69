/**
 * <pool-scope scenario="mariadb-max-threads-6" thread_pool_max_threads="8"></pool-scope>
 * A picture with a button; the click loads the figure itself in a frame. Attributes control everything and stay live:
 * README.md lists them. A plain module without dependencies; types/pool-scope.d.ts is its public interface.
 */

/** @typedef {import('./types/pool-scope.js').State} State */
/** @typedef {{ type: 'play' | 'pause' } | { type: 'seek', time_ns?: number, time?: string } | { type: 'theme', theme: string } | { type: 'set', settings: Record<string, string> }} Command */
/** @typedef {{ source: string, v: number, type: string, title: string, height: number, time_ns: number, end_ns: number, state: State }} Said */

/** Every message between page and frame carries these. */
const SIGN = { source: 'poolscope', v: 1 };
const TALLEST = 9999;

// Made by `npm run generate` from web/src/model/embedding/attributes.ts:
const OWN = 'scenario|site|load|height|label|poster|params';
const PARAMETERS =
  'seed|t|r|at|server|view|only|controls|theme|lang|motion|autoplay|loop|speed|from|to|fit|plain|transparent|words|title|caption|accent|font';
const NOT_IN_QUERY = 'theme|lang';
// End of what is made.

/** Attributes of the element itself, of HTML and of frameworks; every other one is a parameter of the figure. */
const NO_PARAMETER = new RegExp(
  `^(${OWN}|${NOT_IN_QUERY}|width|id|class|style|slot|part|is|hidden|dir|role|tabindex|nonce|draggable|translate|loading|key|ref|align|border|inert|popover|accesskey|autofocus|spellcheck|contenteditable|item\\w+|(?!(${PARAMETERS})$)on\\w+|(data|aria|v|x|hx|astro|client|_?ng\\w*)-.*)$|[^\\w.-]`,
);
/** Parameters open the frame anew; all others are settings, which a running figure accepts. */
const OPENS = new RegExp(`^(v|label\\..*|${PARAMETERS})$`);

// Loaded from the site, the module knows where the figures are; bundled, it must be told.
const here = import.meta.url;
const home = /\/embed\/pool-scope\.js(\?|$)/.test(here) ? new URL('..', here).href : '';

const CSS = `
:host { display: block }
:host([hidden]) { display: none }
div { display: flex; flex-flow: column; height: 100%; position: relative; transition: color 1ms }
iframe, button, img { display: block; width: 100%; height: 100%; border: 0 }
button + iframe { position: absolute; top: 0; height: 100% !important }
button { position: relative; height: auto; min-height: 4rem; flex: 1; margin: 0; padding: 0; overflow: hidden; font: 600 1rem system-ui; background: none; border-radius: 8px; cursor: pointer }
img { height: auto; object-fit: contain; outline: 1px solid #8888; outline-offset: -1px; border-radius: 8px }
:host([height]) img { height: 100%; max-height: none !important }
:host([view=guess]) img { filter: blur(12px) }
span { position: absolute; left: 12px; bottom: 6px; max-width: calc(100% - 64px); padding: 12px 20px; text-align: left; color: #fff; background: #14304f; border-radius: 2rem }
[data-loading] span::after { content: ' …' }
@media print { span { display: none } }
`;

/**
 * The lightness of a colour from 0 to 1, from the text of getComputedStyle: rgb() up to 255, lab() up to 100, all else up
 * to 1.
 * @param {string} color
 */
export function lightness(color) {
  const [a = 0, b = 0, c = 0] = (color.match(/(?<=[ (,])[-\d.]+(e-?\d+)?/g) ?? []).map(Number);
  if (/^(ok)?l/.test(color)) return color[0] === 'o' ? a : a / 100;
  const sum = 0.3 * a + 0.6 * b + 0.1 * c;
  return color.startsWith('rgb') ? sum / 255 : sum;
}

/**
 * The site's address with a trailing slash, or '' if it is not safe to open in a frame.
 * @param {string} text
 */
export function siteAddress(text) {
  try {
    const { protocol, origin, pathname } = new URL(text, document.baseURI);
    return /^https?:$/.test(protocol) ? origin + pathname.replace(/\/?$/, '/') : '';
  } catch {
    return '';
  }
}

/** @param {string} address of a frame */
const figureOf = (address) => /embed\/([\w-]+)\/\?/.exec(address)?.[1];

// Without a page (on a server that renders one), importing the module does nothing.
const { HTMLElement: Page, customElements: known } = /** @type {Partial<typeof globalThis>} */ (
  globalThis
);
const Base = Page ?? /** @type {typeof HTMLElement} */ (/** @type {unknown} */ (Object));

export class PoolScope extends Base {
  /** The address of the figures, for elements without `site`. */
  static site = home;

  /** @type {State | undefined} */
  state;
  /** @type {number | undefined} */
  time_ns;
  /** @type {number | undefined} */
  end_ns;

  /** @type {HTMLIFrameElement | undefined} */
  #frame;
  /** The parameters that the frame was opened with, except for the theme, which is sent to it. */
  #shown = '';
  #query = new URLSearchParams();
  #theme = '';
  #pictured = '';
  #listens = false;
  /** @type {Command[]} */
  #waiting = [];
  #box = document.createElement('div');
  #attributes = new MutationObserver(() => {
    // It tells again what is seen, since the frame may now load by itself.
    this.#near.unobserve(this);
    this.#near.observe(this);
    this.#update();
  });
  #sized = new ResizeObserver(() => this.#update());
  #near = new IntersectionObserver(
    (seen) => {
      if (!seen.some((one) => one.isIntersecting)) return;
      const plays =
        /^1?$/.test(this.getAttribute('autoplay') ?? '0') &&
        !matchMedia('(prefers-reduced-motion:reduce)').matches;
      if (plays || this.#get('load') === 'visible') this.#load();
    },
    { rootMargin: '200px' },
  );

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    // Not a <style>: the page's policy may forbid those.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
    root.adoptedStyleSheets = [sheet];
    root.append(this.#box);
    // Notices every way to change the page's theme, by a transition of the text's colour.
    this.#box.addEventListener('transitionend', () => this.#update());
  }

  connectedCallback() {
    addEventListener('message', this.#hear);
    document.addEventListener('securitypolicyviolation', this.#refused);
    this.#attributes.observe(this, { attributes: true });
    this.#near.observe(this);
    this.#sized.observe(this);
    this.#update();
  }

  disconnectedCallback() {
    removeEventListener('message', this.#hear);
    document.removeEventListener('securitypolicyviolation', this.#refused);
    this.#attributes.disconnect();
    this.#near.disconnect();
    this.#sized.disconnect();
    this.#unload(); // a frame that is moved reloads in any case
  }

  play() {
    this.#load();
    this.#tell({ type: 'play' });
  }

  pause() {
    this.#tell({ type: 'pause' });
  }

  /** @param {number | string} time nanoseconds, or "1.2s" */
  seek(time) {
    this.#load();
    this.#tell(typeof time === 'number' ? { type: 'seek', time_ns: time } : { type: 'seek', time });
  }

  /** @param {string} name */
  #get(name) {
    return this.getAttribute(name) ?? '';
  }

  /** The height that the page sets, or 0. */
  #fixed() {
    return Math.min(parseInt(this.#get('height')) || 0, TALLEST);
  }

  /** Reads the attributes: the address they give, or what is wrong with them. */
  #read() {
    const site = siteAddress(this.#get('site') || PoolScope.site || 'about:');
    const name = this.#get('scenario');
    if (!/^[\w-]+$/.test(name)) return `scenario="${name}" is no name`;
    if (!site) return `site="${this.#get('site')}" is no address`;
    const query = new URLSearchParams(`v=1&${this.#get('params')}`);
    for (const { name: key, value } of this.attributes) {
      if (!NO_PARAMETER.test(key)) query.set(key, value);
    }
    if (this.#fixed()) query.set('fit', '1');
    // The Chinese figures are at /zh/ in the site.
    return { name, query, site: this.#get('lang') === 'zh' ? `${site}zh/` : site };
  }

  #update() {
    if (!this.isConnected) return;
    const read = this.#read();
    if (typeof read === 'string') {
      this.#unload();
      const words = document.createElement('p');
      words.textContent = `pool-scope: ${read}.`;
      this.#box.replaceChildren(words, document.createElement('slot'));
      return;
    }
    const { name, query, site } = read;
    const theme =
      this.#get('theme').replace('auto', '') ||
      (lightness(getComputedStyle(this).color) > 0.5 ? 'dark' : 'light');
    const frame = this.#frame;
    const narrow = this.offsetWidth < 560;
    const fixed = this.#fixed();
    // As tall as the frame will be, by its kind: web/src/model/embedding/heights.ts.
    const kind = name.startsWith('bench') ? 2 : +/-vs-/.test(name);
    const heights = (/** @type {boolean} */ small) =>
      (small ? [500, 600, 420] : [440, 550, 430])[kind] ?? 0;
    const tall = heights(narrow) + (query.get('view') === 'guess' ? 48 : 0);
    if (frame) frame.style.height = fixed ? '' : frame.style.height || `${tall}px`;
    this.#box.style.height = fixed ? `${fixed}px` : '';
    const changed = this.#theme !== theme;
    this.#theme = theme;

    const title = this.#get('title') || this.textContent.trim() || name;
    const to = `${site}embed/${name}/?${query}`;
    if (!frame) {
      // The very picture that is pasted into the element, which the page has made room for.
      const pasted = this.querySelector('source')?.media;
      const small = pasted ? matchMedia(pasted).matches : narrow;
      const plain = kind < 2 && query.get('words') === 'plain' ? '-plain' : '';
      const own = `${site}poster/${name}${plain}-${small ? 'narrow' : 'wide'}.svg${theme === 'dark' ? '#dark' : ''}`;
      this.#picture([this.#get('poster') || own, own], title, theme, [
        small ? 360 : 720,
        heights(small),
      ]);
      return;
    }
    frame.title = title;
    const was = this.#query;
    const settings = to === this.#shown ? undefined : this.#turned(to, query);
    this.#query = query;
    if (settings) {
      this.#shown = to;
      this.#tell({ type: 'set', settings });
    } else if (to !== this.#shown) {
      if (this.#shown) {
        this.#reopen(to, was, query);
        // Not src: that would add a step to the page's history.
        frame.contentWindow?.location.replace(`${to}&theme=${theme}`);
      } else frame.src = `${to}&theme=${theme}`;
      this.#shown = to;
      return;
    }
    if (changed) this.#tell({ type: 'theme', theme });
  }

  /**
   * A figure that plays and is opened anew plays on, from the same moment unless it is told another.
   * @param {string} to
   * @param {URLSearchParams} was
   * @param {URLSearchParams} query
   */
  #reopen(to, was, query) {
    const { state, time_ns } = this;
    this.#listens = false;
    this.state = 'loading';
    this.time_ns = this.end_ns = undefined;
    if (state !== 'playing' || figureOf(to) !== figureOf(this.#shown)) return;
    const moved = ['t', 'from', 'to', 'server'].some((key) => was.get(key) !== query.get(key));
    if (time_ns !== undefined && !moved) this.#tell({ type: 'seek', time_ns });
    this.#tell({ type: 'play' });
  }

  /**
   * The settings that have changed, if nothing else has.
   * @param {string} to
   * @param {URLSearchParams} query
   */
  #turned(to, query) {
    const was = this.#query;
    if (to.split('?')[0] !== this.#shown.split('?')[0]) return undefined;
    /** @type {Record<string, string>} */
    const settings = {};
    for (const key of new Set([...was.keys(), ...query.keys()])) {
      const value = query.get(key);
      if (value === was.get(key)) continue;
      if (value === null || OPENS.test(key)) return undefined;
      settings[key] = value;
    }
    return settings;
  }

  /**
   * @param {[string, string]} sources of which the first that exists is shown
   * @param {string} title
   * @param {string} theme
   * @param {[number, number]} size
   */
  #picture([first, second], title, theme, size) {
    let button = this.#box.querySelector('button');
    if (!button) {
      button = document.createElement('button');
      button.onclick = () => this.play();
      const image = new Image();
      image.loading = 'lazy';
      image.alt = '';
      button.append(image, document.createElement('span'));
      this.#box.replaceChildren(button);
      this.#pictured = '';
    }
    const label = this.#get('label') || 'Play';
    button.setAttribute('aria-label', `${label}: ${title}`);
    const [image, words] = button.children;
    if (words) words.textContent = `▶ ${label}`;
    if (!(image instanceof HTMLImageElement)) return;
    // As tall as the picture that was pasted, which no theme makes taller than it is.
    image.style.cssText = `aspect-ratio:${size.join('/')};max-height:${size[1]}px;background:${theme === 'dark' ? '#0b1a20' : '#fdf8ee'}`;
    if (this.#pictured === first) return;
    this.#pictured = first;
    image.onerror = () => {
      if (image.getAttribute('src') !== second) {
        image.src = second;
        return;
      }
      // Without a picture, at least the link.
      image.remove();
      const link = this.querySelector('a')?.cloneNode();
      if (!link) return;
      link.textContent = title;
      this.#box.append(link);
    };
    image.src = first;
  }

  #load() {
    const button = this.#box.querySelector('button');
    if (this.#frame || !button) return;
    button.dataset['loading'] = '';
    this.#frame = document.createElement('iframe');
    // An isolated page allows no other frames, and the figure stores nothing.
    if (crossOriginIsolated) this.#frame.setAttribute('credentialless', '');
    // Covers the picture until it has loaded.
    this.#frame.onload = () => {
      // Not replaceChildren(): a frame that is inserted again reloads.
      while (this.#box.firstChild !== this.#frame) this.#box.firstChild?.remove();
    };
    const by_keyboard = this.shadowRoot?.activeElement;
    this.#update();
    this.#box.append(this.#frame);
    // The focus moves from the button into the figure.
    if (by_keyboard) this.#frame.focus({ preventScroll: true });
  }

  #unload() {
    this.#frame?.remove();
    this.#frame = undefined;
    this.#shown = '';
    this.#listens = false;
    this.#waiting = [];
    this.state = this.time_ns = this.end_ns = undefined;
  }

  /**
   * If the page's policy blocks the frame, shows the element's own content.
   * @param {SecurityPolicyViolationEvent} event
   */
  #refused = ({ effectiveDirective, blockedURI, disposition }) => {
    if (`${disposition} ${effectiveDirective}` !== 'enforce frame-src') return;
    if (!this.#shown.startsWith(blockedURI)) return;
    this.disconnectedCallback();
    this.#box.style.height = '';
    this.#box.replaceChildren(document.createElement('slot'));
  };

  /** @param {Command} command */
  #tell(command) {
    if (this.#listens) this.#frame?.contentWindow?.postMessage({ ...SIGN, ...command }, '*');
    else if (this.#frame) this.#waiting.push(command);
  }

  /** @param {MessageEvent<Said | undefined>} event */
  #hear = ({ source, data }) => {
    // Identified by its window, because the origin of a sandbox is "null".
    if (!source || source !== this.#frame?.contentWindow) return;
    if (data?.source !== SIGN.source || data.v !== SIGN.v) return;
    switch (data.type) {
      case 'ready':
        this.#listens = true;
        this.#tell({ type: 'theme', theme: this.#theme });
        for (const command of this.#waiting.splice(0)) this.#tell(command);
        this.#emit('ready', { title: data.title });
        break;
      case 'height':
        if (!this.#fixed() && data.height > 0 && data.height <= TALLEST)
          this.#frame.style.height = `${data.height}px`;
        break;
      case 'time': {
        const { time_ns, end_ns, state } = data;
        const now = { time_ns, end_ns, state };
        Object.assign(this, now);
        this.#emit('time', now);
        break;
      }
      case 'ended':
        this.#emit('ended');
    }
  };

  /**
   * @param {string} type
   * @param {unknown} [detail]
   */
  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

// Each attribute as a property, which frameworks prefer.
for (const name of `${OWN}|${PARAMETERS}`.split('|')) {
  if (name in PoolScope.prototype) continue; // as HTML has it
  Object.defineProperty(PoolScope.prototype, name, {
    /** @this {PoolScope} */
    get() {
      return this.getAttribute(name);
    },
    /** @this {PoolScope} @param {string | number | boolean | null | undefined} value */
    set(value) {
      if (value === false || value === null || value === undefined) this.removeAttribute(name);
      else this.setAttribute(name, value === true ? '' : String(value));
    },
  });
}

if (known && !known.get('pool-scope')) known.define('pool-scope', PoolScope);
