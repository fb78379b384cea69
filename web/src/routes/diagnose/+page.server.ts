import { collector, command } from '../../build/site/incident';
import { oracleColumns } from '../../build/reference/columns';
import { m } from '#paraglide/messages.js';
import { say } from '../../build/site/words';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => ({
  ...say(locals, m.capture_title(), m.capture_description()),
  collector,
  command,
  columns: oracleColumns(),
});
