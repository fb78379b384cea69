/** The lines of the picture of who waits for whom. */
import { m } from '#paraglide/messages.js';
import { COLON } from '../../model/joined';
import * as waits from '../../model/words/keyed/chain_wait';
import type { Wait } from '../../model/generated/diagnosis';
import { judged } from '../../model/words/judged';
import type { Row } from '../../ui/views/capture/chain';
import { idsWords } from './words';

const WAITS: Readonly<Record<Wait, () => string>> = waits;

export function rowWords({ kind, ids, size: n, wait, root }: Row): string {
  const list = n > 1 && ids.length > 0 ? COLON + idsWords(ids) : '';
  switch (kind) {
    case 'holds':
      return root ? judged(root.says) : '';
    case 'waits':
      return m.chain_waits({ n, wait: wait ? WAITS[wait]() : '' }) + list;
    case 'queued':
      return m.chain_queued({ n }) + list;
    case 'unread':
      return m.chain_unread({ n }) + list;
    case 'login':
      return m.chain_logins({ n });
  }
}
