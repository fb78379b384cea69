/** The server's settings of a run as part of an option file, each with a comment. */
import { hasOwnThreads, isTextbook } from '../../model/run/families';
import type { Outcome, Setting, SchedulerName, Variable } from '../../model/run/types';
import { m } from '#paraglide/messages.js';
import { variablesOf } from './variables';
import { LIST } from '../../model/joined';

const SECTION: Readonly<Record<SchedulerName, string>> = {
  mariadb: 'mariadb',
  percona: 'mysqld',
  oracle: 'mysqld',
  'one-thread-per-connection': 'mysqld',
  'one-queue': '',
  'many-queues': '',
  'two-choices': '',
  'nginx-workers': '',
  'mysql-6.0': 'mysqld',
  'mariadb-windows': 'mariadb',
};
const WIDTH = 92;

/** A comment, wrapped; each line starts with the comment sign. */
function comment(text: string): string[] {
  const lines: string[] = [];
  let line = '#';
  for (const word of text.replaceAll(/\s+/g, ' ').trim().split(' ')) {
    if (line.length + 1 + word.length > WIDTH && line !== '#') {
      lines.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

function about({ help, unit, kind, dynamic }: Variable): string {
  const parts = [help];
  if (unit) parts.push(m.lab_export_cnf_unit({ unit }));
  if (kind.type !== 'number') {
    parts.push(
      m.lab_export_cnf_default({
        value: kind.type === 'switch' ? (kind.default ? 'ON' : 'OFF') : kind.default,
      }),
    );
  } else if (kind.default !== null) {
    parts.push(m.lab_export_cnf_default({ value: kind.default }));
  }
  if (!dynamic) parts.push(m.lab_export_cnf_restart());
  return parts.join(' ');
}

/** The line that chooses between the pool and one thread per connection. */
function chooses(scheduler: SchedulerName, pool: boolean): string {
  if (scheduler === 'oracle') return 'plugin-load-add = thread_pool.so';
  return `thread_handling = ${pool ? 'pool-of-threads' : 'one-thread-per-connection'}`;
}

/** Variables that only the engine has. */
const NO_VARIABLE = 'admin_port_high_priority';
const UNSET = 'not set';

/** Without date and seed, so that equal settings give equal files. */
export function myCnf(outcome: Pick<Outcome, 'settings' | 'scenario'>): string {
  const { scheduler } = outcome.scenario.server;
  const server = outcome.settings.filter(({ section }) => section === 'server');
  const version = server.find(({ name }) => name === 'version')?.value ?? 'any';
  const variables = variablesOf(scheduler, version);
  const settingOf = ({ field }: Variable): Setting | undefined =>
    server.find(({ name }) => name === field);
  const own = variables.filter(({ name }) => name !== NO_VARIABLE);
  const given = own.filter(
    (variable) => settingOf(variable)?.given === true && settingOf(variable)?.value !== UNSET,
  );
  const left = own.filter((variable) => !given.includes(variable));
  const pool = !hasOwnThreads(scheduler);
  const head = comment(
    m.lab_export_cnf_head({ title: outcome.scenario.title || m.lab_export_untitled() }),
  );
  if (isTextbook(scheduler))
    return `${[...head, ...comment(m.lab_export_cnf_none())].join('\n')}\n`;

  const lines = [
    ...head,
    ...comment(m.lab_export_cnf_rules({ server: scheduler, version })),
    `[${SECTION[scheduler]}]`,
    '',
    ...comment(pool ? m.lab_export_cnf_pool() : m.lab_export_cnf_own()),
    chooses(scheduler, pool),
  ];
  for (const variable of given) {
    lines.push(
      '',
      ...comment(about(variable)),
      `${variable.name} = ${settingOf(variable)?.value ?? ''}`,
    );
  }
  if (left.length > 0) {
    lines.push('', ...comment(m.lab_export_cnf_left()));
    for (const variable of left) {
      const value = settingOf(variable)?.value ?? UNSET;
      if (value === UNSET) lines.push(...comment(m.lab_export_cnf_unset({ name: variable.name })));
      else lines.push(`#${variable.name} = ${value}`);
    }
  }
  const admin = server.find(({ name, given: set }) => name === NO_VARIABLE && set);
  const machine = outcome.settings.filter(
    ({ section, given: set }) => (section === 'machine' || section === 'start') && set,
  );
  const others = [...(admin ? [admin] : []), ...machine];
  if (others.length > 0) {
    const names = others.map(({ name, value }) => `${name} = ${value}`).join(LIST);
    lines.push('', ...comment(m.lab_export_cnf_not_server({ names })));
  }
  return `${lines.join('\n')}\n`;
}
