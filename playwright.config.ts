import { createServer, type AddressInfo } from 'node:net';
import { defineConfig } from '@playwright/test';
import { findChromium } from './web/tools/browser.mjs';

// Runs against build/: npm run build first. One test: npx playwright test --project=journeys site.spec.ts -g 'name'. The
// projects are journeys, which do what a person does, and cost, which measures and must run alone.

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
/** Journeys use a page only briefly: compiling its code faster would not pay. */
const short = [...args, '--js-flags=--no-opt --no-maglev --no-wasm-tier-up'];

// The workers read this file too and must get the same port and browser.
const port = (process.env['POOLSCOPE_PORT'] ??= String(await freePort()));
const chromium = (process.env['POOLSCOPE_CHROMIUM'] ??= (await findChromium()) ?? '');
const baseURL = `http://127.0.0.1:${port}/`;
const report = process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'];

export default defineConfig({
  forbidOnly: true,
  retries: 0,
  // More than the cores, because a worker sometimes waits for its page.
  workers: 3,
  // Limits for what hangs, not a measurement: in a whole run, other programs may take most of the machine.
  timeout: 600_000,
  expect: { timeout: report ? 300_000 : 30_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    // Pages without the worker; offline.spec.ts uses origins of its own.
    serviceWorkers: 'block',
    launchOptions: { executablePath: chromium, args },
  },
  projects: [
    {
      name: 'journeys',
      testDir: 'tests/journeys',
      fullyParallel: true,
      // Many tests share one page, emptied between them, so that their common code is loaded and compiled once.
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
