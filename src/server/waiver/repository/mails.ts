import { v7 as uuidv7 } from 'uuid';
import { DAY_MS } from '@/domain/eol/calendar';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { isDue, isFree } from '@/server/platform/jobs/due';

/**
 * Notes that those who may decide on some waivers are to be mailed, about all of them together; what was noted before of one
 * is another thing now.
 */
export async function putMails(
  organizationId: OrganizationId,
  tx: Transaction,
  waiverIds: readonly string[],
  at: Date,
): Promise<void> {
  if (waiverIds.length === 0) return;
  const actionId = waiverIds.length === 1 ? null : uuidv7();
  const fresh = { askedAt: at, actionId, ...{ attempts: 0, dueAt: at, done: [] } };
  const free = { leaseId: null, leaseUntil: null };
  await tx.sql
    .insertInto('waiverMail')
    .values(waiverIds.map((waiverId) => ({ organizationId, waiverId, ...fresh, ...free })))
    .onConflict((known) =>
      known.columns(['organizationId', 'waiverId']).doUpdateSet({ ...fresh, ...free }),
    )
    .execute();
}

/** How many that are due are looked at together: several may look at the same time, and each takes one. */
const LOOKED_AT = 20;
/** Longer than any waits for its next attempt, which the schedule puts off by a day and some hours. */
const FURTHEST_MS = 2 * DAY_MS;

/** What those who may decide are mailed about in one mail, by this process and no other. */
export interface ClaimedMail {
  readonly organizationId: OrganizationId;
  readonly leaseId: string;
  readonly askedAt: Date;
  /** Of the one that was tried most. */
  readonly attempts: number;
  readonly waivers: readonly {
    readonly waiverId: string;
    /** Those who were mailed about it, or are not to be. */
    readonly done: readonly string[];
  }[];
}

/**
 * Takes the one that waits longest and that nobody has, with what else was asked for in the same action. Two who try at once
 * get two. It is found in all organizations and taken in its own: a database that is spread locks no row before it knows whose
 * it is. Plan: the index by what is due, which is short: a row goes when its mails are sent; then primary keys, or the
 * organization's part of it.
 */
export async function claimMail(
  db: Transaction,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<ClaimedMail | null> {
  const leaseId = uuidv7();
  for (;;) {
    const due = await db.sql
      .selectFrom('waiverMail')
      .select(['organizationId', 'waiverId', 'actionId'])
      .where(isDue('dueAt', now, FURTHEST_MS))
      .where(isFree('leaseUntil', now))
      .orderBy('dueAt')
      .orderBy('waiverId')
      .limit(LOOKED_AT)
      .execute();
    if (due.length === 0) return null;
    for (const { organizationId, waiverId, actionId } of due) {
      const rows = await db.sql
        .updateTable('waiverMail')
        .set(({ eb }) => ({ leaseId, leaseUntil: until, attempts: eb('attempts', '+', 1) }))
        .where('organizationId', '=', organizationId)
        .where((eb) =>
          actionId === null ? eb('waiverId', '=', waiverId) : eb('actionId', '=', actionId),
        )
        .where(isDue('dueAt', now, FURTHEST_MS))
        .where(isFree('leaseUntil', now))
        .returning(['waiverId', 'askedAt', 'attempts', 'done'])
        .execute();
      const [first] = rows;
      if (!first) continue;
      return {
        ...{ organizationId: mintOrganizationId(organizationId), leaseId },
        askedAt: first.askedAt,
        attempts: Math.max(...rows.map(({ attempts }) => attempts)),
        waivers: rows,
      };
    }
  }
}

/** Notes that one person is done with some, and keeps the rest for longer; false when somebody else has them, or all are void. */
export async function addDone(
  { organizationId, leaseId }: ClaimedMail,
  db: Transaction,
  waiverIds: readonly string[],
  { userId, until }: { readonly userId: string; readonly until: Date },
): Promise<boolean> {
  const { count } = await db.of(organizationId).waiverMail.updateMany({
    where: { waiverId: { in: [...waiverIds] }, leaseId },
    data: { done: { push: userId }, leaseUntil: until },
  });
  return count > 0;
}

/** Lets go of it until a moment; null: it is done with. */
export async function settleMail(
  { organizationId, leaseId }: ClaimedMail,
  db: Transaction,
  dueAt: Date | null,
): Promise<void> {
  const { waiverMail } = db.of(organizationId);
  const where = { leaseId };
  if (dueAt === null) await waiverMail.deleteMany({ where });
  else await waiverMail.updateMany({ where, data: { dueAt, leaseId: null, leaseUntil: null } });
}
