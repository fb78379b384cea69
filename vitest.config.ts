import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { edition } from './web/tools/embed.mjs';

// Without Kit: tests here must not need it.
export default defineConfig({
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
  resolve: {
    conditions: ['browser'], // Svelte's browser modules, for the environment below
    alias: { '$app/paths': fileURLToPath(new URL('tests/app-paths.ts', import.meta.url)) },
  },
  test: {
    // Tests of modules and of the engine, of the built site, and of modules as the Chinese edition has them.
    projects: ['unit', 'built', 'chinese'].map((name) => ({
      extends: true as const,
      define: edition(name === 'chinese'),
      test: {
        name,
        include: [`tests/${name}/**/*.test.ts`],
      },
    })),
    environment: './tests/unit/environment.ts',
    // One process with two threads that share each module among all files: no test changes what another reads.
    pool: 'threads',
    isolate: false,
    maxWorkers: 2,
    // A limit for tests that hang, not a measurement: `npm test` runs cargo at the same time.
    testTimeout: 60_000,
  },
});
