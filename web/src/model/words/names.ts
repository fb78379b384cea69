/**
 * Names that are keys in content too, in the words of the edition: machines, workloads, settings, knobs, parts of a measured figure,
 * dates and authors of sources; and those that scenarios give to requests.
 */
import { NAMES_IN_WORDS } from '#locale';
import NAMES from '../../../../content/names.json';
import REQUESTS from '../../../../content/requests.json';

type Words = Readonly<Partial<Record<string, string>>>;
const SHOWN: Words = NAMES;
export const shownName = (name: string): string => (NAMES_IN_WORDS ? (SHOWN[name] ?? name) : name);

const KINDS: Words = REQUESTS;
/** Measures and links keep a request's name as a key; readers see this. Statements of a server stay as they are. */
export function shownRequest(name: string): string {
  if (!NAMES_IN_WORDS) return name;
  const [, kind = name, numbers = ''] = /^(.*?)((?: \d+)*)$/.exec(name) ?? [];
  return (KINDS[kind] ?? kind) + numbers;
}
