import {
  createLoader,
  createSerializer,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { PERSONAL_KINDS } from '@/domain/message/kinds';
import { hrefs } from '@/features/hrefs';
import { pageParsers, parseAsId } from '@/lib/page-params';

/** Filters, page and open message of the inbox, as the URL holds them. */
export const inboxParsers = {
  kind: parseAsStringLiteral(PERSONAL_KINDS),
  show: parseAsStringLiteral(['all', 'unread']).withDefault('all'),
  /** The message that is open. */
  message: parseAsId,
  ...pageParsers,
};

export type InboxParams = inferParserType<typeof inboxParsers>;

export const loadInboxParams = /* @__PURE__ */ createLoader(inboxParsers);
const serialize = createSerializer(inboxParsers);

/** Links to the inbox in a state; what is left out takes its default. */
export function inboxHref(params: Partial<InboxParams> = {}): string {
  return serialize(hrefs.inbox(), params);
}

/** Tells whether any filter is set. */
export function isFiltered({ kind, show }: InboxParams): boolean {
  return kind !== null || show !== 'all';
}

/** Turns the URL's state into the input of `inbox.list`. */
export function toInboxQuery({ kind, show, page, size }: InboxParams) {
  return { kind, unread: show === 'unread', page, size };
}
