import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { aliases } from './web/tools/languages.mjs';

// Without Kit: tests here must not need it.
export default defineConfig({
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
  resolve: {
    conditions: ['browser'], // Svelte's browser modules, for the environment below
    alias: { '$app/paths': fileURLToPath(new URL('tests/app-paths.ts', import.meta.url)) },
  },
  test: {
    // Tests of modules and of the engine, of the built site, of modules as the Chinese edition has them, and of how much runs.
    projects: ['unit', 'built', 'chinese', 'counted'].map((name) => ({
      extends: true as const,
      resolve: name === 'chinese' ? { alias: aliases('zh') } : {},
      test: {
        name,
        include: [`tests/${name}/**/*.test.ts`],
        // What has run before in a process changes what its blocks count.
        ...(name === 'counted' ? { isolate: true } : {}),
      },
    })),
    environment: './tests/unit/environment.ts',
    css: { include: [/\?raw$/] }, // read as texts; other styles are empty
    // On the disk: most of what one file costs is compiling what it imports.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest' },
    setupFiles: './tests/processor.ts',
    // Two processes, each of which loads a module once for all its files: no test changes what another reads. If one dies,
    // only the file that it was at is lost (web/tools/test.mjs).
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    // Limits for what hangs, not a measurement: other programs may take most of the machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
