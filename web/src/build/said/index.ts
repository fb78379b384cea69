/** All claims on trial, read when the site is built. One that contradicts its file stops the build. */
import { claims } from '../../model/said/claims';
import { lessons, library, pictureOf } from '../lessons';
import { saidElsewhere } from '../lessons/elsewhere';
import { parseSaid, type Said } from './said';

const files = import.meta.glob<string>('/content/said/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const nameOf = (path: string) => path.replace(/^.*\/(.+)\.md$/, '$1');
const listed = claims.map(({ slug }) => slug);
for (const path of Object.keys(files))
  if (nameOf(path) !== 'README' && !listed.includes(nameOf(path)))
    throw new Error(`${path.slice(1)} is not in content/said/claims.json`);

export const said: readonly Said[] = claims.map((claim) => {
  const path = `/content/said/${claim.slug}.md`;
  const text = files[path];
  if (text === undefined) throw new Error(`content/said/claims.json: "${claim.slug}" has no file`);
  const found = parseSaid(path.slice(1), text, claim, library);
  const steps = [{ ...found.step, picture: found.picture }];
  const [untrue] = saidElsewhere({ name: claim.slug, steps }, lessons);
  if (untrue !== undefined) throw new Error(untrue);
  return found;
});

/** One claim's page; undefined if there is none. */
export function saidData(slug: string) {
  const at = said.findIndex((one) => one.slug === slug);
  const found = said[at];
  if (!found) return undefined;
  const { picture, ...claim } = found;
  const near = (index: number) => {
    const other = said[index];
    return other && { slug: other.slug, title: other.title };
  };
  return {
    claim,
    picture: pictureOf(picture),
    previous: near(at - 1),
    next: near(at + 1),
  };
}

/** For the list. */
export const cards = said.map(
  ({ slug, title, verdict, words, quote, meaning, told, by, source }) => ({
    slug,
    title,
    verdict,
    words,
    quote: meaning ?? quote,
    told,
    by: by ?? source?.author,
    date: source?.date,
  }),
);
