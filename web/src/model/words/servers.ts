/** The servers' names. */
import { m } from '#paraglide/messages.js';
import type { SchedulerName } from '../run/types';

const SERVER_NAMES: Readonly<Record<SchedulerName, () => string>> = {
  mariadb: m.server_mariadb,
  percona: m.server_percona,
  oracle: m.server_oracle,
  'one-thread-per-connection': m.server_own,
  'one-queue': m.server_one_queue,
  'many-queues': m.server_many_queues,
  'two-choices': m.server_two_choices,
  'nginx-workers': m.server_nginx_workers,
  'mysql-6.0': m.server_mysql_60,
  'mariadb-windows': m.server_windows,
};

export const serverName = (scheduler: SchedulerName): string => SERVER_NAMES[scheduler]();
