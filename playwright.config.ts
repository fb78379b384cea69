import { createServer, type AddressInfo } from 'node:net';
import { defineConfig } from '@playwright/test';
import { findChromium } from './web/tools/browser.mjs';

// Runs against build/: npm run build first. One test: npx playwright test tests/e2e/site.spec.ts -g 'name'

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

// The workers read this file too and must come to the same port and browser.
const port = (process.env['POOLSCOPE_PORT'] ??= String(await freePort()));
const chromium = (process.env['POOLSCOPE_CHROMIUM'] ??= (await findChromium()) ?? '');
const baseURL = `http://127.0.0.1:${port}/`;
const report = process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'];

export default defineConfig({
  testDir: 'tests/e2e',
  forbidOnly: true,
  fullyParallel: true,
  retries: 0,
  workers: 2,
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: chromium,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
  projects: [{ name: 'desktop' }],
  webServer: {
    command: `node web/tools/serve.mjs ${port}`,
    env: { BASE_PATH: '' },
    url: baseURL,
    reuseExistingServer: false,
  },
});
