import sources from '../../../../content/sources.json';
import { alerts, collector } from '../../build/site/incident';

const CITED = [
  'poolscope-10-11',
  'mariadb-pool',
  'mariadb-groups',
  'mariadb-tables',
  'mariadb-variables',
  'percona-pool',
] as const;

export const load = () => ({ collector, alerts, sources: CITED.map((key) => sources[key]) });
