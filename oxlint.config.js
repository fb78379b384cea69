// Lints scripts with their types: TypeScript's strict rules, and what oxlint takes for wrong. svelte-check has components.
import { defineConfig } from 'oxlint';

/** Beside the category `correctness`; with what ESLint and typescript-eslint recommend where they are strict. */
const STRICT = [
  ...[
    'no-array-constructor no-case-declarations no-empty no-fallthrough no-prototype-builtins',
    'no-redeclare no-regex-spaces',
    'no-unexpected-multiline no-useless-assignment no-useless-constructor no-var prefer-const',
    'prefer-rest-params prefer-spread',
    'preserve-caught-error',
  ].flatMap((line) => line.split(' ')),
  ...[
    'ban-ts-comment consistent-type-imports no-deprecated no-dynamic-delete no-empty-object-type',
    'no-explicit-any no-extraneous-class no-generated-empty-object-type no-invalid-void-type',
    'no-misused-promises no-mixed-enums no-namespace no-non-null-asserted-nullish-coalescing',
    'no-non-null-assertion no-require-imports no-unnecessary-boolean-literal-compare',
    'no-unnecessary-condition no-unnecessary-template-expression no-unnecessary-type-arguments',
    'no-unnecessary-type-assertion no-unnecessary-type-constraint no-unnecessary-type-conversion',
    'no-unnecessary-type-parameters no-unsafe-argument no-unsafe-assignment no-unsafe-call',
    'no-unsafe-enum-comparison no-unsafe-function-type no-unsafe-member-access no-unsafe-return',
    'only-throw-error prefer-literal-enum-member prefer-promise-reject-errors',
    'prefer-reduce-type-parameter prefer-return-this-type related-getter-setter-pairs require-await',
    'switch-exhaustiveness-check unified-signatures use-unknown-in-catch-callback-variable',
  ].flatMap((line) => line.split(' ').map((name) => `typescript/${name}`)),
];

export default defineConfig({
  plugins: ['typescript'],
  categories: { correctness: 'error' },
  env: { browser: true, node: true },
  options: { typeAware: true },
  ignorePatterns: [
    '**/*.svelte',
    '.svelte-kit/',
    'build/',
    'wasm-core/*',
    '!wasm-core/research/',
    'wasm-core/research/speed/',
    'web/src/paraglide/',
  ],
  rules: {
    ...Object.fromEntries(STRICT.map((name) => [name, 'error'])),
    'typescript/restrict-plus-operands': ['error', { allowNumberAndString: false }],
    'typescript/require-array-sort-compare': 'off',
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    // A number needs no conversion in a template.
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    'no-console': 'error',
  },
  overrides: [
    {
      // Scripts write to a terminal, and their JSDoc types check JSON.parse.
      files: ['web/tools/**/*.mjs', '*.config.{ts,js}'],
      rules: {
        'no-console': 'off',
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
      },
    },
    {
      // Assigning to $state has an effect: what depends on it reads it.
      files: ['**/*.svelte.{ts,test.ts}'],
      rules: { 'no-useless-assignment': 'off' },
    },
  ],
});
