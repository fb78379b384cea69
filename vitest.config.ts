import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// Without Kit: what is tested here must not need it.
export default defineConfig({
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
  resolve: { conditions: ['browser'] }, // Svelte's own modules, as the environment below
  test: {
    include: ['tests/unit/**/*.test.ts'],
    environment: './tests/unit/environment.ts',
  },
});
