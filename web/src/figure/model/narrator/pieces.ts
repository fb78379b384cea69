/** Sentences that contain the bodies of requests as the picture draws them. */
import { NO_BLANK } from '#locale';
import { m } from '#paraglide/messages.js';
import type { Tone } from '../../../ui/views/shapes';
import { LIST, widthOf } from '../../../model/joined';

/** A request's body within the text: its label in the picture, and its state. */
export interface Token {
  readonly label: string;
  readonly tone: Tone;
  /** True if nobody waits for it any more. */
  readonly gone?: boolean;
}
export type SentencePiece = string | Token;

// Delimiters of tokens within a sentence, until it is split into pieces. No catalogue contains these characters.
const [OPEN, BETWEEN, CLOSE] = ['\u0001', '\u0002', '\u0003'];

export const tokenWords = ({ label, tone, gone }: Token): string =>
  [OPEN + label, tone, ...(gone ? ['gone'] : [])].join(BETWEEN) + CLOSE;

const spaced = (sentence: string) => (NO_BLANK ? sentence.replaceAll(NO_BLANK, '') : sentence);

export function piecesOf(sentence: string): readonly SentencePiece[] {
  return spaced(sentence)
    .split(OPEN)
    .flatMap((part, index): SentencePiece[] => {
      if (index === 0) return part === '' ? [] : [part];
      const [body = '', rest = ''] = part.split(CLOSE);
      const [label = '', tone = '', gone] = body.split(BETWEEN);
      const token = { label, tone: tone as Tone, ...(gone ? { gone: true } : {}) };
      return [token, ...(rest === '' ? [] : [rest])];
    });
}

/** The same as plain text. */
export const plainOf = (pieces: readonly SentencePiece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.label)).join('');

const SENTENCE_ENDS = /[.。!?] ?$/;
const JOINS: ReadonlySet<string> = new Set([LIST, m.narr_and({ list: '', last: '' })]);

/**
 * The same where no picture of the bodies is in the sentence: one that begins with their numbers says whose they are, as "8, 0
 * and 7 run" does not.
 */
export const inFull = (pieces: readonly SentencePiece[]): string =>
  pieces
    .map((piece, at) => {
      if (typeof piece === 'string') return piece;
      const before = pieces[at - 1];
      if (before !== undefined && !(typeof before === 'string' && SENTENCE_ENDS.test(before)))
        return piece.label;
      const next = pieces[at + 1];
      const more = typeof next === 'string' && JOINS.has(next);
      return m.narr_connections({ n: more ? 2 : 1, who: piece.label });
    })
    .join('');

/** The most characters that fit into the line. */
export const LONGEST = 88;
const lengthOf = (sentence: string) => widthOf(plainOf(piecesOf(sentence)));
/** On a phone, a longer sentence is written smaller, in three lines. */
const LONG = 56;
export const isLong = (pieces: readonly SentencePiece[]) => widthOf(plainOf(pieces)) > LONG;

/** The first candidate that fits into the line; candidates get shorter. */
export function fitting(...candidates: readonly (string | undefined)[]): string | undefined {
  return candidates.find((one) => one !== undefined && one !== '' && lengthOf(one) <= LONGEST);
}
