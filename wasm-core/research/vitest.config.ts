import { defineConfig } from 'vitest/config';

// Each test runs scenarios many times.
export default defineConfig({ test: { testTimeout: 600_000 } });
