import { readFileSync } from 'node:fs';
import { SCOPE } from '../web/tools/svelte.mjs';

/**
 * Which pages represent all of their kind, computed from the built site: pages made of the same components have the same
 * layout rules. With `EVERY_PAGE=1` in the environment each page represents itself.
 */

interface Built {
  readonly address: string;
  /** The components that drew its figure, by the classes that Svelte gives each: text next to it takes no room from it. */
  readonly parts: readonly string[];
  readonly amounts: readonly number[];
}

const longest = (all: Iterable<string>) => Math.max(0, ...[...all].map(({ length }) => length));

/**
 * Quantities that can be too large or too small for a place: titles, names, words, controls, pictures, the text in and
 * below them.
 */
function read(address: string): Built {
  const html = readFileSync(`build${address}index.html`, 'utf8').replaceAll(
    /<(script|style)\b.*?<\/\1>/gs,
    '',
  );
  const count = (what: RegExp) => html.match(what)?.length ?? 0;
  const said = (tag: string) =>
    Array.from(html.matchAll(new RegExp(`<(${tag})\\b.*?</\\1>`, 'gs')), ([one]) =>
      one.replaceAll(/<.*?>/gs, '').trim(),
    );
  const [figure] = /<figure\b[^>]*data-part="figure".*?<\/figure>/s.exec(html) ?? [''];
  const parts = [...new Set(figure.match(SCOPE))].sort();
  if (figure && parts.length === 0) throw new Error(`nothing tells of what ${address} is made`);
  return {
    address,
    parts,
    amounts: [
      longest(said('h1|h2')),
      longest(said('label|legend')),
      said('p').join(' ').length,
      count(/<(input|select|button)\b/g),
      count(/<svg\b/g),
      count(/<text\b/g),
      longest(said('text')),
      longest(said('figcaption')),
    ],
  };
}

/** One page for each set of components, and for each quantity the pages with the most and the least. */
export function representatives(addresses: readonly string[]): ReadonlySet<string> {
  if (process.env['EVERY_PAGE']) return new Set(addresses);
  const pages = addresses.map(read);
  const kinds = new Map(pages.map((page) => [page.parts.join(' '), page]));
  const ends = (pages[0]?.amounts ?? []).flatMap((_, index) => {
    const sorted = pages.toSorted((a, b) => (a.amounts[index] ?? 0) - (b.amounts[index] ?? 0));
    return [sorted[0], sorted.at(-1)];
  });
  return new Set([...kinds.values(), ...ends].flatMap((page) => page?.address ?? []));
}
