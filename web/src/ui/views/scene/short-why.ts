/** Why the first request in a queue waits, in a few words for small pictures. */
import type { WaitReason } from '../../../model/run/types';
import * as words from '../../../model/words/keyed/scene_why';
import type { Names } from '../../../model/words/say';
import type { Sentence } from '../../../model/words/reasons';
import { whySentence } from '../../../model/words/why';

/** Other reasons are short already, or never apply to the first request in a queue. */
const SHORT: Readonly<Partial<Record<WaitReason['reason'], Sentence>>> = words;

export const shortWhy = (why: WaitReason, names: Names): string =>
  SHORT[why.reason]?.(why as never) ?? whySentence(why, names);
