import { expect, test } from '@playwright/test';
import {
  findFirefox,
  findWebKit,
  foundOnce,
  startFirefox,
  startWebKit,
  type Driver,
  type OrMissing,
} from '../hosts/drivers';
import { frameHeight } from '../../web/src/model/embedding/heights';
import { faults, look, pointAt, SIZES, type Looks } from '../looks';
import { hostPage, REACH } from '../hosts/pages';
import { serveHosts, type Served } from '../hosts/servers';

// The same figure in Firefox and WebKit, as an element and in WordPress's sandbox. Where they are not installed, or cannot
// be started, there is no such test, and a line that says so.

/**
 * Plays, pauses and seeks both figures by messages from the page around them. WebDriver can't give a frame a clock: every
 * reported state is recorded, and a run that ended on a slow machine counts as paused.
 */
async function smoke(driver: Driver, hosts: Served) {
  const value = (expression: string) => expect.poll(() => driver.run(expression));
  const element = `document.querySelector('pool-scope')`;
  const states = `(globalThis.states ?? []).join(' ')`;
  const record = (listen: string) =>
    driver.run(`(globalThis.states = [], ${listen}, 1)`).then(() => undefined);
  await driver.open(`${hosts.address}element`);
  await value(`${element}.shadowRoot?.querySelector('img')?.complete`).toBe(true);
  await record(`${element}.addEventListener('time', ({ detail }) => states.push(detail.state))`);
  await driver.run(`(${element}.shadowRoot.querySelector('button').click(), 1)`);
  await value(states).toContain('playing');
  await driver.run(`(${element}.pause(), 1)`);
  await value(states).toMatch(/(paused|ended)$/);
  await driver.run(`(${element}.seek('1.5s'), 1)`);
  await value(`${element}.time_ns`).toBe(1.5e9);
  await value(`${element}.offsetHeight > 200`).toBe(true);
  await value(`scrollY`).toBe(0);

  // Boxes that keep a shape for a frame grow with it.
  await driver.open(`${hosts.address}wrappers`);
  const least = `${REACH}.map(([over, tall]) => [over, tall >= 300])`;
  await value(`JSON.stringify(${least})`).toBe(JSON.stringify(Array(5).fill([0, true])));

  // With its engine, then with its recorded run.
  for (const frame of ['wordpress', 'fixed-300']) {
    await driver.open(`${hosts.address}${frame}`);
    await record(
      `addEventListener('message', ({ data }) => { if (data.type === 'time') { globalThis.told = data; states.push(data.state) } })`,
    );
    const send = (command: string) =>
      driver.run(
        `(document.querySelector('iframe').contentWindow.postMessage({ source: 'poolscope', v: 1, ${command} }, '*'), 1)`,
      );
    // It may not be listening yet: sending twice does no harm.
    await expect
      .poll(async () => {
        await send(`type: 'play'`);
        return driver.run(states);
      })
      .toContain('playing');
    await send(`type: 'pause'`);
    await value(states).toMatch(/(paused|ended)$/);
    await send(`type: 'seek', time: '2s'`);
    await value(`globalThis.told?.time_ns`).toBe(2e9);
    await value(`document.activeElement.tagName`).toBe('BODY');
  }
}

/** A frame of each kind, with each kind of picture among them; frames.spec.ts checks that all others are alike. */
const KINDS = {
  'mariadb-max-threads-6': 'scenario',
  'small-server-threads-vs-small-server-pool': 'pair',
  'benchmark-mariadb-2026': 'benchmark',
} as const;

/** As in frames.spec.ts, but on a page of the figures' own origin, since the driver can't look into another. */
async function layout(driver: Driver, site: string): Promise<string[]> {
  const found: string[] = [];
  for (const [name, kind] of Object.entries(KINDS)) {
    const pane = `document.querySelector('iframe')`;
    const has = (what: string) =>
      expect
        .poll(() =>
          driver.run(`'${what}' in (${pane}?.contentDocument?.documentElement?.dataset ?? {})`),
        )
        .toBe(true);
    const looks = () =>
      driver.run(
        `(${look.toString()})(${JSON.stringify(SIZES)}, ${pane}.contentWindow)`,
      ) as Promise<Looks[]>;
    await driver.open(`${site}robots.txt`);
    await driver.run(
      `(document.body.replaceChildren(Object.assign(document.createElement('iframe'), { src: '/embed/${name}/', style: 'position: absolute; inset: 0 auto auto 0; border: 0' })), 1)`,
    );
    await has('fitted');
    const asleep = await looks();
    await driver.run(`((${pointAt.toString()})(${pane}.contentWindow), 1)`);
    await has('awake');
    found.push(...faults(name, SIZES, asleep, await looks(), (width) => frameHeight(kind, width)));
  }
  return found;
}

function browser<What extends object>(
  name: string,
  find: () => OrMissing<What>,
  start: (what: What) => Promise<Driver>,
) {
  const found = foundOnce(name, find);
  if ('missing' in found) return;
  // Starting a browser takes longer than the test itself.
  test(`${name}: a figure plays and seeks as an element and in a sandbox, and frames keep heights and places`, async ({
    baseURL,
  }) => {
    const hosts = await serveHosts((page) => hostPage(page, baseURL ?? ''));
    const driver = await start(found);
    try {
      await smoke(driver, hosts);
      expect(await layout(driver, baseURL ?? '')).toEqual([]);
    } finally {
      await driver.close();
      hosts.close();
    }
  });
}

browser('Firefox', findFirefox, ({ firefox }) => startFirefox(firefox));
browser('WebKit', findWebKit, startWebKit);
