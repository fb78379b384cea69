import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';

// Markup, runes and links, without types: svelte-check knows those of components, oxlint.config.js the rest's.
export default defineConfig(
  { ignores: ['web/src/paraglide/'] },
  js.configs.recommended,
  ts.configs.strict,
  svelte.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    rules: { 'no-console': 'error' },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    // An assignment to $state is read by what depends on it.
    rules: { 'no-useless-assignment': 'off' },
  },
);
