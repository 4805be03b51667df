import type { Insertable } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Tables } from '@/server/prisma-client/tables';

export type NewWaiverEventRow = Omit<Required<Insertable<Tables['waiverEvent']>>, 'organizationId'>;

export type WaiverEventRow = Awaited<ReturnType<typeof findEvents>>[number];

export async function insertEvent(
  organizationId: OrganizationId,
  tx: Transaction,
  row: NewWaiverEventRow,
): Promise<void> {
  await tx.sql
    .insertInto('waiverEvent')
    .values({ ...row, organizationId })
    .execute();
}

/** Finds all that happened to a waiver, oldest first. Plan: primary key. */
export function findEvents(organizationId: OrganizationId, db: Transaction, waiverId: string) {
  return db.sql
    .selectFrom('waiverEvent')
    .select(['id', 'at', 'kind', 'actorKind', 'actorId', 'actorName', 'note', 'before', 'after'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('waiverId', '=', waiverId)
    .orderBy('id')
    .execute();
}

export function countEvents(organizationId: OrganizationId, tx: Transaction, waiverId: string) {
  return tx.of(organizationId).waiverEvent.count({ where: { waiverId } });
}

/** Which of some waivers a person, or a key of theirs, has asked for or changed. Plan: primary key, for each. */
export async function findAuthored(
  organizationId: OrganizationId,
  db: Transaction,
  waiverIds: readonly string[],
  actorUserId: string,
): Promise<ReadonlySet<string>> {
  const rows = await db.of(organizationId).waiverEvent.findMany({
    where: {
      ...{ waiverId: { in: [...waiverIds] }, actorUserId },
      kind: { in: ['asked', 'changed'] },
    },
    select: { waiverId: true },
  });
  return new Set(rows.map(({ waiverId }) => waiverId));
}
