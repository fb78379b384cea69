/**
 * Events and reasons into sentences. The key of a sentence comes from the data: `event_` + kind,
 * and `_` + the reason's, trigger's or via's name where there is one. The command line does the
 * same with the same catalogue.
 */
import { m } from '#paraglide/messages.js';
import { hasOneLine } from '../run/families';
import type { Event, Life, Place, SchedulerName, WaitReason } from '../run/types';
import { duration } from './format';
import { SENTENCES, SINGULAR, type Params } from './sentences';

/** What a sentence may name that the event itself gives only as a number. */
export interface Names {
  readonly lives: readonly Pick<Life, 'name'>[];
  readonly locks: readonly string[];
  /** Where requests wait in one line, no sentence tells a low one from a high one. */
  readonly scenario?: { readonly server: { readonly scheduler: SchedulerName } };
}

const ofOneLine = ({ scenario }: Names) =>
  scenario !== undefined && hasOneLine(scenario.server.scheduler);

type Sentence = (params: Params) => string;
const SAID: Readonly<Record<string, unknown>> = { ...SENTENCES, ...SINGULAR };

function sentence(key: string): Sentence | undefined {
  const found = SAID[key];
  return typeof found === 'function' ? (found as Sentence) : undefined;
}

/** Fields that only say which sentence is meant, or where in the log it stands. */
const NOT_PARAMS = new Set(['kind', 'reason', 'trigger', 'via', 'place', 'at_ns', 'step']);
/** If one of these is 1, the sentence in the singular is used. */
const COUNTS = ['events', 'groups', 'queued', 'unpolled', 'active', 'waiting', 'threads', 'cached'];

function isTagged(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function tagOf(fields: Readonly<Record<string, unknown>>): string {
  const tag = fields['reason'] ?? fields['trigger'] ?? fields['via'];
  return typeof tag === 'string' ? `_${tag}` : '';
}

export function requestName(request: number, names: Names): string {
  return names.lives[request]?.name || String(request);
}

function param(name: string, value: unknown, names: Names): string | number | undefined {
  if (name.endsWith('_ns') && typeof value === 'number') return duration(value);
  if ((name === 'request' || name === 'holder') && typeof value === 'number') {
    return requestName(value, names);
  }
  if (name === 'lock' && typeof value === 'number') return names.locks[value] ?? value;
  if (name === 'lane' && ofOneLine(names)) return m.scene_lane_only();
  if (isTagged(value)) return say(`${name}${tagOf(value)}`, value, names);
  // A word of the engine (lane, wait, level) has its own entry in the catalogue.
  if (typeof value === 'string') return sentence(`${name}_${value}`)?.({}) ?? value;
  return typeof value === 'number' ? value : undefined;
}

function say(key: string, fields: Readonly<Record<string, unknown>>, names: Names): string {
  const params: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (NOT_PARAMS.has(name)) continue;
    const shown = param(name, value, names);
    if (shown !== undefined) params[name.replace(/_ns$/, '')] = shown;
  }
  const single = COUNTS.some((name) => fields[name] === 1) ? sentence(`${key}_one`) : undefined;
  return (single ?? sentence(key))?.(params).trim() ?? key;
}

export function eventKey(event: Event): string {
  return `event_${event.kind}${tagOf(event)}`;
}

export function eventSentence(event: Event, names: Names): string {
  return say(eventKey(event), event, names);
}

export function whySentence(why: WaitReason, names: Names): string {
  return say(`why_${why.reason}`, why, names);
}

export function placeName(place: Place, names: Names): string {
  switch (place.place) {
    case 'waiting':
      return say(`wait_${place.wait}`, {}, names);
    case 'lock':
      return `${say('place_lock', {}, names)} ${names.locks[place.lock] ?? ''}`.trim();
    case 'low_queue':
      return say(ofOneLine(names) ? 'place_queue' : 'place_low_queue', {}, names);
    case 'application':
    case 'socket':
    case 'high_queue':
    case 'queue':
    case 'innodb':
    case 'thread_wait':
    case 'running':
    case 'latch':
    case 'run_queue':
    case 'suspended':
      return say(`place_${place.place}`, {}, names);
  }
}

/** A request's name; those of a crowd have numbers for names. */
export function requestLabel(name: string): string {
  return /^\d+$/.test(name) ? m.timeline_request({ request: name }) : name;
}
