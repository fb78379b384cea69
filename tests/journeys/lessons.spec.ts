import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { findings } from '../axe';
import { holdClock, timeBrings, timeGoesBy } from '../clock';
import { clockOf, menu, test, watch } from '../watch';

const SIX = '/lessons/six-threads-eight-sleeps/';
const next = (page: Page) => page.locator('a[rel=next]');
/** What the page says in one language or the other. */
const [english, chinese] = ['content/words/lesson.en.json', 'content/zh/words/lesson.json'].map(
  (file) => JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string | string[]>>,
);
const either = (key: string) => new RegExp(`^(${String(english?.[key])}|${chinese?.[key]?.[1]})$`);
const titles = (page: Page) => page.getByRole('navigation', { name: either('lesson_steps') });
const stepTitle = (page: Page) => page.getByRole('heading', { level: 1 });
/** The run's answer to each guess. */
const verdicts = (page: Page) => page.locator('.guess .verdict');
/** After the text, once no question is open. */
const wayOn = (page: Page) => page.locator('.next').getByRole('link');
const pass = (page: Page) => page.getByRole('button', { name: either('lesson_guess_pass') });

async function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(control).toBeFocused();
}

const byKey = (page: Page) => async (control: Locator) => {
  await control.focus();
  await expect(control).toBeFocused();
  await page.keyboard.press('Enter');
};

/** Its engine has answered: leaving the page would cancel no request. */
async function rested(page: Page): Promise<void> {
  const figure = page.locator('figure').first();
  await figure.hover(); // out of sight, a figure computes nothing
  await expect(figure).toHaveAttribute('data-state', /ready|playing|paused|ended/);
}

type Press = (control: Locator) => Promise<void>;
/** On a busy machine a tap may last too long to count as one: it is repeated. */
const tap: Press = async (control) => {
  const clicks = () =>
    control.page().evaluate(() => {
      const counted = globalThis as { clicks?: number };
      if (counted.clicks === undefined)
        addEventListener('click', () => (counted.clicks = (counted.clicks ?? 0) + 1), true);
      return (counted.clicks ??= 0);
    });
  const before = await clicks();
  await expect(async () => {
    if ((await clicks()) === before) await control.tap();
    await expect.poll(clicks, { timeout: 2000 }).toBeGreaterThan(before);
  }).toPass();
};

/** Passes the guesses; one may bring another. */
async function passed(page: Page, press: Press): Promise<void> {
  await expect(async () => {
    if ((await pass(page).count()) > 0) await press(pass(page));
    await expect(pass(page)).toHaveCount(0, { timeout: 1000 });
  }).toPass();
}

/** From the first step to the last, turning pages in the given way; each step is handled, guesses first. */
async function walk(page: Page, press: Press, deal = () => passed(page, press)): Promise<void> {
  const count = await titles(page).locator('li a').count();
  expect(count).toBeGreaterThan(5);
  await page.evaluate(() => (window.name = 'the same page'));
  for (let at = 2; at < count; at++) {
    await deal();
    expect(await sideways(page), page.url()).toBeLessThanOrEqual(0);
    await press(next(page));
    await expect(titles(page).locator('[aria-current=step]')).toHaveCount(1);
    await expect(
      titles(page)
        .locator('li a')
        .nth(at - 1),
    ).toHaveAttribute('aria-current', 'step');
    await expect(stepTitle(page)).toBeFocused();
  }
  await expect(next(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: either('lesson_sources') })).toBeVisible();
  expect(await page.evaluate(() => window.name), 'no page was loaded anew').toBe('the same page');
}

test('with a mouse: a word explained, a number checked, guesses made and drawn, goals reached', async ({
  page,
}) => {
  const wrong = watch(page);
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Learn' }).click();
  await expect(page).toHaveTitle(/^Lessons/);
  const title = 'What limits how many queries run at once?';
  await page.getByRole('link', { name: title }).click();
  await expect(stepTitle(page)).toHaveText('How long do eight sleeps take?');
  await expect(page.getByRole('link', { name: 'Lesson 2' })).toHaveAttribute('title', title);

  await page.getByRole('button', { name: 'thread pool' }).hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(page.getByRole('tooltip')).toHaveCount(0);

  const figure = page.locator('figure').first();
  await page.getByRole('button', { name: 'threads', exact: true }).click();
  await expect(figure.locator('[data-light]')).toHaveAttribute('data-light', 'workers');

  await expect(page.getByText(/answered at 2\.000 s/)).toHaveCount(0);
  await expect(wayOn(page)).toHaveCount(0); // its title may be the answer
  await page.getByRole('button', { name: '4', exact: true }).click();
  const verdict = /Six\. One for each thread\.\s*You said four\./;
  await expect(verdicts(page)).toContainText(verdict);
  await page.getByRole('button', { name: '2 s', exact: true }).click();
  await expect(verdicts(page).nth(1)).toContainText('Two seconds, if it lists them at all.');
  await expect(wayOn(page)).toBeVisible();

  await page
    .getByRole('button', { name: /^two seconds/ })
    .first()
    .click();
  const check = page.getByRole('complementary', { name: 'Check of two seconds' });
  await expect(check.getByRole('status')).toContainText('2.000 s. The text says two seconds');
  await rested(page);
  await check.getByRole('link', { name: 'Open this run' }).click();
  await expect(page).toHaveURL(/scenarios\/mariadb-max-threads-6\//);
  await rested(page);
  await page.goBack();
  await expect(verdicts(page).first()).toContainText(verdict); // the guess was stored
  await rested(page);

  await page.goto(`${SIX}another-server/`);
  await expect(page.locator('figure')).toBeVisible(); // at the start of its run, later events are hidden
  await expect(page.locator('.caption')).toBeHidden();
  // Nor do the names of the rows reveal it.
  await expect(page.getByRole('button', { name: /: not answered yet$/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /ended at/ })).toHaveCount(0);
  const [first, last] = [page.locator('.chart .row').first(), page.locator('.chart .row').nth(7)];
  const [from, to] = [await first.boundingBox(), await last.boundingBox()];
  if (!from || !to) throw new Error('no rows to draw on');
  await page.mouse.move(from.x + from.width * 0.3, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width * 0.3, to.y + 20, { steps: 24 });
  await page.mouse.up();
  const heights = () =>
    page.getByRole('slider').evaluateAll((sliders) => {
      const rows = (sliders as HTMLInputElement[]).filter(({ max }) => max === '10000000000');
      return new Set(rows.map(({ value }) => value)).size;
    });
  await expect.poll(heights).toBe(1);
  await page.getByRole('button', { name: 'Start the run' }).click();
  await expect(page.getByText(/Furthest apart at 8: .* the run took 8\.00 s/)).toBeVisible();
  await expect(page.locator('figure').first()).toBeVisible();
  await rested(page);

  await page.goto(`${SIX}your-turn/`);
  const sandbox = page.locator('figure').first();
  await sandbox.locator('figcaption').first().hover();
  await expect(sandbox).toHaveAttribute('data-state', /ready|paused/);
  const goals = page.getByRole('region', { name: 'Goals' });
  await expect(goals.getByText('reached', { exact: true })).toHaveCount(0);
  await sandbox.getByRole('slider', { name: 'thread_pool_oversubscribe', exact: true }).fill('7');
  await expect(goals.getByRole('status')).toContainText(/Goal \d/);
  await expect(goals.getByText('reached', { exact: true })).not.toHaveCount(0);
  const done = await goals.getByText('reached', { exact: true }).count();
  await (await menu(page)).getByRole('button', { name: 'Reset' }).click();
  await expect(goals.getByText('reached', { exact: true })).toHaveCount(done); // permanently
  expect(wrong).toEqual([]);
});

test('a tap turns the knob before the reader’s eyes, and runs what the question asks', async ({
  page,
}) => {
  const wrong = watch(page);
  await holdClock(page);
  await page.goto('/lessons/one-lane-is-stuck/the-remainder/');
  const groups = page.getByRole('slider', { name: 'thread_pool_size' });
  await expect(groups).toHaveAttribute('aria-valuetext', '2');
  const guess = page.getByRole('group', { name: 'Your guess' });
  await guess.getByRole('button', { name: '1', exact: true }).click();
  await expect(groups).toHaveAttribute('aria-valuetext', '3');
  await expect(page.locator('figure').first()).toHaveAttribute('data-state', 'playing');
  await expect(verdicts(page)).toHaveCount(0);
  // From 4.0 s to 5.5 s of the run, in five seconds: that speed is not among the usual ones, and shown.
  const speed = page.getByRole('combobox', { name: 'Speed' });
  await expect(speed.locator('option:checked')).toHaveText('1/3.3×');
  await timeGoesBy(page, 2500);
  await expect(clockOf(page)).toHaveAttribute('aria-valuetext', /^4\.7/);
  await expect(verdicts(page)).toHaveCount(0);
  await timeBrings(page, 500, (soon) => expect(verdicts(page)).toContainText('Group 2', soon));
  await expect(clockOf(page)).toHaveAttribute('aria-valuetext', /^5\.5/);
  await expect(groups).toHaveAttribute('aria-valuetext', '3');
  // Then the run is the reader's own again, at the reader's own pace.
  await expect(speed).toHaveValue('story');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await timeBrings(page, 20_000, (soon) =>
    expect(clockOf(page)).toHaveAttribute('aria-valuetext', /^(5\.[6-9]|[6-9]|\d\d)/, soon),
  );
  expect(wrong).toEqual([]);
});

test('a bar is dragged, and stands beside the run’s own number', async ({ page }) => {
  const wrong = watch(page);
  await holdClock(page);
  await page.goto('/lessons/how-large/a-hundred-logins/');
  const guess = page.getByRole('group', { name: 'Your guess' });
  const bar = guess.getByRole('slider', { name: 'From 0 to 100' });
  await bar.fill('14');
  await guess.getByRole('button', { name: 'That is my guess' }).click();
  await expect(bar).toBeDisabled();
  await expect(verdicts(page)).toHaveCount(0);
  await timeBrings(page, 8_000, (soon) =>
    expect(verdicts(page)).toContainText('You said 14, which is close.', soon),
  );
  await expect(guess.locator('.truth')).toBeVisible();
  await page.reload();
  await expect(bar).toHaveValue('14');
  expect(wrong).toEqual([]);
});

test('of several choices a reader taps all that are right, and may take one back', async ({
  page,
}) => {
  const wrong = watch(page);
  await holdClock(page);
  await page.goto('/lessons/why-it-collapses/a-push/');
  const guess = page.getByRole('group', { name: 'Your guess' });
  const [threads, pool] = ['a thread for each connection', 'the pool'].map((name) =>
    guess.locator('.choices').getByRole('button', { name }),
  ) as [Locator, Locator];
  for (const one of [threads, pool]) await one.click();
  await threads.click();
  await expect(threads).toHaveAttribute('aria-pressed', 'false');
  await expect(pool).toHaveAttribute('aria-pressed', 'true');
  await expect(verdicts(page)).toHaveCount(0);
  await guess.getByRole('button', { name: 'That is my guess' }).click();
  await expect(pool).toHaveAttribute('aria-disabled', 'true');
  await timeBrings(page, 8_000, (soon) =>
    expect(verdicts(page)).toContainText('You tapped the right ones.', soon),
  );
  await page.reload();
  await expect(pool).toHaveAttribute('aria-pressed', 'true');
  await expect(threads).toHaveAttribute('aria-pressed', 'false');
  // A curve stands over each of these choices.
  await page.goto('/lessons/why-it-collapses/price-of-waking/');
  await expect(guess.locator('.choices button svg')).toHaveCount(3);
  expect(wrong).toEqual([]);
});

test('with a mouse: lesson 2 from its first step to its last', async ({ page }) => {
  const wrong = watch(page);
  await page.goto(SIX);
  await walk(page, (control) => control.click());
  expect(wrong).toEqual([]);
});

test('by keyboard alone: lesson 1 from its first step to its last', async ({ page }) => {
  const wrong = watch(page);
  await holdClock(page);
  await page.goto('/lessons/', { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: /^Why is a trivial query slow/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/the-cast\//); // the list has a heading of its own
  await expect(stepTitle(page)).toBeVisible();
  await walk(page, byKey(page));
  expect(wrong).toEqual([]);
});

/** Guesses that nobody has made yet: choices, or a bar. */
const openGuesses = (page: Page) =>
  page.locator('.guess', {
    has: page.locator('.choices button:not([aria-disabled=true]), .bar input:enabled'),
  });

/** How many guesses the lesson asks for in its author's file, without those of its last step. */
function askedBy(slug: string): number {
  const file = readdirSync('content/lessons/en').find((one) => one.endsWith(`-${slug}.md`)) ?? '';
  const steps = readFileSync(`content/lessons/en/${file}`, 'utf8').split(/^## /m).slice(0, -1);
  return steps.join('').match(/^:::predict/gm)?.length ?? 0;
}

/**
 * Makes the guesses one after the other: what comes below one appears when its run has answered, perhaps with another
 * guess.
 */
async function guess(page: Page, press: Press): Promise<number> {
  const open = openGuesses(page);
  let made = 0;
  for (; (await open.count()) > 0; made += 1) {
    await expect(open).toHaveCount(1);
    const choice = open.locator('.choices button, .bar + button').first();
    const chosen = page
      .locator('.guess', { has: page.locator('.choices, .bar') })
      .nth(made)
      .locator('.choices [aria-pressed=true], .bar input:disabled');
    // A step that has just appeared may still move the focus to its title, which then gets the key.
    await expect(async () => {
      if ((await chosen.count()) === 0) await press(choice);
      await expect(chosen).toHaveCount(1, { timeout: 1000 });
    }).toPass();
    // Of several choices the reader says when all are made.
    const done = open.locator('.choices + .done');
    if ((await done.count()) > 0) await press(done);
    await timeBrings(page, 10_000, (soon) => expect(verdicts(page)).toHaveCount(made + 1, soon));
  }
  return made;
}

/** Draws a curve where one is asked for. */
async function drawCurve(page: Page): Promise<void> {
  const show = page.getByRole('button', { name: 'Show what was measured' });
  if ((await show.count()) === 0) return;
  await expect(page.locator('.caption')).toBeHidden();
  const slider = page.getByRole('slider', { name: '1,024 clients' });
  // The first key wakes the figure; keys before it can answer are not kept.
  await expect(async () => {
    await slider.press('PageDown');
    expect(await show.isEnabled()).toBe(true);
  }).toPass();
  await show.press('Enter');
  await timeBrings(page, 1000, (soon) =>
    expect(page.locator('figure .verdict')).toContainText(
      /you drew .* a second; .* were measured\./,
      soon,
    ),
  );
  await expect(page.locator('.caption')).toBeVisible();
}

/** Asks about a number, reads the answer, and closes the panel with the keyboard back at the number. */
async function ask(page: Page, text: string, answer: RegExp): Promise<void> {
  const number = page.locator('button.claim').filter({ hasText: text, visible: true }).first();
  await number.press('Enter');
  const panel = page.getByRole('complementary').filter({ visible: true });
  await expect(panel).toContainText(answer);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(number).toBeFocused();
}

/** The calculator reports the smallest size, once it has tried it. */
async function calculate(page: Page, toLeast: Press): Promise<void> {
  const calculator = page.locator('.calculator');
  if ((await calculator.count()) === 0) return;
  await toLeast(calculator.getByRole('slider', { name: 'thread_pool_size' }));
  await expect(calculator.locator('output')).toHaveText('1');
  await expect(calculator.locator('p[role=status]')).toContainText(/^\s*With 1 /);
}

interface Goal {
  readonly knob: string;
  readonly value: string;
}

/** Moves its slider from stop to stop, until it shows the value. */
type Turn = (slider: Locator, value: string) => Promise<void>;
const said = (slider: Locator) => slider.getAttribute('aria-valuetext');

const turnByKeys: Turn = async (slider, value) => {
  await slider.focus();
  for (let before = await said(slider); before !== value; before = await said(slider)) {
    await slider.press('ArrowRight');
    await expect(slider).not.toHaveAttribute('aria-valuetext', before ?? '');
  }
};

/** Half the width of the slider's handle. */
const THUMB = 11;
const turnByFinger: Turn = async (slider, value) => {
  const { width = 0, height = 0 } = (await slider.boundingBox()) ?? {};
  const last = Number(await slider.getAttribute('max'));
  for (let at = 0; at <= last; at += 1) {
    const [from, before] = [await slider.inputValue(), (await said(slider)) ?? ''];
    const x = THUMB + (at / last) * (width - 2 * THUMB);
    await slider.tap({ position: { x, y: height / 2 } });
    await expect(slider).toHaveValue(String(at));
    if (from !== String(at)) await expect(slider).not.toHaveAttribute('aria-valuetext', before);
    if ((await said(slider)) === value) return;
  }
  await expect(slider).toHaveAttribute('aria-valuetext', value);
};

async function reach(page: Page, { knob, value }: Goal, turn: Turn): Promise<void> {
  const goals = page.getByRole('region', { name: 'Goals' });
  if ((await goals.count()) === 0) return;
  await rested(page);
  await expect(goals.getByText('reached', { exact: true })).toHaveCount(0);
  await turn(page.getByRole('group', { name: knob, exact: true }).getByRole('slider'), value);
  await expect(goals.getByText('reached', { exact: true })).not.toHaveCount(0);
}

/**
 * Each lesson is walked through with one input device: their steps consist of the same parts, and one-screen.spec.ts turns
 * to every step as well. The build checks numbers; here one of each kind is asked about: published, measured, computed
 * once, over many seeds, by the model. By keys and by touch, a run started by a guess stays where it began, because
 * painting all of it would take long; by mouse it continues.
 */
const BY_KEYS = [
  {
    slug: 'why-it-collapses',
    numbers: {
      'four-cores': [['40,000', /Computed now, in your browser: 40,\d{3}\..*it holds/s]],
      'how-many-inside': [['66', /From the published run: 66\..*it holds.*tcprstat/s]],
      'a-push': [['40', /how many of the seeds 1 to 40 give.*Computed now.*it holds/s]],
    },
    goal: { knob: 'thread_pool_size', value: '24' },
  },
  {
    slug: 'the-curves',
    numbers: {
      'the-model': [
        ['65,000', /Computed now.*it holds.*A point of the model, simulated again/s],
        ['2.6', /Your browser simulates the model’s points: \d+ of 216/],
      ],
    },
    goal: { knob: 'innodb_thread_concurrency', value: '8' },
  },
  {
    slug: 'how-large',
    numbers: { 'a-hundred-logins': [['Twelve', /Computed now.*it holds/s]] },
    goal: { knob: 'thread_pool_size', value: '16' },
  },
  {
    slug: 'clients-that-give-up',
    numbers: {
      'clients-that-give-up': [['three', /Measured/]],
      'on-a-thread': [['2.1 s', /Measured/]],
      reconnect: [['39', /Computed now.*it holds/s]],
    },
    goal: { knob: 'patience', value: '5 s' },
  },
] as const;
const BY_FINGER = [
  {
    slug: 'who-goes-first',
    goal: { knob: 'thread_pool_high_prio_mode', value: 'transactions' },
  },
  { slug: 'the-first-pool', goal: { knob: 'round trip to the client', value: '1 ms' } },
  { slug: 'more-cores', goal: { knob: 'thread_pool_size', value: '16' } },
  { slug: 'two-pools-in-a-row', goal: { knob: 'pool', value: '1' } },
] as const;
/** By mouse, by keyboard, and by touch, with skipped guesses. */
const PASSED = ['six-threads-eight-sleeps', 'the-cast', 'one-lane-is-stuck'];

const LESSONS = [...PASSED, ...[...BY_KEYS, ...BY_FINGER].map(({ slug }) => slug)];

test('every lesson is walked through with one input device', () => {
  const walked = [...LESSONS];
  const files = readdirSync('content/lessons/en').filter((file) => file.endsWith('.md'));
  expect(walked.sort()).toEqual(files.map((file) => file.replace(/^\d+-|\.md$/g, '')).sort());
});

for (const { slug, numbers, goal } of BY_KEYS) {
  test(`by keyboard alone: ${slug}, guesses made, curves drawn, numbers checked, a goal reached`, async ({
    page,
  }) => {
    const wrong = watch(page);
    await holdClock(page);
    await page.goto(`/lessons/${slug}/`);
    const asked = new Map<string, readonly (readonly [string, RegExp])[]>(Object.entries(numbers));
    let made = 0;
    await walk(page, byKey(page), async () => {
      made += await guess(page, byKey(page));
      await drawCurve(page);
      await expect(wayOn(page)).toBeVisible();
      const step = page.url().split('/').at(-2) ?? '';
      for (const [text, answer] of asked.get(step) ?? []) await ask(page, text, answer);
      asked.delete(step);
      await calculate(page, (slider) => slider.press('Home'));
      await reach(page, goal, turnByKeys);
    });
    expect(made).toBe(askedBy(slug));
    expect([...asked.keys()]).toEqual([]);
    expect(wrong).toEqual([]);
  });
}

test('in Chinese: lesson 1 from its first step to its last, a number checked', async ({ page }) => {
  const wrong = watch(page);
  await holdClock(page);
  await page.goto(`/zh${SIX}`);
  const press = byKey(page);
  let asked = 0;
  await walk(page, press, async () => {
    await passed(page, press);
    const number = page.locator('button.claim').filter({ visible: true }).first();
    if (asked > 0 || (await number.count()) === 0) return;
    asked += 1;
    await press(number);
    const panel = page.getByRole('complementary').filter({ visible: true, hasText: '对得上' });
    await expect(panel).toBeVisible();
    await page.keyboard.press('Escape');
  });
  expect(asked).toBe(1);
  expect(wrong).toEqual([]);
});

test('in Chinese: every lesson is whole on one page', async ({ page }) => {
  const wrong = watch(page);
  for (const slug of LESSONS) {
    await page.goto(`/zh/lessons/${slug}/whole/`);
    const text = await page.locator('main').innerText();
    expect(text.match(/\p{Script=Han}/gu)?.length ?? 0, slug).toBeGreaterThan(500);
    expect(text, slug).not.toMatch(/\bundefined\b|\bNaN\b/);
  }
  expect(wrong).toEqual([]);
});

test('by keyboard: words, parts, numbers and guesses are reached in order and respond to keys', async ({
  page,
}) => {
  await page.goto(SIX);
  await expect(page.getByRole('button', { name: 'thread pool' })).toBeVisible();
  await stepTitle(page).focus();
  await tabTo(page, page.getByRole('link', { name: 'Skip the figure, go to the text' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'thread pool' }));
  await expect(page.getByRole('tooltip')).toContainText('thread_handling');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await tabTo(page, page.getByRole('button', { name: 'six', exact: true }));
  await page.keyboard.press('Enter');
  const check = page.getByRole('complementary', { name: 'Check of six' });
  await expect(check.getByRole('status')).toContainText('6. The text says six: it holds.');
  await page.keyboard.press('Escape');
  await expect(check).toHaveCount(0);
  await tabTo(page, page.getByRole('button', { name: '6', exact: true }));
  await page.keyboard.press('Enter');
  await clockOf(page).press('End');
  await expect(verdicts(page)).toContainText('You said six, and that is right.');

  await page.goto(`${SIX}another-server/`);
  const slider = page.getByRole('slider', { name: '8', exact: true });
  await slider.focus();
  await slider.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', '10.0 s');
  await page.getByRole('button', { name: 'Start the run' }).press('Enter');
  await expect(verdicts(page)).toHaveCount(0); // the run has not got there yet
  await clockOf(page).press('End');
  await expect(page.getByText(/Furthest apart at/)).toBeVisible();
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('the calculator answers', async ({ page }) => {
    await page.goto('/lessons/how-large/your-numbers/');
    await calculate(page, (slider) => slider.tap({ position: { x: 2, y: 8 } }));
    await expect(page.locator('.calculator')).toBeVisible();
  });

  test('lesson 3 from its first step to its last', async ({ page }) => {
    const wrong = watch(page);
    await holdClock(page);
    await page.goto(SIX);
    await tap(page.getByRole('button', { name: 'thread pool' }));
    await expect(page.getByRole('tooltip')).toBeVisible();
    await tap(stepTitle(page));
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    const see = page.getByRole('button', { name: 'threads', exact: true });
    await tap(see);
    await expect(see).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator('figure [data-light]')).toHaveAttribute('data-light', 'workers');
    await expect(page.locator('figure')).toHaveAttribute('data-state', /ready|paused/);
    await page.goto('/lessons/one-lane-is-stuck/');
    await walk(page, tap);
    expect(wrong).toEqual([]);
  });

  for (const { slug, goal } of BY_FINGER) {
    test(`${slug}: guesses made, a goal reached, from its first step to its last`, async ({
      page,
    }) => {
      const wrong = watch(page);
      await holdClock(page);
      await page.goto(`/lessons/${slug}/`);
      let made = 0;
      await walk(page, tap, async () => {
        made += await guess(page, tap);
        await expect(wayOn(page)).toBeVisible();
        // The knobs are behind the one that the dock shows, which also hides them again.
        const dock = page.getByRole('button', { name: /Change it$/ });
        await reach(page, goal, async (slider, value) => {
          await tap(dock);
          await turnByFinger(slider, value);
          await tap(dock);
        });
      });
      expect(made).toBe(askedBy(slug));
      expect(wrong).toEqual([]);
    });
  }
});

/** Goes to the end of each run that answers: below an answer there may be another question, which is passed. */
async function told(page: Page): Promise<void> {
  for (let answers = 1; ; answers += 1) {
    if ((await clockOf(page).count()) > 0) {
      await expect(page.locator('figure')).toHaveAttribute('data-state', /playing|ended/);
      await clockOf(page).press('End');
    }
    await expect(verdicts(page)).toHaveCount(answers);
    await expect(wayOn(page).or(pass(page))).toBeVisible();
    if ((await pass(page).count()) === 0) break;
    await pass(page).click();
  }
  await expect(wayOn(page)).toBeVisible();
}

test('axe finds nothing in a word, a check, a guess, a drawing and a sandbox', async ({ page }) => {
  await page.goto(SIX);
  await page.getByRole('button', { name: 'six', exact: true }).click();
  await expect(page.locator('[data-state=done]')).toBeVisible();
  await page.getByRole('button', { name: 'group', exact: true }).focus();
  expect(await findings(page), 'asked').toEqual([]);
  await page.getByRole('button', { name: '8', exact: true }).click();
  expect(await findings(page, { within: '[data-part=prose]' }), 'guessed').toEqual([]);
  await told(page);
  expect(await findings(page, { within: '[data-part=prose]' }), 'told').toEqual([]);
  await page.goto(`${SIX}another-server/`);
  expect(await findings(page), 'to draw').toEqual([]);
  await pass(page).click();
  await told(page);
  expect(await findings(page), 'drawn').toEqual([]);
  for (const path of [`${SIX}your-turn/`, '/lessons/the-cast/whole/', '/lessons/', '/glossary/']) {
    await page.goto(path);
    expect(await findings(page), path).toEqual([]);
  }
});

test('axe finds nothing in a wide table, machines side by side, a chart and a calculator', async ({
  page,
}) => {
  for (const step of [
    'clients-that-give-up/what-heals',
    'more-cores/a-longer-way',
    'the-curves/the-average',
    'how-large/your-numbers',
  ]) {
    await page.goto(`/lessons/${step}/`);
    const asks = (await pass(page).count()) > 0;
    await passed(page, (control) => control.click());
    if (asks) await told(page);
    await calculate(page, (slider) => slider.press('Home'));
    expect(await findings(page), step).toEqual([]);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a step is complete: numbers, words as links, answers folded, links to the next step', async ({
    page,
  }) => {
    await page.goto(`${SIX}two-threads-more/`);
    const limit = page.locator('noscript p', {
      hasText: 'We repeated it on MariaDB',
    });
    await expect(limit).toBeVisible();
    await expect(page.locator('figure').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Just watch' })).toBeHidden();
    await page.locator('noscript summary', { hasText: 'The answer' }).click();
    await expect(page.locator('noscript details strong')).toBeVisible();
    await expect(page.locator('span.claim', { hasText: 'nine' })).toBeVisible();
    await page.locator('a.term', { hasText: 'listen' }).click();
    await expect(page).toHaveURL(/\/glossary\/#listener$/);
    await page.goBack();
    await next(page).click();
    await expect(page).toHaveURL(/another-server/);
  });
});

test('in print the whole lesson is there, with its answers and its checked numbers', async ({
  page,
}) => {
  const wrong = watch(page);
  await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' });
  await page.goto(`${SIX}whole/`);
  await expect(page.getByText('The other two get a thread only now')).toBeVisible();
  await expect(pass(page)).toHaveCount(0); // nothing waits for a guess
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  const numbers = page.getByRole('region', { name: 'Checked numbers' }).getByRole('row');
  expect(await numbers.count()).toBeGreaterThan(40);
  const source = readFileSync('content/lessons/en/02-six-threads-eight-sleeps.md', 'utf8');
  const pictures = source.match(/^:::(?:figure|twins|chart|curve|goals)\b/gm) ?? [];
  await expect(page.locator('main figure')).toHaveCount(pictures.length);
  expect(await page.locator('script[src]').count()).toBe(0);
  expect(wrong).toEqual([]);
});
