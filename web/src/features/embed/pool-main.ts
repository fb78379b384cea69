/**
 * The script of the living pool's frame: reads its address, reports its height, obeys the host, and loads the pool's code once
 * a reader shows interest, or at once if the address asks for another pool than the picture's.
 */
import '../../ui/styles/fallbacks.css';
import '../../ui/styles/tokens.css';
import '../../ui/styles/base.css';
import './frame.css';
import type { LiveStill } from '../../figure/live/live.svelte';
import { readLook } from '../../model/embedding/live-params';
import {
  heightMessages,
  readCommand,
  secretOf,
  signed,
  type Command,
  type FrameNews,
} from '../../model/embedding/messages';
import type { Theme } from '../../model/embedding/params';
import { listen, sleep } from '../../ui/wake';
import type { PoolControl, WakePool } from './pool-frame';
import type { PoolData } from './pool-state.svelte';
import { makeRoom } from './room';

const page = document.documentElement;
type Data = PoolData & { readonly still: LiveStill };

function send(message: object | string): void {
  if (parent !== self) parent.postMessage(message, '*');
}
const tell = (news: FrameNews) => send(signed(news));

function setTheme(theme: Theme): void {
  if (theme === 'auto') delete page.dataset['theme'];
  else page.dataset['theme'] = theme;
}

function start(root: HTMLElement, data: Data): void {
  const read = readLook(new URLSearchParams(location.search));
  const { look } = read;
  setTheme(look.theme);
  if (look.transparent) page.dataset['transparent'] = '';
  if (look.calm) page.dataset['motion'] = 'reduced';
  const title = look.title ?? (look.plain ? data.plain_title : data.title);
  document.title = title;
  for (const heading of root.querySelectorAll('h1')) heading.textContent = title;

  let pool: PoolControl | undefined;
  let begun: Promise<void> | undefined;
  let on_screen = true;
  let wanted = true;
  let queue: Command[] = [];
  let height = 0;
  const secret = secretOf(location.hash);
  const tellHeight = () => {
    for (const message of heightMessages(height, location.href, secret)) send(message);
  };
  const room = makeRoom({
    root,
    fit: 'auto',
    alone: parent === self,
    tell: (now) => {
      height = now;
      tellHeight();
    },
  });

  async function wake(): Promise<void> {
    try {
      const file = page.dataset['code'] ?? '';
      // Not imported by name: the bundler's import helper is larger than this whole script.
      const code = (await import(/* @vite-ignore */ new URL(file, document.baseURI).href)) as {
        wake: WakePool;
      };
      pool = await code.wake({ root, data, read, tell });
    } catch {
      page.dataset['failed'] = '';
    }
    delete page.dataset['waiting'];
    page.dataset['awake'] = '';
    const again = sleeper.wake();
    again();
    for (const command of queue) pool?.obey(command);
    queue = [];
    room();
  }
  const want = () => void (begun ??= wake());
  const sleeper = sleep(root, want);
  listen();
  new IntersectionObserver((told) => {
    on_screen = told.at(-1)?.isIntersecting ?? true;
    if (on_screen && (page.dataset['waiting'] !== undefined || read.problems.length > 0)) want();
  }).observe(root);
  new ResizeObserver(room).observe(root.querySelector('.frame') ?? root);

  addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.source !== parent || parent === self) return;
    const command = readCommand(event.data, secret);
    switch (command?.type) {
      case undefined:
      case 'seek':
      case 'set':
        break;
      case 'theme':
        setTheme(command.theme);
        break;
      case 'height':
        if (height > 0) tellHeight();
        break;
      case 'visible':
        wanted = command.visible;
        pool?.see(on_screen && wanted);
        break;
      case 'play':
      case 'pause':
      case 'act':
        if (pool) pool.obey(command);
        else {
          queue.push(command);
          // Nothing moves yet.
          if (command.type !== 'pause') want();
        }
        break;
      default:
        command satisfies never;
    }
  });
  // Opened by itself it is a page, whose landmark this is.
  if (parent === self) root.setAttribute('role', 'main');
  tell({ type: 'ready', title });
}

const root = document.getElementById('widget');
const json = document.getElementById('data')?.textContent;
// A hidden page is on its way to the other edition.
if (root && json && !page.hidden) start(root, JSON.parse(json) as Data);
