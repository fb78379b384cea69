/** The words of each dare. */
import { m } from '#paraglide/messages.js';
import { contrast, type DareName, type Passage } from '../../model/hand/dares';
import { count } from '../../model/words/format';

export interface Said {
  readonly taps: number;
  readonly threads: number;
  readonly unread: number;
  /** Since the hand's last act. */
  readonly quiet_s: number;
  /** Answered before one that came earlier. */
  readonly passed: number;
  /** At a latch. */
  readonly passage: Passage | undefined;
}

interface Words {
  readonly title: () => string;
  readonly rules: () => string;
  readonly hint: () => string;
  readonly heading: () => string;
  readonly said: (said: Said) => string;
  readonly name: () => string;
  /** The lesson's address. */
  readonly lesson: string;
  readonly lost_heading: () => string;
  readonly lost: (said: Said) => string;
}

/** Two of them cannot be lost. */
const NEVER = { lost_heading: () => '', lost: () => '' };

/** What happened: heading and sentence. */
export function verdictOf(
  dare: DareName,
  won: boolean,
  said: Said,
): readonly [heading: string, sentence: string] {
  const words = DARE_WORDS[dare];
  return won ? [words.heading(), words.said(said)] : [words.lost_heading(), words.lost(said)];
}

const agoOf = (passage: Passage | undefined) => Math.floor((passage?.held_ns ?? 0) / 1e6);

export const DARE_WORDS: Readonly<Record<DareName, Words>> = {
  deaf: {
    ...NEVER,
    title: m.dare_deaf,
    rules: m.dare_deaf_rules,
    hint: m.dare_deaf_hint,
    heading: m.dare_deaf_heading,
    said: ({ unread }) => m.dare_deaf_said({ count: unread }),
    name: m.dare_deaf_name,
    lesson: 'one-lane-is-stuck',
  },
  nobody: {
    ...NEVER,
    title: m.dare_nobody,
    rules: m.dare_nobody_rules,
    hint: m.dare_nobody_hint,
    heading: m.dare_nobody_heading,
    said: ({ quiet_s, threads }) => m.dare_nobody_said({ seconds: quiet_s, threads }),
    name: m.dare_nobody_name,
    lesson: 'clients-that-give-up',
  },
  thousand: {
    title: m.dare_thousand,
    rules: m.dare_thousand_rules,
    hint: m.dare_thousand_hint,
    heading: m.dare_thousand_heading,
    said: () => m.dare_thousand_said(),
    name: m.dare_thousand_name,
    lesson: 'how-large',
    lost_heading: m.dare_thousand_lost_heading,
    lost: m.dare_thousand_lost,
  },
  ever: {
    title: m.dare_ever,
    rules: m.dare_ever_rules,
    hint: m.dare_ever_hint,
    heading: m.dare_ever_heading,
    said: ({ passed }) => m.dare_ever_said({ count: passed }),
    name: m.dare_ever_name,
    lesson: 'who-goes-first',
    lost_heading: m.dare_ever_lost_heading,
    lost: m.dare_ever_lost,
  },
  millisecond: {
    title: m.dare_millisecond,
    rules: m.dare_millisecond_rules,
    hint: m.dare_millisecond_hint,
    heading: m.dare_millisecond_heading,
    said: ({ passage }) =>
      m.dare_millisecond_said({
        ago: agoOf(passage),
        before: count(passage?.before ?? 0),
        rate: count(passage?.rate ?? 0),
      }),
    name: m.dare_millisecond_name,
    lesson: 'why-it-collapses',
    lost_heading: m.dare_millisecond_lost_heading,
    lost: ({ passage }) => m.dare_millisecond_lost({ ago: agoOf(passage) }),
  },
  slower: {
    ...NEVER,
    title: m.dare_slower,
    rules: m.dare_slower_rules,
    hint: m.dare_slower_hint,
    heading: m.dare_slower_heading,
    said({ passage }) {
      const [few, many] = (passage && contrast(passage)) ?? [];
      return m.dare_slower_said({
        few: few?.threads ?? 0,
        most: count(few?.rate ?? 0),
        many: many?.threads ?? 0,
        least: count(many?.rate ?? 0),
      });
    },
    name: m.dare_slower_name,
    lesson: 'why-it-collapses',
  },
};
