// Scripts, with their types. Components, their markup and runes: eslint.config.js.
import js from '@eslint/js';
import { defineConfig } from 'oxlint';
import ts from 'typescript-eslint';

/** What it has not (yet), of what ESLint recommends: the compiler finds the first three, and we have no enums. */
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
    // A number in a template is as plain as it gets.
    '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    '@typescript-eslint/switch-exhaustiveness-check': 'error',
    'no-console': 'error',
  },
  overrides: [
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
      // An assignment to $state is read by what depends on it.
      files: ['**/*.svelte.{ts,test.ts}'],
      rules: { 'no-useless-assignment': 'off' },
    },
  ],
});
