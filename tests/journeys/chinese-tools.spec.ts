// A capture and a question in Chinese: the same pages as in English, with Chinese words and signs.
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { findings } from '../axe';
import { test, watch } from '../watch';

const words = JSON.parse(readFileSync('content/zh/words/diagnose.json', 'utf8')) as Readonly<
  Record<string, readonly [of: string, text: string]>
>;
/** The longest words of a sentence without a gap. */
const saysOf = (key: string): string =>
  (words[key]?.[1] ?? key)
    .split(/\{[^}]*\}/)
    .reduce((most, part) => (part.length > most.length ? part : most));

test('a diagnosis in Chinese', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const wrong = watch(page);
  const capture = '01-two-long-waits-deaf-group/capture-table.txt';
  const cause = saysOf('diagnose_cause_deaf_group_thread_cap');
  await page.goto('/zh/diagnose/');
  const field = page.getByRole('textbox', { name: '服务器打印的内容' });
  await field.fill(readFileSync(`content/captures/${capture}`, 'utf8'));
  await page.getByRole('button', { name: '开始诊断' }).press('Enter');
  const verdict = page.locator('[data-verdict=wrong]');
  const heading = verdict.getByRole('heading', { level: 2 });
  await expect(heading).toBeFocused();
  await expect(heading).toContainText(cause);
  await expect(page.locator('[data-evidence]')).toContainText('IS_STALLED');
  expect(await findings(page), 'axe').toEqual([]);

  const taken = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: '复制为 Markdown' }).click();
  await expect(page.getByText('已复制。', { exact: true })).toBeVisible();
  const report = await taken();
  expect(report).toContain('# 我的线程池在干什么？');
  // Nothing is joined as in English.
  for (const sign of [/[。：，；] /, /\d, \d/, /\d and \d/, / %/, / sure/])
    expect(report.replaceAll(/```[^`]*```/g, '')).not.toMatch(sign);

  await page.getByRole('button', { name: '复制链接', exact: true }).click();
  await expect(page.getByText('链接会打开这份现场记录')).toBeVisible();
  const link = await taken();
  expect(new URL(link).pathname).toBe('/zh/diagnose/');
  await page.goto('/zh/about/');
  await page.goto(link);
  await expect(heading).toContainText(cause);
  await expect(page.getByText('从链接打开')).toBeVisible();
  expect(wrong).toEqual([]);
});

test('questions in Chinese find their pages, and the words that matched are marked', async ({
  page,
}) => {
  const wrong = watch(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/zh/');
  expect(asked.filter((path) => path.includes('search'))).toEqual([]);
  await page.keyboard.press('/');
  const field = page.getByRole('search', { name: '搜索' }).locator('[name=q]');
  await expect(field).toBeFocused();
  const options = page.getByRole('option');
  for (const [question, address, marked] of [
    ['有的连接卡住', '/zh/lessons/one-lane-is-stuck/', '卡住'],
    ['stall_limit 调多大', '/zh/reference/variables/thread_pool_stall_limit/', ''],
    ['1040 连接数满', '/zh/reference/messages/too-many-connections/', ''],
    ['饿死', '/zh/glossary/#starvation', ''],
    ['登录慢', '/zh/reference/messages/connection-is-established-slowly/', ''],
  ] as const) {
    await field.fill(question);
    await expect(options.first()).toHaveAttribute('href', address);
    if (marked) await expect(options.first().locator('b').first()).toHaveText(marked);
  }
  expect(asked.filter((path) => path.endsWith('search.json'))).toEqual(['/zh/search.json']);
  await field.press('Enter');
  await expect(page).toHaveURL(/\/zh\/reference\/messages\/connection-is-established-slowly\/$/);
  expect(wrong).toEqual([]);
});
