/**
 * The engine comes as two modules: `core` has the pools of MariaDB and Percona Server and one thread per connection, which
 * most figures need; `all` has every scheduler. Both produce the same run, bit for bit.
 */
export type EngineModule = 'core' | 'all';

const CORE: readonly unknown[] = ['mariadb', 'percona', 'one-thread-per-connection'];
/** Texts that require `all` wherever they appear: a setting that `core` lacks, or a pointer to the whole server. */
const ONLY_ALL = [
  'innodb_thread_concurrency',
  '"/server"',
  // Clients that give up or leave, and how their connections were opened.
  'patience"',
  '"pause_us"',
  '"reuse"',
  '"opened"',
  '"leaves"',
  '"max_connections',
  '"max_statement_time',
  '"idle_transaction_timeout',
  '"lock_wait_timeout',
];

/** The parts of a scenario that name the scheduler. */
interface Named {
  readonly server?: { readonly scheduler?: unknown };
  readonly scheduler?: unknown;
  readonly '/server/scheduler'?: unknown;
}

/**
 * The smallest module that a run needs, judged without reading the scenario as the engine does. Unusual settings and
 * unreadable text get `all`.
 */
export function moduleFor(scenario: string, overrides: string): EngineModule {
  if (ONLY_ALL.some((text) => scenario.includes(text) || overrides.includes(text))) return 'all';
  if (scenario.includes('"/server/scheduler"')) return 'all'; // set by a knob
  try {
    const file = JSON.parse(scenario) as Named | null;
    const set = JSON.parse(overrides) as Named | null;
    if (set && '' in set) return 'all';
    const given = [set?.scheduler, set?.['/server/scheduler']].filter((name) => name !== undefined);
    const names = given.length > 0 ? given : [file?.server?.scheduler];
    return names.every((name) => CORE.includes(name)) ? 'core' : 'all';
  } catch {
    return 'all';
  }
}
