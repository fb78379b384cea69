/** The readers' table of messages: commands for readCommand(), and what a frame reports. */
import { m } from '#paraglide/messages.js';
import type { Command, FrameNews } from './messages';

export interface MessageRow {
  readonly by: 'page' | 'frame';
  /** As it is posted, without the signature. */
  readonly message: string;
  readonly does: string;
}

/** Commands in the form in which pages write them. */
type WrittenCommand =
  | Exclude<Command, { type: 'seek' | 'set' }>
  | { type: 'seek'; time: string }
  | { type: 'set'; settings: Readonly<Record<string, number>> };

export const messageRows = (): readonly MessageRow[] => {
  const page = (message: WrittenCommand, does: string) =>
    ({ by: 'page', message: JSON.stringify(message), does }) as const;
  const frame = (message: FrameNews, does: string) =>
    ({ by: 'frame', message: JSON.stringify(message), does }) as const;
  return [
    page({ type: 'play' }, m.embed_page_talk_play()),
    page({ type: 'pause' }, m.embed_page_talk_pause()),
    page({ type: 'seek', time: '1.2s' }, m.embed_page_talk_seek()),
    page({ type: 'set', settings: { clients: 7 } }, m.embed_page_talk_set()),
    page({ type: 'act', do: 'P5' }, m.embed_page_talk_act()),
    page({ type: 'theme', theme: 'dark' }, m.embed_page_talk_theme()),
    page({ type: 'visible', visible: false }, m.embed_page_talk_visible()),
    page({ type: 'height' }, m.embed_page_talk_height()),
    frame({ type: 'ready', title: 'Six threads, eight sleeps' }, m.embed_page_talk_ready()),
    frame({ type: 'height', height: 440 }, m.embed_page_talk_tall()),
    frame(
      { type: 'time', time_ns: 1_200_000_000, end_ns: 4_000_000_000, state: 'playing' },
      m.embed_page_talk_time(),
    ),
    frame({ type: 'ended' }, m.embed_page_talk_ended()),
    frame(
      {
        type: 'pool',
        state: 'playing',
        time_ns: 12_000_000_000,
        answered: 68,
        late: 4,
        nobody: 0,
        p50_ns: 260_000_000,
        p99_ns: 1_400_000_000,
        won: null,
      },
      m.embed_page_talk_pool(),
    ),
  ];
};
