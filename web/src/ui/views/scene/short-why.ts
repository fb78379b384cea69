/** Why the first in line waits, in as few words as a small picture has room for. */
import type { WaitReason } from '../../../model/run/types';
import * as short from '../../../model/words/keyed/short-reasons';
import type { Names } from '../../../model/words/say';
import type { Sentence } from '../../../model/words/reasons';
import { whySentence } from '../../../model/words/why';

/** The others are short as they are, or never of somebody who stands first in line. */
const SHORT: Readonly<Partial<Record<`scene_why_${WaitReason['reason']}`, Sentence>>> = short;

export const shortWhy = (why: WaitReason, names: Names): string =>
  SHORT[`scene_why_${why.reason}`]?.(why as never) ?? whySentence(why, names);
