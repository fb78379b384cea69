import { expect, type Page } from '@playwright/test';
import { ENTRIES_MAX } from '../../web/src/model/hand/log';
import { holdClock, timeComesToRest, timeGoesBy } from '../clock';
import { deeds, fingers, later, openLive, placesOf, pool, told, waiting } from '../live-pool';
import { pictures, saved } from '../saved';
import { test, watch } from '../watch';

// Each dare by mouse, by touch and by keys: the same log, and the same card.

test.use({ hasTouch: true });

const HANDS = ['mouse', 'touch', 'keys'] as const;
type Hand = (typeof HANDS)[number];
type Places = Awaited<ReturnType<typeof placesOf>>;
type At = Places['lane'];

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openDare(page: Page, dare: string) {
  await openLive(page, `/lab/?dare=${dare}`);
  await expect(page.locator('[data-part=transport] [aria-pressed=true]')).toBeVisible();
  // Its own run has come.
  await later(page, () => page.locator('button[aria-busy]').count()).toBe(0);
}

/** Holds still at a place, or the key P, until so many wait. */
async function pour(page: Page, hand: Hand, at: At, waits: number) {
  const poured = () => later(page, () => waiting(page), 400).toBeGreaterThan(waits);
  switch (hand) {
    case 'mouse':
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      await poured();
      await page.mouse.up();
      break;
    case 'touch': {
      const finger = await fingers(page);
      await finger.down(at);
      await poured();
      await finger.up();
      break;
    }
    case 'keys':
      await pool(page).focus();
      await page.keyboard.down('p');
      await poured();
      await page.keyboard.up('p');
      break;
    default:
      hand satisfies never;
  }
}

/** Touches a place for a moment, or presses a key. */
async function touch(page: Page, hand: Hand, at: At, key: string) {
  if (hand === 'mouse') await page.mouse.click(at.x, at.y);
  else if (hand === 'touch') await page.touchscreen.tap(at.x, at.y);
  else {
    await pool(page).focus();
    await page.keyboard.press(key);
  }
}

async function press(page: Page, hand: Hand, name: string, key: string) {
  if (hand === 'mouse') await button(page, name).click();
  else if (hand === 'touch') await button(page, name).tap();
  else {
    await pool(page).focus();
    await page.keyboard.press(key);
  }
}

/** Drags the sleeper from the tray to a place, or presses S. */
async function dropSleeper(page: Page, hand: Hand, to: At) {
  const from = await button(page, 'A sleeper, 10 s').boundingBox();
  if (!from) throw new Error('no sleeper');
  const at = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  if (hand === 'mouse') {
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
  } else if (hand === 'touch') {
    const finger = await fingers(page);
    await finger.down(at);
    await finger.move(to);
    await finger.up();
  } else await press(page, hand, '', 's');
}

interface Dare {
  readonly rings: number;
  readonly latch?: boolean;
  readonly does: (page: Page, hand: Hand, at: Places) => Promise<void>;
  readonly log: readonly string[];
  readonly card: string;
  readonly name: string;
}

const DARES: Readonly<Record<string, Dare>> = {
  deaf: {
    rings: 2,
    async does(page, hand, { lane }) {
      await dropSleeper(page, hand, lane);
      await timeGoesBy(page, 200);
      await dropSleeper(page, hand, lane);
    },
    log: ['S', 'S'],
    card: 'Two statements made it deaf.',
    name: 'a deaf group',
  },
  nobody: {
    rings: 6,
    does: (page, hand, { outside }) => pour(page, hand, outside, 120),
    log: ['H', 'U'],
    card: 'It does not come back.',
    name: 'a metastable failure',
  },
  ever: {
    rings: 2,
    does: (page, hand, { outside }) => pour(page, hand, outside, 250),
    log: ['H', 'U'],
    card: 'It was not served.',
    name: 'starvation',
  },
  millisecond: {
    rings: 32,
    latch: true,
    does: (page, hand, { door }) => touch(page, hand, door, 'Enter'),
    log: ['M'],
    card: 'It does not recover.',
    name: 'a convoy',
  },
  slower: {
    rings: 32,
    latch: true,
    async does(page, hand) {
      await press(page, hand, 'A thread less', '-');
      await press(page, hand, 'A thread less', '-');
      const said = page.locator('[data-part=narrator]');
      await later(page, () => said.textContent(), 1_000).toMatch(/^16 threads: 38,440 answers/);
      for (let n = 0; n < 4; n += 1) await press(page, hand, 'A thread more', '+');
    },
    log: ['To', 'Tg', 'To', 'Tw', 'T1c', 'T1s'],
    card: 'More threads, fewer answers.',
    name: 'a thundering herd',
  },
};

for (const [dare, { rings, latch, does, log, card, name }] of Object.entries(DARES))
  test(`the dare ${dare} is won by mouse, touch and keys, with one log`, async ({ page }) => {
    for (const hand of HANDS) {
      await openDare(page, dare);
      await does(page, hand, await placesOf(page, rings, latch));
      const heading = page.getByRole('heading', { name: card });
      await later(page, () => heading.isVisible(), 500).toBe(true);
      await expect(page.getByText(`The name of it: ${name}`)).toBeVisible();
      expect(deeds(page)).toEqual(log);
    }
  });

test('a thousand clients are kept content by mouse, touch and keys', async ({ page }) => {
  await openDare(page, 'thousand');
  const { ring } = await placesOf(page, 4);
  const card = page.getByRole('heading', { name: 'A thousand are content.' });
  /** The thread that sleeps, if one does: arrows say it. */
  const asleep = async () => {
    await pool(page).focus();
    await page.keyboard.press('Escape');
    for (let nth = 0; nth < 4; nth += 1) {
      await page.keyboard.press('ArrowRight');
      const words = new RegExp(`^Thread ${nth + 1} of \\d+, (\\w+)`);
      await expect(told(page)).toHaveText(words);
      if ((await told(page).textContent())?.includes('asleep')) return nth;
    }
    return undefined;
  };
  let kills = 0;
  for (let s = 0; s < 60; s += 1) {
    await timeGoesBy(page, 1_000);
    // Escape would leave it.
    if (await card.isVisible()) break;
    const nth = await asleep();
    if (nth === undefined) continue;
    const hand = HANDS[kills % HANDS.length] ?? 'keys';
    await touch(page, hand, ring(nth), 'Enter');
    kills += 1;
  }
  await expect(card).toBeVisible();
  expect(deeds(page).length).toBe(kills);
  expect(new Set(deeds(page).map(([op]) => op))).toEqual(new Set(['K']));
});

test('by keys a won dare is told and gets the focus, and its settings stay', async ({ page }) => {
  const wrong = watch(page);
  await openDare(page, 'deaf');
  await expect(page.getByRole('slider', { name: 'Threads' })).toBeDisabled();
  await expect(button(page, 'A thread more')).toHaveCount(0);
  await expect(button(page, 'Lock the row')).toHaveCount(0);
  await button(page, 'A sleeper, 10 s').focus();
  for (let sleepers = 0; sleepers < 2; sleepers += 1) {
    await page.keyboard.press('Enter');
    await timeGoesBy(page, 200);
  }
  const card = page.getByRole('group', { name: 'Two statements made it deaf.' });
  await later(page, () => card.isVisible(), 500).toBe(true);
  await expect(card).toBeFocused();
  // Who plays it again at once is told of it all the same.
  await card.getByRole('button', { name: 'Play the six seconds' }).click();
  await later(page, () => told(page).first().textContent(), 500).toContain(
    'Two statements made it deaf. Both threads sleep',
  );
  await later(page, () => card.isVisible(), 500).toBe(true);
  await timeComesToRest(page, 3_000);
  await card.getByRole('button', { name: 'Again' }).click();
  await expect(pool(page)).toBeFocused();
  expect(wrong).toEqual([]);
});

test('a run that was sent ends with the reader’s turn; its card is left and comes back', async ({
  page,
}) => {
  const wrong = watch(page);
  await openLive(page, '/lab/?dare=nobody&seed=7&do=1.14P2s');
  const card = page.getByRole('group', { name: 'It does not come back.' });
  await later(page, () => card.isVisible(), 500).toBe(true);
  await expect(
    card.getByRole('link', { name: /^Read how it happens: \d+ minutes\.$/ }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect(pool(page)).toBeFocused();
  await expect(button(page, 'Pour')).toBeDisabled();
  await button(page, 'Play').click();
  await later(page, () => card.isVisible(), 500).toBe(true);
  await card.getByRole('button', { name: 'Now you' }).click();
  await expect(card).toHaveCount(0);
  await expect(button(page, 'Pour')).toBeEnabled();
  expect(wrong).toEqual([]);
});

test('a dare whose log is too long for an address is saved as a GIF', async ({ page }) => {
  const wrong = watch(page);
  await openDare(page, 'deaf');
  await pool(page).focus();
  // Shut and opened again, as often as an address can tell.
  for (let nth = 0; nth < ENTRIES_MAX; nth += 1) await page.keyboard.press('d');
  await page.keyboard.press('s');
  await timeGoesBy(page, 200);
  await page.keyboard.press('s');
  const card = page.getByRole('group', { name: 'Two statements made it deaf.' });
  await later(page, () => card.isVisible(), 500).toBe(true);
  await expect(card).toContainText('This log is too long for an address.');
  await expect(card.getByRole('button', { name: 'Copy the address' })).toHaveCount(0);
  const { file, bytes } = await saved(page, 'Save them as a GIF');
  expect(file).toBe('deaf-with-two-statements.gif');
  process.stdout.write(`  a GIF of it: ${(bytes.length / 1e6).toFixed(2)} MB\n`);
  const { many, size, moved } = await page.evaluate(pictures, [...bytes]);
  expect(size).toEqual([540, 540]);
  // Two seconds unread are what decides it; the verdict stands for two more.
  expect(many).toBeGreaterThan(40);
  expect(moved).toBeGreaterThan(2000);
  await expect(card.getByRole('status')).toHaveText(
    `Saved: ${file}, ${(bytes.length / 1e3).toFixed(0)} KB.`,
  );
  expect(wrong).toEqual([]);
});

test('with reduced motion a replay waits until it is asked for', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await holdClock(page);
  await page.goto('/lab/?dare=nobody&seed=7&do=1.14P2s');
  const play = page.getByRole('button', { name: 'Play', exact: true });
  await expect(page.locator('.replays')).toBeVisible();
  await timeComesToRest(page, 100);
  const still = await page.locator('.replays span').getAttribute('style');
  await timeComesToRest(page, 2_000);
  expect(await page.locator('.replays span').getAttribute('style')).toBe(still);
  await play.click();
  await later(
    page,
    () => page.getByRole('heading', { name: 'It does not come back.' }).isVisible(),
    500,
  ).toBe(true);
});

/** Moves the page from its top, and waits until it rests again. */
async function scrolls(page: Page, move: () => Promise<void>) {
  await expect(async () => {
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await move();
    await expect.poll(() => page.evaluate(rests)).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(40);
  }).toPass();
}

/** Whether the page keeps its place for a dozen pictures. */
async function rests() {
  const from = scrollY;
  for (let at = 0; at < 12; at++) await new Promise(requestAnimationFrame);
  return scrollY === from;
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 664 } });

  test('a swipe from anywhere and the wheel scroll the page, and do nothing else', async ({
    page,
  }) => {
    await openLive(page, '/lab/?arrivals=14');
    for (const place of ['lane', 'outside', 'ring'] as const) {
      const at = await placesOf(page, 6);
      const finger = await fingers(page);
      // A busy browser may take several moves for one.
      await scrolls(page, () => finger.swipe(place === 'ring' ? at.ring(1) : at[place]));
      await timeGoesBy(page, 300);
    }
    const { lane } = await placesOf(page, 6);
    await page.mouse.move(lane.x, lane.y);
    await scrolls(page, () => page.mouse.wheel(0, 120));
    // One press that does something, so that the address would have what came before.
    await button(page, 'A thread more').tap();
    await later(page, () => Promise.resolve(deeds(page))).toEqual(['A']);
  });

  test('the card of a dare leaves the picture in view', async ({ page }) => {
    await openLive(page, '/lab/?dare=nobody&seed=7&do=1.14P2s');
    const card = page.getByRole('group', { name: 'It does not come back.' });
    await later(page, () => card.isVisible(), 500).toBe(true);
    await expect(card).toBeInViewport({ ratio: 0.99 });
    const { ring } = await placesOf(page, 6);
    const place = await card.boundingBox();
    for (let nth = 0; nth < 6; nth += 1) expect(ring(nth).y).toBeLessThan(place?.y ?? 0);
  });

  test('a second finger is ignored', async ({ page }) => {
    await openLive(page, '/lab/?arrivals=14');
    const at = await placesOf(page, 6);
    const finger = await fingers(page);
    await finger.down(at.outside);
    await timeGoesBy(page, 300);
    await finger.down(at.outside, at.ring(1));
    await timeGoesBy(page, 100);
    await finger.up(at.outside);
    await timeGoesBy(page, 100);
    await finger.up();
    await later(page, () => Promise.resolve(deeds(page))).toEqual(['H', 'U']);
  });
});
