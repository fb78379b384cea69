/**
 * @param {string} name
 * @param {number} count
 */
export const many = (name, count) => Array.from({ length: count }, (_, at) => `${name} ${at + 1}`);

const LIST = 'FROM information_schema.PROCESSLIST WHERE';
/**
 * True if at least this many connections are in the state.
 * @param {string} state for LIKE
 * @param {number} count
 */
export const inState = (state, count) =>
  `SELECT COUNT(*) >= ${count} ${LIST} STATE LIKE '${state}'`;

/**
 * True if at least this many connections execute the statement.
 * @param {string} statement its first words
 * @param {number} count
 */
export const running = (statement, count) =>
  `SELECT COUNT(*) >= ${count} ${LIST} INFO LIKE '${statement}%'`;

/**
 * Options for two groups with this many threads.
 * @param {number} threads
 */
export const two = (threads) => ['--thread-pool-size=2', `--thread-pool-max-threads=${threads}`];
