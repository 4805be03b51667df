import type { MessageKind } from '@/domain/message/kinds';
import { KIND_WORDS } from '@/domain/message/words';

/** The server counts no further. */
const MOST = 100;

/** Writes a count of unread messages: `12 unread`, `nothing unread`. */
export function unreadInWords(unread: number): string {
  return unread === 0 ? 'nothing unread' : `${unreadMark(unread)} unread`;
}

/** Writes it as a mark: `12`, `99+`. */
export function unreadMark(unread: number): string {
  return unread >= MOST ? `${String(MOST - 1)}+` : String(unread);
}

/** Names what a link in a mail stops. */
export function stoppedInWords(what: MessageKind): string {
  return what === 'digest' ? 'the digest' : `mails on “${KIND_WORDS[what].label}”`;
}
