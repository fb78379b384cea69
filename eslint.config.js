import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';

export default defineConfig(
  {
    ignores: [
      '.svelte-kit/',
      'build/',
      'node_modules/',
      'playwright-report/',
      'test-results/',
      'wasm-core/',
      'web/project.inlang/',
      'web/src/paraglide/',
    ],
  },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // A number in a template is as plain as it gets.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts', '**/*.svelte.test.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    // An assignment to $state is read by what depends on it.
    rules: { 'no-useless-assignment': 'off' },
  },
  {
    // Scripts talk to a terminal, and JSON.parse is checked by their JSDoc types.
    files: ['web/tools/**/*.mjs', '*.config.{ts,js}'],
    rules: {
      'no-console': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // svelte-check knows their types; to lint with them, the whole program is read anew for each.
    files: ['**/*.svelte'],
    extends: [ts.configs.disableTypeChecked],
  },
);
