// The reader stalls the latch, and switches the server with one key.
import { expect, type Page } from '@playwright/test';
import { holdClock } from '../clock';
import { clockOf, menu, opened, panel, test, wake, watch } from '../watch';

/** Answers in the measured period, as the opened requests show once the run was seen to its end. */
async function answers(page: Page): Promise<number> {
  await clockOf(page).press('End');
  const said = await panel(page).locator('.result').innerText();
  const [, number = ''] = /([\d,]+) requests were answered/.exec(said) ?? [];
  return Number(number.replaceAll(',', ''));
}

/** Turns the knob of the stall by its keys, until it shows this. */
async function turn(page: Page, to: string): Promise<void> {
  const slider = page.locator('[data-part=knobs]').getByRole('slider', { name: /stall/ }).first();
  await slider.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', '0 µs');
  const last = Number(await slider.getAttribute('max'));
  for (let stop = 0; stop < last; stop += 1) {
    const before = (await slider.getAttribute('aria-valuetext')) ?? '';
    if (before === to) return;
    await slider.press('ArrowRight');
    await expect(slider).not.toHaveAttribute('aria-valuetext', before);
  }
  await expect(slider).toHaveAttribute('aria-valuetext', to);
}

test('a stall at a moment, next to the knob for the scenario’s own: address, message, and undo', async ({
  page,
}) => {
  const wrong = watch(page);
  await holdClock(page);
  await page.goto('/scenarios/small-server-threads/?v=1&t=20ms');
  await wake(page);
  const figure = page.locator('figure');
  await opened(page, 'Requests');
  const whole = await answers(page);
  expect(whole).toBeGreaterThan(950); // 25 ms of 40,000 a second
  await clockOf(page).fill(String(20e6));
  await figure.getByRole('button', { name: 'Stall the latch holder for 5 ms' }).press('Enter');
  await expect(figure.getByText('From 20.000 ms on the latch holder is held up')).toBeVisible();
  await figure.getByRole('button', { name: 'Pause' }).press('Enter');
  await expect(page).toHaveURL(/stalls=0us%4010ms%2C5ms%4020ms/);
  await expect.poll(() => answers(page)).toBeLessThan(0.7 * whole);
  // Near the end of the stall.
  await clockOf(page).fill(String(24e6));
  const latch = figure.getByRole('group', { name: /cores busy\. The latch: Stalled/ });
  await expect(latch).toHaveAccessibleName(/ Spinning: 0; asleep: (29|30|31)\./);

  // The knob's own stall is added, and stays when the button's is undone.
  const pressed = await answers(page);
  await turn(page, '1 ms');
  await expect(page).toHaveURL(/stall_us=1000/);
  await expect.poll(() => answers(page)).toBeLessThan(pressed);
  await page.reload();
  await wake(page);
  await opened(page, 'Requests');
  await expect.poll(() => answers(page)).toBeLessThan(pressed);
  const both = await answers(page);
  await figure.getByRole('button', { name: 'Undo the stall' }).press('Enter');
  await expect(page).not.toHaveURL(/stalls=/);
  await expect.poll(() => answers(page)).toBeGreaterThan(both);
  await expect.poll(() => answers(page)).toBeLessThan(0.5 * whole);
  expect(wrong).toEqual([]);
});

test('one case runs on each of the servers', async ({ page }) => {
  const wrong = watch(page);
  await page.goto('/scenarios/mariadb-max-threads-6/');
  await wake(page);
  const figure = page.locator('figure');
  await menu(page);
  const server = figure.getByLabel('Run it on');
  const options = server.locator('option');
  await expect(options).toHaveCount(10);
  const servers = await options.allInnerTexts();
  for (const label of servers) {
    await server.selectOption({ label });
    await expect(figure).toHaveAttribute('data-state', /ready|paused/);
    await expect(figure.locator('figcaption strong').first()).toContainText(label.slice(0, 5));
    await clockOf(page).press('End');
    await expect(figure.locator('figcaption')).toContainText(/answered/);
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  expect(wrong).toEqual([]);
});
