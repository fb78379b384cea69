/** The home page: one run, and one question about it. */
import type { Became, Opening } from '../../features/home/opening';
import type { Life } from '../../model/run/types';
import { DARES } from '../../model/hand/cases';
import { numberWord } from '../../model/words/number';
import { lessons } from '../lessons';
import { runOf } from '../runs/engine';
import { liveStill } from '../lessons/live';
import { links, scenarios } from '../runs/scenarios';

/** The case that the site opens with. */
const FIRST = 'percona-oversubscribe-1';
/** When is its last request answered? One for all of them, then twice as long each. */
const CHOICES = [1, 2, 4, 8];

export function home() {
  const file = scenarios.find(({ name }) => name === FIRST);
  if (!file) throw new Error(`content/scenarios has no ${FIRST}`);
  const outcome = runOf(file.json);
  const { server, machine } = outcome.scenario;
  const all = outcome.lives.map(became);
  const opening: Opening = {
    all,
    allowed: Number(server['thread_pool_max_threads']),
    at_once: new Set(all.map(({ thread }) => thread)).size,
    cores: machine?.cores ?? 0,
  };
  const sleep_ns = Math.min(...all.map(({ start_ns, end_ns }) => end_ns - start_ns));
  return {
    opening,
    sleep_ns,
    choices_ns: CHOICES.map((times) => times * sleep_ns),
    still: liveStill(),
    dares: numberWord(DARES.length),
    lessons: lessons.length,
    scenarios: links.length,
  };
}

/** Readers count from one. */
function became({ request, segments: [first], start_ns, end_ns, thread }: Life): Became {
  if (!first || start_ns === null || end_ns === null || thread === null)
    throw new Error(`${FIRST}: request ${request} has no answer`);
  return { request: request + 1, read_ns: first.end_ns, start_ns, end_ns, thread };
}
