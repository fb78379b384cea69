/** The reader's guesses and lever, as the end card's address has them, and what was right. */
import type { Asked } from './types';

/** One for each question of the story, in order; undefined: not asked yet. */
export type Said = readonly (string | undefined)[];

export const YES = 'y';
export const NO = 'n';
/** A bar may be off by this much. */
const NEAR = 2;

export const keyOf = (slug: string): string => `story/${slug}`;

/** Whether the question has such an answer: addresses and stored values may be anything. */
export function isAnswer(asked: Asked, text: string | undefined): text is string {
  if (text === undefined) return false;
  switch (asked.kind) {
    case 'written':
      return text === YES || text === NO;
    case 'curve':
      return asked.shapes.some((_, at) => String(at + 1) === text);
    case 'bar':
      return /^\d{1,4}$/.test(text) && Number(text) <= asked.most;
    case 'lever':
      return asked.levers.some(({ key }) => key === text);
  }
}

/** A lever is right if the shop is well again in most runs. */
export function isRight(asked: Asked, text: string): boolean {
  switch (asked.kind) {
    case 'written':
      return (text === YES) === asked.right;
    case 'curve':
      return Number(text) - 1 === asked.right;
    case 'bar':
      return Math.abs(Number(text) - asked.truth) <= NEAR;
    case 'lever': {
      const { back = [] } = asked.levers.find(({ key }) => key === text) ?? {};
      return back.filter(Boolean).length * 2 > back.length;
    }
  }
}

/** `n,2,50,polite`; a question that was not answered leaves its place empty. */
export const printGuesses = (said: Said): string => said.map((one) => one ?? '').join(',');

export function parseGuesses(text: string | null, asked: readonly Asked[]): Said {
  const given = (text ?? '').split(',');
  return asked.map((one, at) => (isAnswer(one, given[at]) ? given[at] : undefined));
}

export interface Score {
  readonly right: number;
  readonly guesses: number;
  /** In how many runs the lever brought the shop back, and of how many. */
  readonly lever: { readonly back: number; readonly of: number } | undefined;
}

export function scoreOf(asked: readonly Asked[], said: Said): Score {
  const guesses = asked.flatMap((one, at) =>
    one.kind === 'lever' ? [] : [[one, said[at]] as const],
  );
  const [lever] = asked.flatMap((one, at) =>
    one.kind === 'lever' ? (one.levers.find(({ key }) => key === said[at]) ?? []) : [],
  );
  return {
    right: guesses.filter(([one, text]) => text !== undefined && isRight(one, text)).length,
    guesses: guesses.length,
    lever: lever && { back: lever.back.filter(Boolean).length, of: lever.back.length },
  };
}

/** The story's clock: second 0 is 14:03:00. */
export function clockOf(time_ns: number): string {
  const tenths = Math.floor(time_ns / 1e8 + 1e-6);
  const seconds = Math.floor(tenths / 10);
  const minute = String(3 + Math.floor(seconds / 60)).padStart(2, '0');
  return `14:${minute}:${String(seconds % 60).padStart(2, '0')}.${tenths % 10}`;
}
