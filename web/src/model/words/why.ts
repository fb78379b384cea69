/** Why and where a request waits, in words: the part that a picture needs, without the log's sentences. */
import { m } from '#paraglide/messages.js';
import type { Place, WaitKind, WaitReason } from '../run/types';
import { REASONS } from './reasons';
import { ofOneLine, sayer, type Names } from './say';

const say = sayer(REASONS);

export function whySentence(why: WaitReason, names: Names): string {
  return say(`why_${why.reason}`, why, names);
}

/** What a request waits for: "SLEEP()", "a row lock". */
export const waitName = (wait: WaitKind): string => say(`wait_${wait}`, {}, NOBODY);
const NOBODY: Names = { lives: [], locks: [] };

/** In a segment of a life: a login that waits in a queue is not the request. */
export function placeName(place: Place & { readonly why?: WaitReason }, names: Names): string {
  const bare = barePlace(place, names);
  const itself = place.place === 'login' || place.place === 'socket';
  return place.why?.reason === 'login_pending' && !itself ? m.life_login({ place: bare }) : bare;
}

function barePlace(place: Place, names: Names): string {
  if (place.place === 'waiting') return say(`wait_${place.wait}`, {}, names);
  const one_line = place.place === 'low_queue' && ofOneLine(names);
  const words = say(one_line ? 'place_queue' : `place_${place.place}`, {}, names);
  return place.place === 'lock' ? `${words} ${names.locks[place.lock] ?? ''}`.trim() : words;
}

/** A request's name; requests of large groups of clients have numbers for names. */
export function requestLabel(name: string): string {
  return /^\d+$/.test(name) ? m.timeline_request({ request: name }) : name;
}
