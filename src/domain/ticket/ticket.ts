import { identityOf } from '@/domain/identifiers/identity';
import type { MessageItem } from '@/domain/message/content';
import type { MessageKind } from '@/domain/message/kinds';
import { addressOf, lineOf } from '@/domain/message/fit';
import { dayInWords, type Fact, factsOf, KIND_WORDS } from '@/domain/message/words';

/**
 * What a ticket says of one item of a message, whichever service keeps it. One ticket for each item's key, for good: it
 * is changed when what it says changes, closed when the item is solved, and opened again when it is found again.
 */

/** What Jira takes as a summary and GitLab as a title. */
export const MAX_TITLE_LENGTH = 255;
const MAX_LINE_LENGTH = 300;

export interface Ticket {
  /** The sign by which a ticket is found again, in its text and among its labels. */
  readonly mark: string;
  readonly title: string;
  readonly detail: string | null;
  readonly facts: readonly Fact[];
  readonly link: { readonly label: string; readonly href: string } | null;
  readonly footnote: string;
}

export interface TicketFrame {
  /** The installation's own address, without a slash at its end. */
  readonly origin: string;
  /** Keys are those of an organization. */
  readonly organizationId: string;
}

/** The kinds of messages whose days are those on which support ends. */
const ON_ENDS: ReadonlySet<MessageKind> = new Set(['build.denied', 'support.ends', 'date.changed']);

export const FOOTNOTE =
  'Eventide keeps this ticket: it writes the text above anew when something changes, and closes the ticket once it is solved. Comments stay.';

/** Makes the ticket on an item. */
export function ticketOn(
  item: MessageItem,
  kind: MessageKind,
  { origin, organizationId }: TicketFrame,
): Ticket {
  const { what, detail, ask, path } = item;
  return {
    mark: markOf(organizationId, item.key),
    title: lineOf(`${what}: ${aboutOf(item, kind)}`, MAX_TITLE_LENGTH),
    detail: detail === null ? null : lineOf(detail, MAX_LINE_LENGTH),
    facts: [
      ...factsOf(item).map(({ label, text }) => ({ label, text: lineOf(text, 2_000) })),
      ...(ask
        ? [{ label: 'Ask', text: lineOf([ask.name, ask.email ?? ''].join(' '), 2_000) }]
        : []),
    ],
    link:
      path === null
        ? null
        : { label: lineOf(what, MAX_LINE_LENGTH), href: addressOf(origin, path) },
    footnote: FOOTNOTE,
  };
}

/** One word, so that every search finds it: letters and digits alone. */
export function markOf(organizationId: string, key: string): string {
  return `evt${identityOf(organizationId, key).replaceAll('-', '')}`;
}

function aboutOf({ since, until }: MessageItem, kind: MessageKind): string {
  if (ON_ENDS.has(kind) && since !== null) return `support ended on ${dayInWords(since)}`;
  if (ON_ENDS.has(kind) && until !== null) return `support ends on ${dayInWords(until)}`;
  // Of a digest it is not known what its days are.
  if (kind !== 'digest') return KIND_WORDS[kind].label.toLowerCase();
  if (since !== null) return `since ${dayInWords(since)}`;
  return until === null ? 'needs attention' : `until ${dayInWords(until)}`;
}

/** All that a ticket says, as a digest: the same is not written twice. */
export function digestOf({ title, detail, facts, link }: Ticket): string {
  return identityOf(title, detail ?? '', JSON.stringify(facts), link?.href ?? '');
}

/** What is commented when a ticket is closed, or opened again. */
export function solvedWords({ detail }: MessageItem): string {
  return `Solved. ${detail === null ? '' : `${lineOf(detail, MAX_LINE_LENGTH)}.`}`.trim();
}
export const FOUND_AGAIN = 'Found again.';

/**
 * The kinds of messages for which a ticket is open, after one more: it is closed when there are none. Software that
 * nothing holds any more leaves no reason; a build that is not denied any more takes its own away, and no other.
 */
export function reasonsAfter(
  reasons: readonly MessageKind[],
  kind: MessageKind,
  isSolved: boolean,
): MessageKind[] {
  if (!isSolved) return [...new Set([...reasons, kind])];
  if (kind !== 'build.denied') return [];
  return reasons.filter((one) => one !== kind);
}
