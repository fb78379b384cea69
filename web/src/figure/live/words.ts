/** The words of a live pool: those of the server, or plain ones for a page that is about any queue. */
import { m } from '#paraglide/messages.js';

const SERVERS = {
  threads: m.live_threads,
  unread: m.live_unread,
  listens: m.live_listens,
  deaf: m.live_deaf,
};
const PLAIN: typeof SERVERS = {
  threads: m.live_workers,
  unread: m.live_outside,
  listens: m.live_somebody,
  deaf: m.live_nobody_there,
};

export const plainOr = (plain: boolean): typeof SERVERS => (plain ? PLAIN : SERVERS);
