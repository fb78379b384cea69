// Lighthouse on the pages that a reader meets first, as a throttled phone: npm run audit
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { getChromium } from './browser.mjs';
import { isScript, main, Sentence } from './run.mjs';
import { build, serve } from './server.mjs';

const CATEGORIES = /** @type {const} */ (['performance', 'accessibility', 'best-practices', 'seo']);
/** Least scores. Performance is measured, so the best of a few attempts counts. */
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const ATTEMPTS = 3;
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
];

/** @typedef {{ page: string, scores: Record<string, number>, lcp_ms: number, cls: number, bytes: number, wrong: string[] }} Audit */

/** The pages: home, each lesson's first step, the lab. */
function pages() {
  const lessons = path.join(build, 'lessons');
  const first = existsSync(lessons)
    ? readdirSync(lessons, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `lessons/${name}/`)
    : [];
  const lab = existsSync(path.join(build, 'lab/index.html')) ? ['lab/'] : [];
  return ['', ...first, ...lab];
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
    disableFullPageScreenshot: true, // for reports that people look at; no score reads it
    logLevel: 'error',
  });
  if (!found) throw new Error(`no answer about /${page}`);
  const { categories, audits } = found.lhr;
  const scores = Object.fromEntries(
    CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
  );
  const wrong = CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? [])
    .filter(({ weight, id }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => id);
  const value = (/** @type {string} */ id) => audits[id]?.numericValue ?? 0;
  return {
    page: `/${page}`,
    scores,
    lcp_ms: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
    wrong: [...new Set(wrong)],
  };
}

/** @param {Audit} of */
function misses(of) {
  return CATEGORIES.filter((name) => (of.scores[name] ?? 0) < LEAST[name]);
}

/** @param {Audit} of */
function print({ page, scores, lcp_ms, cls, bytes, wrong }) {
  const four = CATEGORIES.map((name) => `${name} ${scores[name]}`).join(', ');
  const facts = `LCP ${(lcp_ms / 1000).toFixed(2)} s, CLS ${cls.toFixed(3)}, ${(bytes / 1024).toFixed(0)} KB`;
  console.log(
    `  ${page}: ${four}; ${facts}${wrong.length > 0 ? `; below: ${wrong.join(', ')}` : ''}`,
  );
}

/** @returns {Promise<import('./counts.mjs').Count>} */
export async function auditPages() {
  const { launch } = await import('chrome-launcher');
  const { address, close } = await serve({ base: '' });
  const chromePath = await getChromium();
  const count = { passed: 0, failed: 0 };
  try {
    for (const page of pages()) {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        // A fresh browser each time: nothing is cached, as for a first visit.
        const chrome = await launch({ chromePath, chromeFlags: FLAGS });
        const found = await audit(address, page, chrome.port).finally(() => chrome.kill());
        print(found);
        const missed = misses(found);
        const again = missed.includes('performance') && attempt < ATTEMPTS;
        if (again) continue;
        count.failed += missed.length;
        count.passed += CATEGORIES.length - missed.length;
        break;
      }
    }
  } finally {
    close();
  }
  return count;
}

if (isScript(import.meta.url)) {
  await main(async () => {
    const { failed } = await auditPages();
    if (failed > 0) throw new Sentence(`${failed} scores are below their bar.`);
  });
}
