/** A connection's state in words. */
import type { ConnectionState } from '../../model/run/frame';
import * as words from '../../model/words/keyed/state_client';

const WORDS: Readonly<Record<ConnectionState | 'answered' | 'gone', () => string>> = words;
export const stateWords = (state: keyof typeof WORDS): string => WORDS[state]();
