/** The search terms of scenarios: their settings, and the sentences in their logs without numbers. */
import { m } from '#paraglide/messages.js';
import type { Findable } from '../../features/scenarios/find';
import type { Event } from '../../model/run/types';
import { eventSentence, whySentence } from '../../model/words/phrase';
import { serverName } from '../../model/words/servers';
import { runOf } from './engine';
import { links, scenarios } from './scenarios';

const numberless = (text: string) =>
  text.replaceAll(/(?<![\w.])\d[\d.,]*( ?(ns|µs|ms|s|%))?(?![\w])/g, '…');
/** Other words that its log uses for it. */
const also = ({ kind }: Event) =>
  kind === 'pool_blocked_message' ? [m.scenarios_message_blocked()] : [];

export function findable(): {
  readonly scenarios: readonly Findable[];
  readonly sentences: readonly string[];
} {
  const places = new Map<string, number>();
  const place = (text: string) => {
    const at = places.get(text) ?? places.size;
    places.set(text, at);
    return at;
  };
  const all = links.map((link, index): Findable => {
    const outcome = runOf(scenarios[index]?.json ?? '');
    const said = [
      ...outcome.settings.filter(({ given }) => given).map(({ name, value }) => `${name} = ${value}`),
      ...outcome.events.flatMap((event) => [
        ...also(event),
        numberless(eventSentence(event, outcome)),
      ]),
      ...outcome.reasons.map((why) => numberless(whySentence(why, outcome))),
    ];
    return { ...link, server: serverName(link.scheduler), says: [...new Set(said)].map(place) };
  });
  return { scenarios: all, sentences: [...places.keys()] };
}
