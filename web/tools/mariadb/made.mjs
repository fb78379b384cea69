// The incidents of incidents.mjs, as data: who connects, what each asks, what must then be true, and who must be answered.

/** How long the statement of a root runs, or the lock of one is waited for, unless somebody acts. */
const LONG = 600;
const LIST = 'FROM information_schema.PROCESSLIST WHERE';
/** At least this many connections are in a state like this, or run a statement that begins so. */
const inState = (/** @type {string} */ state, /** @type {number} */ count) =>
  `SELECT COUNT(*) >= ${count} ${LIST} STATE LIKE '${state}'`;
const running = (/** @type {string} */ statement, /** @type {number} */ count) =>
  `SELECT COUNT(*) >= ${count} ${LIST} INFO LIKE '${statement}%'`;
const rowsWait = (/** @type {number} */ count) =>
  `SELECT COUNT(*) >= ${count} FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'`;

/** Two groups with this many threads together, or threads to spare. */
const two = (/** @type {number} */ threads) => [
  '--thread-pool-size=2',
  `--thread-pool-max-threads=${threads}`,
];
const SPARE = two(500);
const [METADATA, UPDATE] = [
  'Waiting for%metadata lock',
  'UPDATE shop.stock SET n = n + 1 WHERE id = ',
];
const [READ, OTHER] = ['SELECT COUNT(*) FROM shop.orders', 'SELECT COUNT(*) FROM shop.stock'];

/**
 * @typedef {object} Step clients of one name ask the same; all connect before the first asks
 * @property {string} who
 * @property {number} [count] 1
 * @property {readonly string[]} asks each is answered before the next, the last only if `how` is 'said'; `#` is the client's number
 * @property {import('./people.mjs').How | 'said'} [how] 'once'
 * @property {boolean} [outside] through extra_port
 * @property {boolean} [even] only clients of group 0 ask
 * @property {string} [stands] is then true
 */

/**
 * @typedef {object} Incident
 * @property {string} name
 * @property {readonly string[]} settings
 * @property {readonly Step[]} steps
 * @property {readonly string[]} stuck those of these names must be answered
 * @property {boolean} [silent] clients that get a lock keep it
 * @property {string} [lock] its name in GET_LOCK
 * @property {string} [xid] the name of the prepared transaction
 * @property {string} [disk] the option whose files go onto a small disk, which is full when the first step is made
 * @property {readonly string[]} [freed] those of these names are answered only when the disk has space again
 */

/** @type {readonly Incident[]} */
export const made = [
  {
    name: 'metadata lock behind an idle transaction',
    settings: two(10),
    steps: [
      { who: 'idle', asks: ['BEGIN', READ], how: 'said' },
      {
        who: 'altering',
        asks: ['ALTER TABLE shop.orders ADD note INT'],
        stands: inState(METADATA, 1),
      },
      { who: 'reader', count: 16, asks: [READ], stands: inState(METADATA, 10) },
      { who: 'other', count: 4, asks: [OTHER] },
    ],
    stuck: ['reader', 'other'],
  },
  {
    name: 'metadata lock of one of two idle transactions, with metadata_lock_info',
    settings: [...SPARE, '--plugin-load-add=metadata_lock_info'],
    steps: [
      { who: 'elsewhere', asks: ['BEGIN', OTHER], how: 'said' },
      { who: 'idle', asks: ['BEGIN', READ], how: 'said' },
      {
        who: 'altering',
        asks: ['ALTER TABLE shop.orders ADD note INT'],
        stands: inState(METADATA, 1),
      },
      { who: 'reader', count: 8, asks: [READ], stands: inState(METADATA, 8) },
    ],
    stuck: ['reader'],
  },
  {
    name: 'FLUSH TABLES WITH READ LOCK through extra_port',
    settings: two(8),
    steps: [
      { who: 'backup', asks: ['FLUSH TABLES WITH READ LOCK'], how: 'said', outside: true },
      { who: 'writer', count: 12, asks: [`${UPDATE}1`], stands: inState('Waiting for%lock', 8) },
      { who: 'other', count: 4, asks: [READ] },
    ],
    stuck: ['writer', 'other'],
  },
  {
    name: 'FLUSH TABLES WITH READ LOCK behind a write that runs',
    settings: SPARE,
    steps: [
      {
        who: 'long',
        asks: [`UPDATE shop.orders SET n = SLEEP(${LONG}) WHERE id = 1`],
        stands: running('UPDATE shop.orders', 1),
      },
      {
        who: 'backup',
        asks: ['FLUSH TABLES WITH READ LOCK'],
        stands: inState('Waiting for%lock', 1),
      },
      { who: 'writer', count: 12, asks: [`${UPDATE}#`], stands: inState('Waiting for%lock', 13) },
    ],
    stuck: ['writer'],
  },
  {
    name: 'row lock whose COMMIT cannot get in',
    settings: two(8),
    steps: [
      { who: 'holder', asks: ['BEGIN', `${UPDATE}1`], how: 'said' },
      { who: 'waiter', count: 16, asks: [`${UPDATE}1`], stands: rowsWait(8) },
      { who: 'holder', asks: ['COMMIT'] },
    ],
    stuck: ['holder', 'waiter'],
  },
  {
    name: 'row lock whose next owner falls silent too',
    settings: SPARE,
    steps: [
      { who: 'holder', asks: ['BEGIN', `${UPDATE}1`], how: 'said' },
      { who: 'next', asks: ['BEGIN', `${UPDATE}1`], stands: rowsWait(1) },
      { who: 'waiter', count: 12, asks: [`${UPDATE}1`], stands: rowsWait(13) },
    ],
    stuck: ['next', 'waiter'],
    silent: true,
  },
  {
    name: 'row lock of a session that is asleep, among others of its account',
    settings: SPARE,
    steps: [
      { who: 'asleep', count: 3, asks: [READ], how: 'said' },
      { who: 'holder', asks: ['BEGIN', `${UPDATE}1`], how: 'said' },
      { who: 'waiter', count: 12, asks: [`${UPDATE}1`], stands: rowsWait(12) },
    ],
    stuck: ['waiter'],
  },
  {
    name: 'killed holder of a row, whose group has no thread to roll it back',
    settings: two(8),
    steps: [
      { who: 'holder', asks: ['BEGIN', `${UPDATE}1`], how: 'said' },
      { who: 'waiter', count: 16, asks: [`${UPDATE}1`], stands: rowsWait(8) },
      { who: 'killer', asks: ['KILL #holder'], how: 'said', outside: true },
    ],
    stuck: ['waiter'],
  },
  {
    name: 'row lock of a transaction whose next statement runs',
    settings: two(8),
    steps: [
      { who: 'holder', asks: ['BEGIN', `${UPDATE}1`, `SELECT SLEEP(${LONG})`] },
      { who: 'waiter', count: 16, asks: [`${UPDATE}1`], stands: rowsWait(7) },
      { who: 'other', count: 4, asks: [READ] },
    ],
    stuck: ['waiter', 'other'],
  },
  {
    name: 'row lock of a statement that waits itself',
    settings: SPARE,
    steps: [
      { who: 'idle', asks: ['BEGIN', `${UPDATE}2`], how: 'said' },
      {
        who: 'middle',
        asks: ['UPDATE shop.stock SET n = n + 1 WHERE id IN (1, 2)'],
        stands: rowsWait(1),
      },
      { who: 'waiter', count: 12, asks: [`${UPDATE}1`], stands: rowsWait(13) },
    ],
    stuck: ['middle', 'waiter'],
  },
  {
    name: 'ALTER behind a SELECT that runs, readers behind both',
    settings: two(8),
    steps: [
      {
        who: 'report',
        asks: [`SELECT SLEEP(${LONG}) FROM shop.orders`],
        stands: running('SELECT SLEEP', 1),
      },
      {
        who: 'altering',
        asks: ['ALTER TABLE shop.orders ADD note INT'],
        stands: inState(METADATA, 1),
      },
      { who: 'reader', count: 16, asks: [READ], stands: inState(METADATA, 7) },
      { who: 'other', count: 4, asks: [OTHER] },
    ],
    stuck: ['reader', 'other'],
  },
  {
    name: 'UPDATE without an index, which runs',
    settings: SPARE,
    steps: [
      {
        who: 'long',
        asks: [`UPDATE shop.stock SET n = n + SLEEP(${LONG}) WHERE n = 0`],
        stands: running('UPDATE shop.stock SET n = n + SLEEP', 1),
      },
      { who: 'waiter', count: 12, asks: [`${UPDATE}1`], stands: rowsWait(12) },
    ],
    stuck: ['waiter'],
  },
  {
    name: 'auto-increment value held by an INSERT that runs',
    settings: [...two(8), '--innodb-autoinc-lock-mode=0'],
    steps: [
      {
        who: 'long',
        asks: [`INSERT INTO shop.log (line) SELECT IF(id > 1, SLEEP(${LONG}), 1) FROM shop.orders`],
        stands: running('INSERT INTO shop.log (line) SELECT IF', 1),
      },
      {
        who: 'writer',
        count: 12,
        asks: ["INSERT INTO shop.log (line) VALUES ('x')"],
        stands: rowsWait(7),
      },
      { who: 'other', count: 4, asks: [OTHER] },
    ],
    stuck: ['writer', 'other'],
  },
  {
    name: 'prepared transaction whose client is gone',
    settings: SPARE,
    steps: [
      {
        who: 'gone',
        asks: ["XA START 'order-7'", `${UPDATE}1`, "XA END 'order-7'", "XA PREPARE 'order-7'"],
        how: 'said',
      },
      { who: 'killer', asks: ['KILL #gone'], how: 'said', outside: true },
      { who: 'waiter', count: 12, asks: [`${UPDATE}1`], stands: rowsWait(12) },
    ],
    stuck: ['waiter'],
    xid: 'order-7',
  },
  {
    name: 'table of MyISAM: readers behind a writer behind a reader',
    settings: two(8),
    steps: [
      {
        who: 'report',
        asks: [`SELECT SLEEP(${LONG}) FROM shop.old`],
        stands: running('SELECT SLEEP', 1),
      },
      {
        who: 'writer',
        asks: ['UPDATE shop.old SET n = n + 1'],
        stands: inState('Waiting for table level lock', 1),
      },
      {
        who: 'reader',
        count: 12,
        asks: ['SELECT COUNT(*) FROM shop.old WHERE n = 0'],
        stands: inState('Waiting for table level lock', 7),
      },
      { who: 'other', count: 4, asks: [OTHER] },
    ],
    stuck: ['reader', 'other'],
  },
  {
    name: 'LOCK TABLES by a session that is idle',
    settings: two(8),
    steps: [
      { who: 'idle', asks: ['LOCK TABLES shop.orders WRITE'], how: 'said', outside: true },
      { who: 'reader', count: 12, asks: [READ], stands: inState(METADATA, 8) },
      { who: 'other', count: 4, asks: [OTHER] },
    ],
    stuck: ['reader', 'other'],
  },
  ...[two(8), SPARE].map((settings, spare) => ({
    name: `GET_LOCK of an idle session, ${['all threads wait', 'threads to spare'][spare]}`,
    settings,
    steps: [
      { who: 'idle', asks: ["SELECT GET_LOCK('job', 0)"], how: /** @type {const} */ ('said') },
      {
        who: 'waiter',
        count: 12,
        asks: [`SELECT GET_LOCK('job', ${LONG}), RELEASE_LOCK('job')`],
        stands: inState('User lock', 8),
      },
      { who: 'other', count: 4, asks: [OTHER] },
    ],
    stuck: spare ? ['waiter'] : ['waiter', 'other'],
    lock: 'job',
  })),
  {
    name: 'clients that do not read',
    settings: [...two(8), `--net-write-timeout=${LONG}`],
    steps: [
      {
        who: 'slow',
        count: 12,
        asks: ["SELECT REPEAT('x', 1000000) FROM shop.seq_1_to_1000"],
        how: 'unread',
        stands: inState('Writing to net', 8),
      },
      { who: 'other', count: 6, asks: [OTHER] },
    ],
    stuck: ['other'],
  },
  {
    name: 'deaf group at the cap',
    settings: two(2),
    steps: [
      {
        who: 'sleeper',
        count: 4,
        even: true,
        asks: [`SELECT SLEEP(${LONG})`],
        stands: inState('User sleep', 2),
      },
      { who: 'other', count: 12, even: true, asks: [OTHER] },
    ],
    stuck: ['other'],
  },
  {
    name: 'statements that compute on all threads',
    settings: two(8),
    steps: [
      {
        who: 'computing',
        count: 8,
        asks: ["SELECT BENCHMARK(2000000000, MD5('x'))"],
        stands: running('SELECT BENCHMARK', 8),
      },
      {
        who: 'other',
        count: 6,
        asks: [OTHER],
        stands: `SELECT MIN(TIME_MS) > 2000 ${LIST} INFO LIKE 'SELECT BENCHMARK%'`,
      },
    ],
    stuck: ['other'],
  },
  {
    name: 'semi-sync without a replica',
    settings: [
      ...two(8),
      '--log-bin=binlog',
      '--server-id=1',
      `--rpl-semi-sync-master-timeout=${LONG}000`,
    ],
    steps: [
      {
        who: 'admin',
        asks: ['SET GLOBAL rpl_semi_sync_master_enabled = ON'],
        how: 'said',
        outside: true,
      },
      {
        who: 'writer',
        count: 12,
        asks: [`${UPDATE}#`],
        stands: inState('Waiting for semi-sync ACK%', 8),
      },
      { who: 'other', count: 4, asks: [READ] },
    ],
    stuck: ['writer', 'other'],
  },
  {
    name: 'disk full under the binary log',
    disk: '--log-bin',
    // The writes behind the first wait for its lock as long as the disk is full.
    settings: [...two(8), '--server-id=1', `--innodb-lock-wait-timeout=${LONG}`],
    steps: [
      // More than the last page of the log, and less than binlog_cache_size: what goes beyond that is a file beside the
      // log since 11.7, and fails at once instead of waiting.
      {
        who: 'writer',
        count: 12,
        asks: ["INSERT INTO shop.log (line) SELECT REPEAT('x', 200) FROM shop.seq_1_to_100"],
        stands: inState('Waiting for someone to free space', 1),
      },
      { who: 'other', count: 6, asks: [OTHER], stands: running('INSERT', 8) },
    ],
    stuck: ['other'],
    freed: ['writer'],
  },
  {
    name: 'low priority starves',
    settings: [
      '--thread-pool-size=1',
      '--thread-pool-max-threads=4',
      '--thread-pool-dedicated-listener=ON',
      '--thread-pool-prio-kickup-timer=60000',
    ],
    steps: [
      {
        who: 'high',
        count: 12,
        asks: ["SET SESSION thread_pool_priority = 'high'", 'DO SLEEP(0.08)'],
        how: 'again',
      },
      {
        who: 'low',
        count: 6,
        asks: [OTHER],
        stands:
          'SELECT COUNT(*) = 6 FROM information_schema.THREAD_POOL_QUEUES WHERE PRIORITY = 1 AND QUEUEING_TIME_MICROSECONDS > 5000000',
      },
    ],
    stuck: ['low'],
  },
];
