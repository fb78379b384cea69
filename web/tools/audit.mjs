// Runs Lighthouse as a throttled phone on the pages that readers see first: npm run audit
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { getChromium } from './browser.mjs';
import { isScript, main, Sentence } from './run.mjs';
import { build, serve } from './server.mjs';
import { pageSizes } from './sizes.mjs';

const CATEGORIES = /** @type {const} */ (['performance', 'accessibility', 'best-practices', 'seo']);
/** Scores that depend on the page alone must be full. Performance, and what it comes from, is printed. */
const FULL = /** @type {const} */ (['accessibility', 'best-practices', 'seo']);
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
];

/** @typedef {{ page: string, scores: Record<string, number>, found: Record<string, number>,
 *   lcp_ms: number, wrong: string[] }} Audit */

/**
 * The pages: home, each lesson's first step, the lab. Lessons share a layout, so without `all` the heaviest represents
 * them.
 * @param {boolean} all
 */
function pages(all) {
  const lessons = path.join(build, 'lessons');
  const bytes = new Map(pageSizes().map((of) => [of.page, of.bytes]));
  const weight = (/** @type {string} */ page) => bytes.get(`/${page}`) ?? 0;
  const first = existsSync(lessons)
    ? readdirSync(lessons, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `lessons/${name}/`)
        .sort((a, b) => weight(b) - weight(a))
    : [];
  const lab = existsSync(path.join(build, 'lab/index.html')) ? ['lab/'] : [];
  return ['', ...(all ? first : first.slice(0, 1)), ...lab];
}

/**
 * @param {string} address
 * @param {string} page
 * @param {number} port
 * @returns {Promise<Audit>}
 */
async function audit(address, page, port) {
  const { default: lighthouse } = await import('lighthouse'); // not before npm ci
  const found = await lighthouse(address + page, {
    port,
    onlyCategories: [...CATEGORIES],
    disableFullPageScreenshot: true, // for reports that people look at; no score uses it
    logLevel: 'error',
  });
  if (!found) throw new Error(`no answer about /${page}`);
  const { categories, audits } = found.lhr;
  const scores = Object.fromEntries(
    CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
  );
  const wrong = FULL.flatMap((name) => categories[name]?.auditRefs ?? [])
    .filter(({ weight, id }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => id);
  const value = (/** @type {string} */ id) => audits[id]?.numericValue ?? 0;
  const requests = audits['network-requests']?.details;
  return {
    page: `/${page}`,
    scores,
    found: {
      requests: requests && 'items' in requests ? requests.items.length : 0,
      KB: value('total-byte-weight') / 1024,
      'layout shift': value('cumulative-layout-shift'),
    },
    lcp_ms: value('largest-contentful-paint'),
    wrong: [...new Set(wrong)],
  };
}

/** @param {Audit} of */
const misses = ({ scores }) => FULL.filter((name) => (scores[name] ?? 0) < 100);

/** @param {Audit} of */
function print({ page, scores, found, lcp_ms, wrong }) {
  const four = CATEGORIES.map((name) => `${name} ${scores[name]}`).join(', ');
  const rest = Object.entries(found).map(([name, value]) => `${name} ${Number(value.toFixed(3))}`);
  const facts = [`LCP ${(lcp_ms / 1000).toFixed(2)} s`, ...rest].join(', ');
  console.log(
    `  ${page}: ${four}; ${facts}${wrong.length > 0 ? `; below: ${wrong.join(', ')}` : ''}`,
  );
}

/**
 * @param {{ all?: boolean }} [options]
 * @returns {Promise<import('./counts.mjs').Count>}
 */
export async function auditPages({ all = true } = {}) {
  const { launch } = await import('chrome-launcher');
  const { address, close } = await serve({ base: '' });
  const chromePath = await getChromium();
  const count = { passed: 0, failed: 0 };
  // One browser, emptied before each page as for a first visit.
  const chrome = await launch({ chromePath, chromeFlags: FLAGS });
  try {
    for (const page of pages(all)) {
      const found = await audit(address, page, chrome.port);
      print(found);
      const missed = misses(found);
      if (missed.length > 0) console.log(`    misses: ${missed.join(', ')}`);
      count.failed += missed.length;
      count.passed += FULL.length - missed.length;
    }
  } finally {
    chrome.kill();
    close();
  }
  return count;
}

if (isScript(import.meta.url)) {
  await main(async () => {
    const { failed } = await auditPages();
    if (failed > 0) throw new Sentence(`${failed} of what the audit asks was missed.`);
  });
}
