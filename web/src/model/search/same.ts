/** Words that count as one for the search: one sign stands for all phrases of a group, in what is indexed and in what is asked. */
import { isUnspaced } from './unspaced';
import { partsOfWords, pieces, termsOf } from './words';

export interface Vocabulary {
  /** Groups of phrases of equal meaning. */
  readonly same: readonly (readonly string[])[];
  /** Words that most pages have. */
  readonly light: readonly string[];
}

/** The least parts that a phrase may begin or end at: words, and each letter of a script without blanks. */
const atomsOf = (text: string): string[] =>
  partsOfWords(text).flatMap((part) => (isUnspaced(part) ? [...Array.from(part), ''] : [part]));
/** Letters that stood together, as one run again. */
function joined(atoms: readonly string[]): string[] {
  const runs: string[] = [];
  let open = false;
  for (const atom of atoms) {
    const unspaced = isUnspaced(atom);
    if (unspaced && open) runs.push(`${runs.pop() ?? ''}${atom}`);
    else if (atom !== '') runs.push(atom);
    open = unspaced;
  }
  return runs;
}

export const isSign = (term: string): boolean => term.startsWith('=');

/** A text's terms. */
export interface Terms {
  /** Signs of the phrases that it has, and what is left. */
  readonly main: readonly string[];
  /** The phrases' own words. */
  readonly own: readonly string[];
}

export class Same {
  readonly #signs = new Map<string, string>();
  /** By a phrase's first atom, the most that one has. */
  readonly #longest = new Map<string, number>();
  readonly #words: readonly (readonly string[])[];
  readonly light: ReadonlySet<string>;

  constructor({ same, light }: Vocabulary) {
    for (const [at, group] of same.entries())
      for (const phrase of group) {
        const atoms = atomsOf(phrase);
        if (atoms.at(-1) === '') atoms.pop();
        const [first = ''] = atoms;
        this.#signs.set(atoms.join(' '), `=${at.toString(36)}`);
        this.#longest.set(first, Math.max(this.#longest.get(first) ?? 0, atoms.length));
      }
    // A piece of a longer phrase is a word of many other sentences too.
    const alone = (terms: readonly string[]) => (terms.length === 1 ? terms : []);
    this.#words = same.map((group) => [...new Set(group.flatMap((one) => alone(termsOf(one))))]);
    this.light = new Set(light.flatMap((word) => this.of(word).main));
  }

  of(text: string): Terms {
    const atoms = atomsOf(text);
    const own: string[] = [];
    const signs: string[] = [];
    const rest: string[] = [];
    for (let at = 0; at < atoms.length;) {
      let many = Math.min(this.#longest.get(atoms[at] ?? '') ?? 0, atoms.length - at);
      let sign: string | undefined;
      for (; many > 0; many -= 1) {
        sign = this.#signs.get(atoms.slice(at, at + many).join(' '));
        if (sign !== undefined) break;
      }
      if (sign === undefined) {
        rest.push(atoms[at] ?? '');
        at += 1;
        continue;
      }
      signs.push(sign);
      own.push(...pieces(joined(atoms.slice(at, at + many))));
      rest.push('');
      at += many;
    }
    const main = [...new Set([...signs, ...pieces(joined(rest))])];
    return { main, own: [...new Set(own)].filter((term) => !main.includes(term)) };
  }

  /** What a term may look like in a text. */
  looks(term: string): readonly string[] {
    return isSign(term) ? (this.#words[parseInt(term.slice(1), 36)] ?? []) : [term];
  }
}
