// Lints scripts with their types. Components, their markup and runes: eslint.config.js.
import js from '@eslint/js';
import { defineConfig } from 'oxlint';
import ts from 'typescript-eslint';

/** Rules that ESLint recommends and oxlint lacks: the compiler finds the first three, and we have no enums. */
const LACKED = [
  'no-dupe-args',
  'no-octal',
  'no-undef',
  '@typescript-eslint/no-unsafe-class-instance-assignment',
  '@typescript-eslint/no-unsafe-enum-assignment',
];

const recommended = [js.configs.recommended, ...ts.configs.strictTypeChecked]
  .flatMap(({ rules }) => Object.entries(rules ?? {}))
  .filter(([name, setting]) => setting !== 'off' && !LACKED.includes(name));

export default defineConfig({
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  env: { browser: true, node: true },
  options: { typeAware: true },
  ignorePatterns: [
    '**/*.svelte',
    '.svelte-kit/',
    'build/',
    'wasm-core/',
    'web/project.inlang/',
    'web/src/paraglide/',
  ],
  rules: {
    ...Object.fromEntries(recommended),
    '@typescript-eslint/consistent-type-imports': 'error',
    '@typescript-eslint/no-explicit-any': 'error',
    '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    // A number needs no conversion in a template.
    '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    '@typescript-eslint/switch-exhaustiveness-check': 'error',
    'no-console': 'error',
  },
  overrides: [
    {
      // Scripts write to a terminal, and their JSDoc types check JSON.parse.
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
      // Assigning to $state has an effect: what depends on it reads it.
      files: ['**/*.svelte.{ts,test.ts}'],
      rules: { 'no-useless-assignment': 'off' },
    },
  ],
});
