import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';

// Lints markup, runes and links, without types: svelte-check has those of components, oxlint.config.js covers the rest.
export default defineConfig(
  { ignores: ['web/src/paraglide/'] },
  js.configs.recommended,
  ts.configs.strict,
  svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, CHINESE: 'readonly' } },
    rules: { 'no-console': 'error' },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    // Assigning to $state has an effect: what depends on it reads it.
    rules: { 'no-useless-assignment': 'off' },
  },
);
