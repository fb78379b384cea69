import sources from '../../../../content/sources.json';
import { alerts, collector, command, prepared, watch, watcher } from '../../build/site/incident';
import { m } from '#paraglide/messages.js';
import { say } from '../../build/site/words';
import type { PageServerLoad } from './$types';

const CITED = [
  'poolscope-10-11',
  'mariadb-pool',
  'mariadb-groups',
  'mariadb-tables',
  'mariadb-variables',
  'percona-pool',
] as const;

export const load: PageServerLoad = ({ locals }) => ({
  ...say(locals, m.hangs_title(), m.hangs_description()),
  collector,
  command,
  prepared,
  watch,
  watcher,
  alerts,
  sources: CITED.map((key) => sources[key]),
});
