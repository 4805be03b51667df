import { v7 as uuidv7 } from 'uuid';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/** Notes that those who may decide on some waivers are to be mailed; what was noted before of one is another thing now. */
export async function putMails(
  organizationId: OrganizationId,
  tx: Transaction,
  waiverIds: readonly string[],
  at: Date,
): Promise<void> {
  if (waiverIds.length === 0) return;
  const fresh = { askedAt: at, attempts: 0, dueAt: at, leaseId: null, leaseUntil: null, done: [] };
  await tx.sql
    .insertInto('waiverMail')
    .values(waiverIds.map((waiverId) => ({ organizationId, waiverId, ...fresh })))
    .onConflict((known) => known.columns(['organizationId', 'waiverId']).doUpdateSet(fresh))
    .execute();
}

/** How many that are due are looked at together: several may look at the same time, and each takes one. */
const LOOKED_AT = 20;

/**
 * Takes the one that waits longest and that nobody has. Two who try at once get two. It is found in all organizations and
 * taken in its own: a database that is spread locks no row before it knows whose it is. Plan: the index by what is due,
 * which is short: a row goes when its mails are sent; then primary keys.
 */
export async function claimMail(
  db: Transaction,
  { now, until }: { readonly now: Date; readonly until: Date },
) {
  const leaseId = uuidv7();
  for (;;) {
    const due = await db.sql
      .selectFrom('waiverMail')
      .select(['organizationId', 'waiverId'])
      .where('dueAt', '<=', now)
      .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<=', now)]))
      .orderBy('dueAt')
      .orderBy('waiverId')
      .limit(LOOKED_AT)
      .execute();
    if (due.length === 0) return null;
    for (const { organizationId, waiverId } of due) {
      const row = await db.sql
        .updateTable('waiverMail')
        .set(({ eb }) => ({ leaseId, leaseUntil: until, attempts: eb('attempts', '+', 1) }))
        .where('organizationId', '=', organizationId)
        .where('waiverId', '=', waiverId)
        .where('dueAt', '<=', now)
        .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<=', now)]))
        .returning(['waiverId', 'askedAt', 'attempts', 'done'])
        .executeTakeFirst();
      if (row) return { ...row, organizationId: mintOrganizationId(organizationId), leaseId };
    }
  }
}

export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>;

/** Notes that one person is done with, and keeps the rest for longer; false when somebody else has it, or it is void. */
export async function addDone(
  { organizationId, waiverId, leaseId }: ClaimedMail,
  db: Transaction,
  userId: string,
  until: Date,
): Promise<boolean> {
  const { count } = await db.of(organizationId).waiverMail.updateMany({
    where: { waiverId, leaseId },
    data: { done: { push: userId }, leaseUntil: until },
  });
  return count > 0;
}

/** Lets go of it until a moment; null: it is done with. */
export async function settleMail(
  { organizationId, waiverId, leaseId }: ClaimedMail,
  db: Transaction,
  dueAt: Date | null,
): Promise<void> {
  const { waiverMail } = db.of(organizationId);
  const where = { waiverId, leaseId };
  if (dueAt === null) await waiverMail.deleteMany({ where });
  else await waiverMail.updateMany({ where, data: { dueAt, leaseId: null, leaseUntil: null } });
}
