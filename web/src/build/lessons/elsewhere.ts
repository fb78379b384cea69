/**
 * Numbers that are said of another page. "In lesson 9 they took up to 73 ms" is true only if lesson 9 shows the run that has
 * it: a reader who follows the link must find it there.
 */
import type { Block, Claim, Lesson, RunRef, Step } from '../../features/lesson/types';

/** A page whose sentences are read, and one that they may refer to. */
export interface Told {
  readonly name: string;
  readonly steps: readonly Pick<Step, 'blocks' | 'claims' | 'picture'>[];
}

/** All text of a block, however deep. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

/** "72 ms. In" ends a sentence, "0.5 s" and "1,000" do not; Chinese leaves no space. */
const SENTENCES = /(?<=[.?!])(?=\s|<\/p>)|(?<=[。？！；;])|<\/(?:p|li|td|tr|h\d)>/;
const LINK = /%root%lessons\/([a-z0-9-]+)\//g;
const NAMED = /\b[Ll]esson (\d+)|第 (\d+) 课/g;

const keyOf = ({ scenario, set }: Pick<RunRef, 'scenario' | 'set'>) =>
  JSON.stringify([scenario, Object.entries(set).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** The runs that a page shows, in pictures or as numbers. */
function shownBy({ steps }: Told): ReadonlySet<string> {
  const figures = steps.flatMap(({ picture }) =>
    picture?.kind === 'figure'
      ? [picture.figure]
      : picture?.kind === 'twins'
        ? [picture.left, picture.right]
        : [],
  );
  return new Set([
    ...figures.map(({ scenario, cue }) => keyOf({ scenario, set: cue.overrides ?? {} })),
    ...steps.flatMap(({ claims }) =>
      claims.flatMap((claim) => (claim.kind === 'run' ? [keyOf(claim.run)] : [])),
    ),
  ]);
}

function lessonsIn(sentence: string, lessons: readonly Lesson[]): readonly Lesson[] {
  const linked = [...sentence.matchAll(LINK)].map(([, slug]) =>
    lessons.find((one) => one.slug === slug),
  );
  const words = sentence.replaceAll(/<[^>]*>/g, '');
  const named = [...words.matchAll(NAMED)].map(([, en, zh]) => lessons[Number(en ?? zh) - 1]);
  return [...new Set([...linked, ...named])].flatMap((one) => one ?? []);
}

/** One sentence for each number that the page that it is said of does not show. */
export function saidElsewhere(told: Told, lessons: readonly Lesson[]): readonly string[] {
  return told.steps.flatMap(({ blocks, claims }) =>
    blocks.flatMap((block: Block) =>
      textsOf(block)
        .flatMap((html) => html.split(SENTENCES))
        .flatMap((sentence) => {
          const others = lessonsIn(sentence, lessons).filter(({ slug }) => slug !== told.name);
          const numbers = [...sentence.matchAll(/data-claim="(\d+)"/g)].flatMap(
            ([, index]): Claim | readonly Claim[] => claims[Number(index)] ?? [],
          );
          return others.flatMap((other) => {
            const shown = shownBy({ name: other.slug, steps: other.steps });
            return numbers.flatMap((claim) =>
              claim.kind !== 'run' || shown.has(keyOf(claim.run))
                ? []
                : [
                    `${told.name}: "${claim.text}" is said of lesson ${other.slug}, which shows no run of ${claim.run.scenario} with ${JSON.stringify(claim.run.set)}`,
                  ],
            );
          });
        }),
    ),
  );
}
