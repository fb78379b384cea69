/** Two runs in one sentence. */
import { m } from '#paraglide/messages.js';
import { serverName } from '../../../model/words/servers';
import type { Scene } from './cast';
import { fitting, LONGEST } from './pieces';
import { sideWords } from './standing';
import { STOP, NEXT, widthOf } from '../../../model/joined';

/** One of two runs; `stands_in` as in a track. */
export interface NamedScene {
  readonly track: Scene & { readonly stands_in?: boolean };
  readonly name: string;
}

const MOST_NAME = 16;
/** The two names, shortened to fit into a sentence. */
function namesOf(sides: readonly NamedScene[]): readonly string[] {
  const short = (name: string) => name.replace(/ Server$/, '');
  const own = sides.map(({ name }) => short(name));
  const servers = sides.map(({ track }) =>
    short(serverName(track.outcome.scenario.server.scheduler)),
  );
  for (const names of [own, servers])
    if (names.every((name) => widthOf(name) <= MOST_NAME) && names[0] !== names[1]) return names;
  return [m.narr_left(), m.narr_right()];
}

export function pairSaid(sides: readonly NamedScene[]): string {
  const names = namesOf(sides);
  const there = sides.filter(({ track }) => !track.stands_in);
  const told = (most: number) =>
    there
      .map(({ track }, index) => {
        const said = sideWords(track, most) + STOP;
        return there.length > 1 ? m.narr_of_run({ name: names[index] ?? '', said }) : said;
      })
      .join(NEXT);
  return fitting(told(5), told(4), told(3), told(2), told(1)) ?? told(1).slice(0, LONGEST);
}
