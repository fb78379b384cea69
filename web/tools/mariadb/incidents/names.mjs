/**
 * @param {string} name
 * @param {number} count
 */
export const many = (name, count) => Array.from({ length: count }, (_, at) => `${name} ${at + 1}`);

const LIST = 'FROM information_schema.PROCESSLIST WHERE';
/**
 * As many are in such a state, or more.
 * @param {string} state for LIKE
 * @param {number} count
 */
export const inState = (state, count) =>
  `SELECT COUNT(*) >= ${count} ${LIST} STATE LIKE '${state}'`;

/**
 * As many run such a statement, or more.
 * @param {string} statement its first words
 * @param {number} count
 */
export const running = (statement, count) =>
  `SELECT COUNT(*) >= ${count} ${LIST} INFO LIKE '${statement}%'`;

/**
 * Two groups, and as many threads as that.
 * @param {number} threads
 */
export const two = (threads) => ['--thread-pool-size=2', `--thread-pool-max-threads=${threads}`];
