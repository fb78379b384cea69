import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// Without Kit: what is tested here must not need it.
export default defineConfig({
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
  resolve: {
    conditions: ['browser'], // Svelte's own modules, as the environment below
    alias: { '$app/paths': fileURLToPath(new URL('tests/app-paths.ts', import.meta.url)) },
  },
  test: {
    // What needs the engine alone, and what reads the built site.
    projects: ['unit', 'built'].map((name) => ({
      extends: true as const,
      test: { name, include: [`tests/${name}/**/*.test.ts`] },
    })),
    environment: './tests/unit/environment.ts',
    // One process and, on each of two cores, one copy of each module for all files: none changes what another reads.
    pool: 'threads',
    isolate: false,
    maxWorkers: 2,
    // A guard against what never ends, not a measure: `npm test` runs cargo beside these.
    testTimeout: 60_000,
  },
});
