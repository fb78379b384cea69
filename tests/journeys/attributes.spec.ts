import { expect, test, type Frame, type Page } from '@playwright/test';
import { serveHosts } from '../hosts/servers';
import { watch } from '../watch';
import type { PoolScope, State } from '../../web/embed/types/pool-scope';
import { ATTRIBUTES, type Attribute } from '../../web/src/model/embedding/attributes';

// Every attribute of the element is live, on real figures: set, kept over a change of the scenario, and removed.

const FIRST = 'mariadb-max-threads-6';
const OTHER = 'mariadb-max-threads-8';

/** What a reader, or the page around the element, notices. */
interface Seen {
  readonly button: string;
  readonly picture: string;
  readonly tall: number;
  readonly time_ns: number;
  readonly state: State | undefined;
  /** Of the frame; empty without one. */
  readonly address: string;
  readonly lang: string;
  readonly marks: Readonly<Record<string, string | undefined>>;
  readonly accent: string;
  readonly title: string;
  readonly caption: string;
  /** The link to the full version, in the figure's present state. */
  readonly link: string;
  readonly large_timeline: boolean;
}

interface Case {
  readonly value: string;
  readonly seen: (of: Seen) => boolean;
  /** Of the element before a reader presses its button. */
  readonly asleep?: true;
  /** Noticed only when the run has ended. */
  readonly late?: true;
  /** Its effect would hide that of another, or be hidden by it. */
  readonly alone?: true;
  /** Does not go away by removing the attribute: the figure is loaded. */
  readonly stays?: true;
}

const CASES: Readonly<Record<Attribute, Case>> = {
  scenario: {
    value: OTHER,
    seen: ({ address }) => address.includes(`/embed/${OTHER}/`),
    alone: true,
  },
  site: { value: '/zh/', seen: ({ address }) => address.includes('/zh/embed/'), alone: true },
  load: { value: 'visible', seen: ({ address }) => address !== '', asleep: true, stays: true },
  height: { value: '300', seen: ({ tall }) => tall === 300, alone: true },
  label: { value: 'Go', seen: ({ button }) => button.includes('Go'), asleep: true },
  poster: { value: 'mine.svg', seen: ({ picture }) => picture === 'mine.svg', asleep: true },
  params: {
    value: 'caption=All+of+it',
    seen: ({ caption }) => caption === 'All of it',
    alone: true,
  },
  seed: { value: '3', seen: ({ link }) => link.includes('seed=3') },
  t: { value: '1.2s', seen: ({ time_ns }) => time_ns >= 1.2e9, alone: true },
  r: { value: '7', seen: ({ link }) => link.includes('r=7') },
  at: { value: '30,40,50', seen: ({ link }) => link.includes('at=30,40,50') },
  server: { value: 'percona', seen: ({ link }) => link.includes('server=percona') },
  view: { value: 'timeline', seen: ({ large_timeline }) => large_timeline },
  only: { value: 'scene', seen: ({ marks }) => marks['only'] === 'scene', alone: true },
  controls: { value: 'minimal', seen: ({ marks }) => marks['controls'] === 'minimal' },
  theme: { value: 'dark', seen: ({ marks }) => marks['theme'] === 'dark' },
  lang: { value: 'zh', seen: ({ lang }) => lang.startsWith('zh'), alone: true },
  motion: { value: 'reduced', seen: ({ marks }) => marks['motion'] === 'reduced' },
  autoplay: { value: '', seen: ({ state }) => state === 'playing', asleep: true, stays: true },
  loop: {
    value: '1',
    seen: ({ state, time_ns }) => state === 'playing' && time_ns < 1e9,
    late: true,
  },
  speed: { value: '100', seen: ({ state }) => state === 'ended', alone: true },
  from: { value: '1.2s', seen: ({ time_ns }) => time_ns >= 1.2e9, alone: true },
  to: { value: '1us', seen: ({ state }) => state === 'ended', alone: true },
  fit: { value: '1', seen: ({ marks }) => marks['fitted'] === '' },
  plain: { value: '1', seen: ({ marks }) => marks['plain'] === '', alone: true },
  transparent: { value: '1', seen: ({ marks }) => marks['transparent'] === '' },
  words: { value: 'plain', seen: ({ marks }) => marks['words'] === 'plain', alone: true },
  title: { value: 'Six of eight', seen: ({ title }) => title === 'Six of eight' },
  caption: { value: 'My words', seen: ({ caption }) => caption === 'My words' },
  accent: { value: '00aa00', seen: ({ accent }) => accent === '#00aa00' },
  font: { value: 'serif', seen: ({ marks }) => marks['font'] === 'serif' },
};

const element = (page: Page) => page.locator('pool-scope');
const frameOf = (page: Page): Frame | undefined => page.frames().find((one) => one.parentFrame());

/** Undefined while the frame is being replaced. */
async function look(page: Page): Promise<Seen | undefined> {
  const outside = await element(page).evaluate((one: PoolScope) => ({
    button: one.shadowRoot?.querySelector('button')?.textContent ?? '',
    picture: one.shadowRoot?.querySelector('img')?.getAttribute('src') ?? '',
    tall: one.offsetHeight,
    time_ns: one.time_ns ?? 0,
    state: one.state,
  }));
  const frame = frameOf(page);
  if (!frame) {
    const nothing = { address: '', lang: '', marks: {}, accent: '', title: '', caption: '' };
    return { ...outside, ...nothing, link: '', large_timeline: false };
  }
  const inside = await frame
    .evaluate(() => {
      const page = document.documentElement;
      const text = (of: string) => document.querySelector(of)?.textContent ?? '';
      return {
        address: location.href,
        lang: page.lang,
        marks: Object.fromEntries(Object.entries(page.dataset)),
        accent: page.style.getPropertyValue('--accent'),
        title: text('h1'),
        caption: text('.caption'),
        link: document.querySelector('a.full')?.getAttribute('href') ?? '',
        large_timeline: document.querySelector('.times.large') !== null,
      };
    })
    .catch(() => undefined);
  return inside && { ...outside, ...inside };
}

/** Waits until the attribute's effect is there, or gone. */
async function sees(page: Page, name: Attribute, there: boolean): Promise<void> {
  const { seen } = CASES[name];
  await expect
    .poll(
      async () => {
        const now = await look(page);
        return now && seen(now);
      },
      { message: `${name} ${there ? 'has an effect' : 'has none any more'}` },
    )
    .toBe(there);
}

/** Opens a page with the element, and plays it unless the attribute is about the time before that. */
async function open(page: Page, site: string, asleep: boolean) {
  const wrong = watch(page);
  const hosts = await serveHosts((path) =>
    path === 'page'
      ? {
          html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"></head>
            <body><pool-scope scenario="${FIRST}">Six threads</pool-scope>
            <script type="module" src="${new URL('embed/pool-scope.js', site).href}"></script></body></html>`,
        }
      : path === 'mine.svg'
        ? {
            html: '<svg xmlns="http://www.w3.org/2000/svg"/>',
            headers: { 'Content-Type': 'image/svg+xml' },
          }
        : undefined,
  );
  await page.goto(`${hosts.address}page`);
  if (!asleep) {
    await page.getByRole('button', { name: 'Play: Six threads' }).click();
    await expect.poll(() => element(page).evaluate((one: PoolScope) => one.state)).toBe('playing');
  }
  return {
    /** Sets it as a property, which is the attribute, and removes it as an attribute. */
    set: async (name: Attribute, to: string | null) => {
      const given = name === 'site' && to !== null ? new URL(to.slice(1), site).href : to;
      await element(page).evaluate(
        (one: PoolScope, { name, given }) => {
          if (given === null) one.removeAttribute(name);
          else Object.assign(one, { [name]: given });
        },
        { name, given },
      );
    },
    close: () => {
      expect(wrong).toEqual([]);
      hosts.close();
    },
  };
}

const play = (page: Page) => element(page).evaluate((one: PoolScope) => one.play());
const isAt = (page: Page, scenario: string) =>
  expect.poll(async () => (await look(page))?.address).toContain(`/${scenario}/`);

const TOGETHER = ATTRIBUTES.filter((name) => {
  const { alone, asleep, late } = CASES[name];
  return !alone && !asleep && !late;
});

test(`attributes are live: ${TOGETHER.join(', ')}`, async ({ page, baseURL }) => {
  const { set, close } = await open(page, baseURL ?? '', false);
  for (const name of TOGETHER) {
    await sees(page, name, false);
    await set(name, CASES[name].value);
    await sees(page, name, true);
  }
  await set('scenario', OTHER);
  await play(page);
  await isAt(page, OTHER);
  for (const name of TOGETHER) await sees(page, name, true);
  for (const name of TOGETHER) {
    await set(name, null);
    await sees(page, name, false);
  }
  close();
});

for (const name of ATTRIBUTES.filter((one) => !TOGETHER.includes(one))) {
  const { value, asleep = false, late, stays } = CASES[name];
  test(`attributes are live: ${name}`, async ({ page, baseURL }) => {
    const { set, close } = await open(page, baseURL ?? '', asleep);
    const again = async () => {
      if (asleep) return;
      await play(page);
      if (!late) return;
      // The end of the figure that is there now.
      const ends = () => element(page).evaluate((one: PoolScope) => one.end_ns !== undefined);
      await expect.poll(ends).toBe(true);
      await element(page).evaluate((one: PoolScope) => {
        one.pause();
        one.seek((one.end_ns ?? 0) - 1);
      });
      const near = () =>
        element(page).evaluate((one: PoolScope) => (one.time_ns ?? 0) >= (one.end_ns ?? 0) - 1);
      await expect.poll(near).toBe(true);
      await play(page);
    };
    await sees(page, name, false);
    await set(name, value);
    await sees(page, name, true);
    if (name === 'scenario') {
      await set(name, FIRST);
      await sees(page, name, false);
    } else {
      await set('scenario', OTHER);
      await again();
      await sees(page, name, true);
      if (!asleep) await isAt(page, OTHER);
      if (!stays) {
        await set(name, null);
        await again();
        await sees(page, name, false);
      }
    }
    close();
  });
}
