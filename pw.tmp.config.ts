import { defineConfig } from '@playwright/test';
export default defineConfig({ retries: 0, workers: 1, timeout: 180_000, expect: { timeout: 30_000 }, reporter: [['list']],
 use: { baseURL: 'http://localhost:5207/', viewport: { width: 1440, height: 900 }, serviceWorkers: 'block', launchOptions: { executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox','--disable-gpu'] } },
 projects: [{ name: 'journeys', testDir: 'tests/journeys' }, { name: 'cost', testDir: 'tests/cost' }] });
