/** What the lab's address says of its live run. */
import { m } from '#paraglide/messages.js';
import { dialsOf, seedOf, SERVER, serverNamed, takes, type CaseName } from '../../model/hand/cases';
import { isDare } from '../../model/hand/dares';
import { readLog } from '../../model/hand/log';
import { LIST } from '../../model/joined';
import { FOREIGN } from '../../model/link/url';
import { DIALS, readDials } from './dials';
import type { Asked } from './live.svelte';

/** The names that tell a live run; with one of them `seed` is its own too. */
const KEYS: readonly string[] = [...DIALS, 'work', 'do', 'dare', 'start', 'touch', 'server'];

/** The names that each of the drawer's own addresses has. */
const DRAWER = ['v', 'scenario'] as const;
/** True if the address contains more than a live run can show. One of a live run is told by its own names, whatever was added. */
export function saysMore(search: URLSearchParams): boolean {
  if (DRAWER.some((key) => search.has(key))) return true;
  if (KEYS.some((key) => search.has(key))) return false;
  return [...search.keys()].some((key) => !FOREIGN.test(key));
}

/** The cases that addresses named before there were dares. */
const BEFORE: Readonly<Record<string, CaseName>> = { deaf: 'deaf', thousand: 'thousand' };
const SEED_MOST = 0xffff_ffff;
/** No name is as long. */
const NAME_MOST = 40;
const short = (name: string) => name.slice(0, NAME_MOST);

export interface Read extends Asked {
  /** The address has a log that this version does not read. */
  readonly damaged: boolean;
  /** Names that nobody knows, in sentences: perhaps a slider's, mistyped. */
  readonly strange: readonly string[];
}

function strangeIn(search: URLSearchParams): readonly string[] {
  const allowed = [...KEYS, 'seed'];
  const names = new Set(search.keys());
  return [...names]
    .filter((name) => !allowed.includes(name) && !FOREIGN.test(name))
    .map((name) => m.url_bad_name({ name: short(name), allowed: allowed.join(LIST) }));
}

/** Undefined if it says nothing of a live run. */
export function readAddress(search: URLSearchParams): Read | undefined {
  if (!KEYS.some((key) => search.has(key))) return undefined;
  const dare = search.get('dare');
  const start = search.get('start') ?? '';
  const name = isDare(dare) ? dare : (BEFORE[start] ?? 'steady');
  const seed = Number(search.get('seed') ?? seedOf(name));
  const strange = strangeIn(search);
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
    strange,
  };
}
