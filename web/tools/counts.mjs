// Counts passed and failed tests from the output of the three runners.

/** @typedef {{ passed: number, failed: number }} Count */

/**
 * @param {string} output of cargo test
 * @returns {Count}
 */
export function cargoCount(output) {
  const count = { passed: 0, failed: 0 };
  for (const found of output.matchAll(/^test result: .*? (\d+) passed; (\d+) failed;/gm)) {
    count.passed += Number(found[1]);
    count.failed += Number(found[2]);
  }
  return count;
}

/**
 * @param {{ numPassedTests: number, numFailedTests: number, success?: boolean }} report vitest's
 * @returns {Count}
 */
export function vitestCount({ numPassedTests, numFailedTests }) {
  return { passed: numPassedTests, failed: numFailedTests };
}

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number } }} report Playwright's
 * @returns {Count}
 */
export function playwrightCount({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}

/**
 * @param {readonly Count[]} counts
 * @returns {Count}
 */
export function sum(counts) {
  return counts.reduce(
    (all, one) => ({ passed: all.passed + one.passed, failed: all.failed + one.failed }),
    { passed: 0, failed: 0 },
  );
}
