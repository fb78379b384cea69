/** Pictures of a figure's present state, made in the reader's browser. */
import { m } from '#paraglide/messages.js';
import { makeEngine } from '../../model/engine/client';
import type { Moment } from '../../model/engine/protocol';
import { failureWords } from '../../model/run/failure';
import type { Frame } from '../../model/run/types';
import { serverName } from '../../model/words/servers';
import type { Colours } from '../../ui/marks/attributes';
import tokens from '../../ui/styles/tokens.css?raw';
import type { Poster } from '../player/player.svelte';
import { posterPiece, ROOM } from './poster';
import { momentOf, runsOf, summaryOf } from './runs';
import { sheetOf } from './sheet';
import { themesOf, type Theme } from './themes';
import { STOP, NEXT } from '../../model/joined';

export { download, pngOf } from '../../ui/export/picture';
export { fileName } from '../../ui/export/exports';

export const inTheme = themesOf(tokens);

/** The site's colours and fonts in one theme, for a canvas. */
export function coloursIn(theme: Theme): Colours {
  const known = new Map<string, string>();
  return (name) => {
    const found = known.get(name) ?? inTheme(`var(${name})`, theme);
    known.set(name, found);
    return found;
  };
}

export interface Taken {
  readonly title: string;
  /** The settings that differ from the author's, in words. */
  readonly settings: string;
  readonly labels: readonly string[];
  readonly host: string;
  readonly theme: Theme;
}

/** The server and its settings. */
export function aboutOf([first, second]: readonly Poster[], settings: string): string {
  const server = first && !second ? serverName(first.outcome.scenario.server.scheduler) : '';
  return [server, settings].filter((one) => one !== '').join(' · ');
}

/** A still picture of the present moment. */
export function still(
  posters: readonly Poster[],
  { title, settings, theme, ...of }: Taken,
): string {
  const [first] = posters;
  if (!first) throw new Error('a picture without a run');
  const about = aboutOf(posters, settings);
  const line = [about, momentOf(first, first.frame)].filter((one) => one !== '').join(' · ');
  const picture = runsOf(posters, of.labels, ROOM)(posters.map(({ frame }) => frame));
  const origin = m.embed_picture_simulated();
  const piece = posterPiece(picture, { title, line, origin, host: of.host });
  const told = posters.map((poster) => summaryOf(poster)).join(NEXT);
  return `${inTheme(sheetOf({ title, desc: `${line}${STOP}${NEXT}${told}${NEXT}${origin}${STOP}`, ...piece }), theme)}\n`;
}

/** A run repeated in an engine of its own, because the figure's engine is in use. */
export interface Repeated {
  /** The picture of a moment; ask for one at a time. */
  frame(at: Moment): Promise<Frame>;
  close(): void;
}

export function repeated({ scenario_json, overrides }: Poster): Promise<Repeated> {
  return new Promise((ready, refused) => {
    let hear: { done: (frame: Frame) => void; failed: (error: Error) => void } | undefined;
    const client = makeEngine({
      opened: () =>
        ready({
          frame: (at) =>
            new Promise((done, failed) => {
              hear = { done, failed };
              client.frame(at);
            }),
          close: () => client.close(),
        }),
      frame: (frame) => hear?.done(frame),
      instruments: () => undefined,
      progress: () => undefined,
      failed: (failure) => {
        client.close();
        (hear?.failed ?? refused)(new Error(failureWords(failure)));
      },
    });
    void client.open(scenario_json, overrides);
  });
}
