/** The words of each dare. */
import { m } from '#paraglide/messages.js';
import type { DareName } from '../../model/hand/dares';

export interface Said {
  readonly taps: number;
  readonly threads: number;
  readonly unread: number;
  /** Since the hand's last act. */
  readonly quiet_s: number;
  /** Answered before one that came earlier. */
  readonly passed: number;
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
  readonly lost: () => string;
}

/** Two of them cannot be lost. */
const NEVER = { lost_heading: () => '', lost: () => '' };

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
};
