import { posterOf } from '../../build/runs/engine';
import { liveStill } from '../../build/lessons/live';
import { liveSettings, specs } from '../../build/site/lab';
import { links, scenarios } from '../../build/runs/scenarios';
import { m } from '#paraglide/messages.js';
import { say } from '../../build/site/words';
import type { PageServerLoad } from './$types';

/** The case that the lab opens with. */
const FIRST = 'mariadb-max-threads-6';

export const load: PageServerLoad = ({ locals }) => {
  const file = scenarios.find(({ name }) => name === FIRST) ?? scenarios[0];
  if (!file) throw new Error('content/scenarios holds no scenario');
  const head = say(locals, m.lab_title(), m.lab_description());
  const still = liveStill();
  return {
    ...head,
    still,
    settings: liveSettings,
    name: file.name,
    poster: posterOf(file.json),
    links,
    specs,
  };
};
