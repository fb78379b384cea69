/** Why the first in line waits, in as few words as a small picture has room for. */
import type { WaitReason } from '../../../model/run/types';
import * as words from '../../../model/words/keyed/scene_why';
import type { Names } from '../../../model/words/say';
import type { Sentence } from '../../../model/words/reasons';
import { whySentence } from '../../../model/words/why';

/** The others are short as they are, or never of somebody who stands first in line. */
const SHORT: Readonly<Partial<Record<WaitReason['reason'], Sentence>>> = words;

export const shortWhy = (why: WaitReason, names: Names): string =>
  SHORT[why.reason]?.(why as never) ?? whySentence(why, names);
