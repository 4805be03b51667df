import { forbidden, notFound } from '@/domain/errors';
import { toPage, type PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Principal } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { toInboxEntry } from '../dto';
import {
  countUnread,
  type EntriesToRead,
  type EntryFilter,
  entryPage,
  markRead,
  type Owner,
} from '../repository/entries';
import { findMember, hasMembers } from '../repository/people';
import { readerOf } from './receivers';

/** Unread messages are counted up to here: nobody reads a larger number. */
export const MOST_UNREAD = 100;

/**
 * Whose inbox somebody reads who is signed in.
 * @throws DomainError 403 for a key, which has none
 */
export function ownInbox({ kind, id, organizationId }: Principal): Owner {
  if (kind !== 'person') throw forbidden('Only people have messages');
  return { organizationId, userId: id };
}

/**
 * Lists a page of a person's inbox, the newest first: what still concerns them, as they are in the organization now.
 * @throws DomainError 404 for a person who is no member any more
 */
export async function listInbox(
  { db }: Pick<Deps, 'db'>,
  owner: Owner,
  filter: EntryFilter,
  page: PageRequest,
) {
  const member = await findMember(owner.organizationId, db, owner.userId);
  if (!member) throw notFound('Member');
  const { items, total } = await entryPage(owner, db, filter, page);
  const reader = readerOf(member);
  return toPage(
    items.flatMap((row) => toInboxEntry(row, reader) ?? []),
    total,
    page,
  );
}

/** Counts what a person has not read, up to {@link MOST_UNREAD}. */
export function unreadOf({ db }: Pick<Deps, 'db'>, owner: Owner): Promise<number> {
  return countUnread(owner, db, MOST_UNREAD);
}

/** Marks messages of a person's inbox as read. What is not in it is left alone. */
export function readEntries(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  owner: Owner,
  which: EntriesToRead,
): Promise<void> {
  return markRead(owner, db, which, clock.now());
}

/** Whether anybody reads what is said in an organization. */
export function hasReaders(db: Transaction, organizationId: OrganizationId): Promise<boolean> {
  return hasMembers(organizationId, db);
}
