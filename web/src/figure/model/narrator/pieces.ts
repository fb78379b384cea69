/** A sentence with the bodies of requests in it, as the picture has them. */
import type { Tone } from '../../../ui/views/shapes';

/** A request's body amid the words: its label in the picture, and the state that it is in. */
export interface Token {
  readonly label: string;
  readonly tone: Tone;
}
export type Piece = string | Token;

// No catalogue has these: a sentence carries its tokens between them until it is cut into pieces.
const [OPEN, BETWEEN, CLOSE] = ['\u0001', '\u0002', '\u0003'];

export const tokenWords = ({ label, tone }: Token): string =>
  `${OPEN}${label}${BETWEEN}${tone}${CLOSE}`;

export function piecesOf(sentence: string): readonly Piece[] {
  return sentence.split(OPEN).flatMap((part, index): Piece[] => {
    if (index === 0) return part === '' ? [] : [part];
    const [body = '', rest = ''] = part.split(CLOSE);
    const [label = '', tone = ''] = body.split(BETWEEN);
    return [{ label, tone: tone as Tone }, ...(rest === '' ? [] : [rest])];
  });
}

/** The same for those who listen, and wherever words stand alone. */
export const plainOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.label)).join('');

/** What a line has room for. */
export const LONGEST = 88;
const lengthOf = (sentence: string) => plainOf(piecesOf(sentence)).length;

/** The first that has room in the line; candidates grow shorter. */
export function fitting(...candidates: readonly (string | undefined)[]): string | undefined {
  return candidates.find((one) => one !== undefined && one !== '' && lengthOf(one) <= LONGEST);
}
