/** What the lab's address says of its live run. */
import { dialsOf, seedOf, SERVER, serverNamed, takes, type CaseName } from '../../model/hand/cases';
import { isDare } from '../../model/hand/dares';
import { readLog } from '../../model/hand/log';
import { FOREIGN } from '../../model/link/url';
import { DIALS, readDials } from './dials';
import type { Asked } from './live.svelte';

/** The names that tell a live run; with one of them `seed` is its own too. */
const KEYS: readonly string[] = [...DIALS, 'work', 'do', 'dare', 'start', 'touch', 'server'];

/** True if the address contains more than a live run can show: nothing that it says is dropped in silence. */
export function saysMore(search: URLSearchParams): boolean {
  const says = KEYS.some((key) => search.has(key));
  const known = (key: string) =>
    KEYS.includes(key) || FOREIGN.test(key) || (says && key === 'seed');
  return [...search.keys()].some((key) => !known(key));
}

/** The cases that addresses named before there were dares. */
const BEFORE: Readonly<Record<string, CaseName>> = { deaf: 'deaf', thousand: 'thousand' };
const SEED_MOST = 0xffff_ffff;

export interface Read extends Asked {
  /** The address has a log that this version does not read. */
  readonly damaged: boolean;
}

/** Undefined if it says nothing of a live run. */
export function readAddress(search: URLSearchParams): Read | undefined {
  if (!KEYS.some((key) => search.has(key))) return undefined;
  const dare = search.get('dare');
  const start = search.get('start') ?? '';
  const name = isDare(dare) ? dare : (BEFORE[start] ?? 'steady');
  const seed = Number(search.get('seed') ?? seedOf(name));
  const work = search.get('work')?.match(/^(\d{1,5})ms$/)?.[1];
  if (work !== undefined) search.set('work_ms', work);
  const dials = (name === 'steady' && readDials(search, dialsOf(name))) || dialsOf(name);
  const text = search.get('do');
  const written = text === null ? [] : readLog(text);
  const log = written?.every(({ op, n }) => takes(name, op, n)) ? written : undefined;
  return {
    name,
    dials,
    server: (name === 'steady' && serverNamed(search.get('server'))) || SERVER,
    seed: Number.isInteger(seed) && seed >= 0 && seed <= SEED_MOST ? seed : seedOf(name),
    log: log ?? [],
    damaged: log === undefined || (dare !== null && !isDare(dare)),
  };
}
