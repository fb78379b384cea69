/** The names that scenarios give to requests and clients, in the words of the edition. */
import { NAMES_IN_WORDS } from '#locale';
import REQUESTS from '../../../../content/requests.json';

const KINDS: Readonly<Partial<Record<string, string>>> = REQUESTS;

/** Measures and links keep a request's name as a key; readers see this. Statements of a server stay as they are. */
export function shownRequest(name: string): string {
  if (!NAMES_IN_WORDS) return name;
  const [, kind = name, numbers = ''] = /^(.*?)((?: \d+)*)$/.exec(name) ?? [];
  return (KINDS[kind] ?? kind) + numbers;
}
