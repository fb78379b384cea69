/**
 * The script of a frame: reads its address, reports its height to the host, obeys the host, and loads the figure's own code
 * once a reader shows interest. It stores nothing, contacts nobody else and moves no focus.
 */
import '../../ui/styles/fallbacks.css';
import '../../ui/styles/tokens.css';
import '../../ui/styles/base.css';
import './frame.css';
import type { Component } from 'svelte';
import { listen, sleep } from '../../ui/wake';
import type { FrameData } from './data';
import type { Packed } from '../../model/engine/packed';
import type { Code, FrameControl } from './live';
import type { Turn } from './turn';
import {
  heightMessages,
  readCommand,
  secretOf,
  signed,
  type Command,
  type FrameNews,
  type WordPressNews,
} from '../../model/embedding/messages';
import { readParams, type Options, type Theme } from '../../model/embedding/params';
import { makeRoom } from './room';
import { rove } from './roving';
import type { FrameSceneProps, TimesProps } from './views';

const page = document.documentElement;

function send(message: object | string): void {
  if (parent !== self) parent.postMessage(message, '*');
}
const tell = (news: FrameNews) => send(signed(news));

function setTheme(theme: Theme): void {
  if (theme === 'auto') delete page.dataset['theme'];
  else page.dataset['theme'] = theme;
}

/** Undefined if there are none: then the engine computes the run. */
async function recorded(data: FrameData): Promise<Packed | undefined> {
  if (data.kind === 'benchmark' || !data.recorded) return undefined;
  try {
    const answer = await fetch(new URL('run.json', document.baseURI));
    return answer.ok ? ((await answer.json()) as Packed) : undefined;
  } catch {
    return undefined;
  }
}

const wantsRun = ({ view, state }: Options) =>
  view !== 'scene' ||
  state.time_ns !== undefined ||
  state.request !== undefined ||
  state.server !== undefined ||
  Object.keys(state.overrides).length > 0;

/** Black or white, whichever is more legible (WCAG's contrast). */
function lettersOn(colour: string): string {
  const wide = colour.length === 3 ? colour.replace(/./g, '$&$&') : colour;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = parseInt(wide.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff';
}

async function start(root: HTMLElement, built: FrameData): Promise<void> {
  // A figure in one file contains its own opening state; an address with a query overrides it.
  const search = new URLSearchParams(location.search || page.dataset['query']);
  let data = built;
  // Not imported by name: the bundler's import helper is larger than this whole script.
  const fetched = (index: number): Promise<unknown> => {
    const file = (page.dataset['code'] ?? '').split(' ')[index];
    return file === undefined
      ? Promise.resolve({})
      : import(/* @vite-ignore */ new URL(file, document.baseURI).href);
  };
  const code = () => fetched(0) as Promise<Code>;
  const scene = () => fetched(1) as Promise<{ default?: Component<FrameSceneProps> }>;
  // A figure in one file is a single module: its default export is the picture.
  const times = () =>
    fetched(2) as Promise<{ Times?: Component<TimesProps>; default?: Component<TimesProps> }>;
  const server = search.get('server');
  let more: readonly string[] = [];
  if (server !== null && data.kind === 'scenario')
    more = await code().then(
      ({ namesOf }) => namesOf?.(server) ?? [],
      () => [],
    );
  const target = { ...data, names: [...data.names, ...more] };
  const { options, problems } = readParams(search, target);
  setTheme(options.theme);
  page.dataset['controls'] = options.controls;
  if (options.only !== 'all') page.dataset['only'] = options.only;
  for (const look of ['plain', 'transparent'] as const)
    if (options[look] === '1') page.dataset[look] = '';
  if (options.motion === 'reduced') page.dataset['motion'] = 'reduced';
  if (options.title !== undefined) {
    for (const name of root.querySelectorAll('h1, .about .name')) name.textContent = options.title;
    document.title = options.title;
  }
  if (options.caption !== undefined) {
    page.dataset['caption'] = '';
    for (const words of root.querySelectorAll('.caption')) words.textContent = options.caption;
  }
  if (options.words === 'plain' || Object.keys(options.labels).length > 0)
    try {
      data = ((await fetched(3)) as Pick<Code, 'retell'>).retell?.(root, data, options) ?? data;
    } catch {
      page.dataset['failed'] = '';
    }
  if (options.font !== 'sans') page.dataset['font'] = options.font;
  if (options.accent !== undefined) {
    page.dataset['accent'] = '';
    page.style.setProperty('--accent', `#${options.accent}`);
    page.style.setProperty('--on-accent', lettersOn(options.accent));
  }
  page.dataset['live'] = '';

  let live: FrameControl | undefined;
  let begun: Promise<void> | undefined;
  let on_screen = true;
  let wanted = true;
  let queue: (Command | Turn)[] = [];
  const see = () => live?.see(on_screen && wanted);
  const plays =
    options.autoplay === '1' &&
    options.motion === 'auto' &&
    !matchMedia('(prefers-reduced-motion: reduce)').matches;
  let height = 0;
  const tellHeight = () => {
    for (const message of heightMessages(height, location.href, secret)) send(message);
  };
  const secret = secretOf(location.hash);
  if (secret !== undefined)
    root.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link) return;
      event.preventDefault();
      send({ message: 'link', value: link.href, secret } satisfies WordPressNews);
    });
  const room = makeRoom({
    root,
    fit: options.fit,
    alone: parent === self,
    tell: (now) => {
      height = now;
      tellHeight();
    },
  });

  async function wake(): Promise<void> {
    try {
      const [{ wake: begin }, { default: Scene }, slider, recordings] = await Promise.all([
        code(),
        scene(),
        times(),
        recorded(data),
      ]);
      const Times = slider.Times ?? slider.default;
      live = await begin({ root, data, options, problems, tell, Scene, Times, recordings });
    } catch {
      page.dataset['failed'] = '';
    }
    delete page.dataset['waiting'];
    page.dataset['awake'] = '';
    const again = sleeper.wake();
    see();
    again();
    for (const command of queue) live?.obey(command);
    queue = [];
    room();
  }
  const want = () => void (begun ??= wake());

  const sleeper = sleep(root, want);
  listen();
  rove(root);
  new IntersectionObserver((told) => {
    on_screen = told.at(-1)?.isIntersecting ?? true; // a busy page delivers several at once
    see();
    if (on_screen && (wantsRun(options) || problems.length > 0 || plays)) want();
  }).observe(root);
  new ResizeObserver(room).observe(root.querySelector('.frame') ?? root);

  function obey(command: Command | Turn): void {
    if (live) live.obey(command);
    else {
      queue.push(command);
      // Nothing moves yet.
      if (command.type !== 'pause') want();
    }
  }
  addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.source !== parent || parent === self) return;
    const command = readCommand(event.data, secret);
    switch (command?.type) {
      case undefined:
      case 'act':
        break;
      case 'theme':
        setTheme(command.theme);
        break;
      case 'height':
        if (height > 0) tellHeight();
        break;
      case 'visible':
        wanted = command.visible;
        see();
        break;
      case 'set': {
        const read = readParams(new URLSearchParams(command.settings), target);
        obey({ type: 'turn', overrides: read.options.state.overrides, problems: read.problems });
        break;
      }
      case 'play':
      case 'pause':
      case 'seek':
        obey(command);
        break;
    }
  });
  tell({ type: 'ready', title: options.title ?? data.title });
}

const root = document.getElementById('widget');
const json = document.getElementById('data')?.textContent;
// A hidden page is on its way to the other edition.
if (root && json && !page.hidden) void start(root, JSON.parse(json) as FrameData);
