/**
 * Turns events and reasons into sentences. The key of a sentence comes from the data: `event_` + kind, and `_` + the name
 * of the reason, trigger or via if there is one. The command line uses the same catalogue.
 */
import type { Event } from '../run/types';
import { sayer, tagOf, type Names } from './say';
import { SENTENCES } from './sentences';

export { requestName, type Names } from './say';
export { placeName, requestLabel, whySentence } from './why';

const say = sayer(SENTENCES);

function eventKey(event: Event): string {
  return `event_${event.kind}${tagOf(event)}`;
}

export function eventSentence(event: Event, names: Names): string {
  return say(eventKey(event), event, names);
}
