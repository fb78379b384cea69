// Registers the service worker, which makes the site work offline, and offers the page in the reader's language. app.html
// loads this at a reader's first action, never in frames. It tells the worker on every page when the page is idle.
const start = async () => {
  // Switched off on the page /offline/.
  if (localStorage.getItem('poolscope.offline')) return;
  const worker = navigator.serviceWorker;
  // Not `ready`: asked before this registration is there, it waits for that of the site around it, another language's.
  const own = worker.register(new URL('service-worker.js', import.meta.url));
  const tell = async () => (await own).active?.postMessage('');
  worker.oncontrollerchange = () => void tell();
  await tell();
};
// No worker, no storage, or `npm run dev`: the site needs its network.
const later = 'requestIdleCallback' in globalThis ? requestIdleCallback : setTimeout;
later(() => void start().catch(() => undefined));

/** Where this page is in the other language: its state goes with the reader. */
const other = () => {
  const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector('a[hreflang]'));
  if (!link) return '';
  link.search = location.search;
  link.hash = location.hash;
  dispatchEvent(new CustomEvent('poolscope-leaving', { detail: link }));
  return link.href;
};
// Before the browser follows it, shows its address, or copies that.
for (const sign of ['pointerdown', 'focusin', 'click']) addEventListener(sign, other, true);

const ASKED = 'poolscope.language';
const chinese = document.documentElement.lang !== 'en';
const read = chinese ? navigator.languages : [navigator.language];
const [language, words, close] = chinese
  ? ['en', 'This page is in English too', 'Close']
  : ['zh-Hans', '本页有中文版', '关闭'];
if (read.some((one) => /^zh\b/i.test(one)) !== chinese && !localStorage.getItem(ASKED)) {
  const line = document.createElement('aside');
  line.lang = language;
  line.ariaLabel = words;
  const link = Object.assign(document.createElement('a'), { textContent: words });
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    textContent: '✕',
    ariaLabel: close,
  });
  link.href = other();
  // The reader may have gone on to another page before.
  link.onclick = () => {
    link.href = other();
    localStorage.setItem(ASKED, language);
  };
  button.onclick = () => {
    localStorage.setItem(ASKED, language);
    line.remove();
  };
  line.append(link, button);
  document.body.prepend(line);
}
