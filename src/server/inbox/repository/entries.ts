import { type RawBuilder, sql } from 'kysely';
import type { MessageKind } from '@/domain/message/kinds';
import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/** Rows of one statement. */
const BATCH = 1_000;

export interface NewEntry {
  readonly userId: string;
  readonly asAdmin: boolean;
  readonly asSelf: boolean;
  readonly teamIds: readonly string[];
}

/** Puts a message into the inboxes of people. */
export async function insertEntries(
  organizationId: OrganizationId,
  tx: Transaction,
  message: { readonly id: string; readonly kind: MessageKind; readonly at: Date },
  entries: readonly NewEntry[],
): Promise<void> {
  const { id: messageId, kind, at: createdAt } = message;
  for (let from = 0; from < entries.length; from += BATCH) {
    const rows = entries.slice(from, from + BATCH).map(({ teamIds, ...entry }) => ({
      ...{ organizationId, messageId, kind, createdAt, ...entry },
      teamIds: [...teamIds],
    }));
    await tx.sql.insertInto('inboxEntry').values(rows).execute();
  }
}

/** Whose inbox it is. */
export interface Owner {
  readonly organizationId: OrganizationId;
  readonly userId: string;
}

/** What of a person's inbox they may still see: they have the role, or are in the team, for which they got it. */
function isVisibleTo({ organizationId, userId }: Owner): RawBuilder<boolean> {
  return sql<boolean>`(
  e.as_self OR (e.as_admin AND m.role = 'admin') OR e.team_ids && ARRAY(
    SELECT t.team_id FROM team_member t
     WHERE t.organization_id = ${organizationId} AND t.user_id = ${userId}))`;
}

function visible(owner: Owner, db: Transaction) {
  const { organizationId, userId } = owner;
  return db.sql
    .selectFrom('inboxEntry as e')
    .innerJoin('membership as m', (join) =>
      join.onRef('m.organizationId', '=', 'e.organizationId').onRef('m.userId', '=', 'e.userId'),
    )
    .where('e.organizationId', '=', organizationId)
    .where('e.userId', '=', userId)
    .where(isVisibleTo(owner));
}

export interface EntryFilter {
  readonly kind: MessageKind | null;
  readonly unread: boolean;
}

/** Reads a page of an inbox, the newest first. Plan: its part of the primary key, backwards. */
export async function entryPage(
  owner: Owner,
  db: Transaction,
  { kind, unread }: EntryFilter,
  page: PageRequest,
) {
  const all = visible(owner, db)
    .$if(kind !== null, (query) => query.where('e.kind', '=', kind))
    .$if(unread, (query) => query.where('e.readAt', 'is', null));
  const [items, total] = await Promise.all([
    all
      .innerJoin('message as g', (join) =>
        join.onRef('g.organizationId', '=', 'e.organizationId').onRef('g.id', '=', 'e.messageId'),
      )
      .select(['e.messageId', 'e.createdAt', 'e.readAt', 'g.content'])
      .orderBy('e.messageId', 'desc')
      .limit(page.size)
      .offset(offsetOf(page))
      .execute(),
    all.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirst(),
  ]);
  return { items, total: Number(total?.count ?? 0) };
}

/** Counts what a person has not read, no further than `most`. Plan: `inbox_entry_unread_idx`. */
export async function countUnread(owner: Owner, db: Transaction, most: number): Promise<number> {
  const row = await db.sql
    .selectFrom(
      visible(owner, db)
        .where('e.readAt', 'is', null)
        .select('e.messageId')
        .limit(most)
        .as('unread'),
    )
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Which messages of an inbox are marked as read. */
export interface EntriesToRead {
  /** Null: all of the kind, and not newer than `until`, where those are given. */
  readonly ids: readonly string[] | null;
  readonly kind: MessageKind | null;
  readonly until: string | null;
}

/** Marks messages as read; those that were read stay as they were. */
export async function markRead(
  { organizationId, userId }: Owner,
  db: Transaction,
  { ids, kind, until }: EntriesToRead,
  at: Date,
): Promise<void> {
  await db.sql
    .updateTable('inboxEntry')
    .set({ readAt: at })
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .$if(ids !== null, (query) =>
      query.where(({ eb, fn, val }) => eb('messageId', '=', fn.any(val(ids ?? [])))),
    )
    .$if(kind !== null, (query) => query.where('kind', '=', kind))
    // Their ids are in the order in which they were said.
    .$if(until !== null, (query) => query.where('messageId', '<=', until))
    .execute();
}

/** Lists what was said since a moment, the oldest first, for what somebody would have got. Plan: message's primary key. */
export function findMessagesSince(
  organizationId: OrganizationId,
  db: Transaction,
  { since, most }: { readonly since: Date; readonly most: number },
) {
  return db.sql
    .selectFrom('message')
    .select(['id', 'content', 'createdAt'])
    .where('organizationId', '=', organizationId)
    .where('createdAt', '>=', since)
    .orderBy('id')
    .limit(most)
    .execute();
}
