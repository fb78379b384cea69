import { createServer, type AddressInfo } from 'node:net';
import { defineConfig } from '@playwright/test';
import { findChromium } from './web/tools/browser.mjs';

// Runs against build/: npm run build first. One test: npx playwright test --project=journeys site.spec.ts -g 'name'.
// What a person does, and what costs time; the latter alone, when nothing else runs.

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        resolve(port);
      });
    });
  });
}

const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
/** A journey's page is soon left: V8 compiles what it might do faster, and gets little of that back. */
const short = [...args, '--js-flags=--no-opt --no-maglev --no-wasm-tier-up'];

// The workers read this file too and must come to the same port and browser.
const port = (process.env['POOLSCOPE_PORT'] ??= String(await freePort()));
const chromium = (process.env['POOLSCOPE_CHROMIUM'] ??= (await findChromium()) ?? '');
const baseURL = `http://127.0.0.1:${port}/`;
const report = process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'];

export default defineConfig({
  forbidOnly: true,
  retries: 0,
  // One of them waits for its page now and then.
  workers: 3,
  // Guards against what never ends, not measures.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    // What a page does without it; offline.spec.ts has origins of its own.
    serviceWorkers: 'block',
    launchOptions: { executablePath: chromium, args },
  },
  projects: [
    {
      name: 'journeys',
      testDir: 'tests/journeys',
      fullyParallel: true,
      // One page for many tests, emptied between them: what they share is fetched and compiled once.
      use: { reuseContext: true, launchOptions: { executablePath: chromium, args: short } },
    },
    { name: 'cost', testDir: 'tests/cost', workers: 1 },
  ],
  webServer: {
    command: `node web/tools/serve.mjs ${port}`,
    env: { BASE_PATH: '' },
    url: baseURL,
    reuseExistingServer: false,
  },
});
