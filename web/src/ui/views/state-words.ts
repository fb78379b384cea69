/** A connection's state in words. */
import type { ConnectionState } from '../../model/run/frame';
import * as states from '../../model/words/keyed/states';

type State = ConnectionState | 'answered';
const WORDS: Readonly<Record<`state_client_${State}`, () => string>> = states;

export const stateWords = (state: State): string => WORDS[`state_client_${state}`]();
