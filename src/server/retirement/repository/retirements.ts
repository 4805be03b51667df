import { sql, type RawBuilder, type Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { RetirementEnd, RetirementReason } from '@/domain/image/retirement';
import { isKept } from '@/server/inventory/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Tables } from '@/server/prisma-client/tables';

/** Who did something; null: nobody did, a rule, say. */
export interface Doer {
  readonly kind: Selectable<Tables['scan']>['callerKind'];
  readonly id: string;
  readonly name: string;
}

export type LockedImage = NonNullable<Awaited<ReturnType<typeof lockImage>>>;

/** Locks an image that is not deleted, as uploads do that change it; null when there is none. */
export async function lockImage(organizationId: OrganizationId, tx: Transaction, id: string) {
  const own = anyOrganization(organizationId);
  const image = await tx.sql
    .selectFrom('imageTag as i')
    .select(['i.id', 'i.kind', 'i.name', 'i.tag', 'i.projectId', 'i.retiredAt'])
    .select('i.retiredFindingIds')
    .select(changedAt.as('changedAt'))
    .where('i.organizationId', '=', own)
    .where('i.id', '=', id)
    .where(isKept('i'))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return image ?? null;
}

/** When the last of its intervals may have begun or ended: nothing of it happens before. */
const changedAt: RawBuilder<Date> = sql<Date>`greatest(
  i.latest_scan_at, i.rematched_at, i.brought_back_at, i.retired_at)`;

/** What retired some images. */
export interface Retiring {
  readonly at: Date;
  readonly note: string | null;
  readonly by: Doer | null;
}

/** An image and what it is retired for. */
export interface RetiredImage {
  readonly id: string;
  readonly reason: RetirementReason;
  readonly days: number | null;
}

/**
 * Makes images retired whose findings are open, and which the caller has locked: notes these findings, and the time that
 * begins. What is open is closed by whoever hides them, after this.
 */
export async function insertRetirements(
  organizationId: OrganizationId,
  tx: Transaction,
  images: readonly RetiredImage[],
  { at, note, by }: Retiring,
): Promise<void> {
  const own = anyOrganization(organizationId);
  const ids = images.map(({ id }) => id);
  await tx.sql
    .insertInto('imageRetirement')
    .values(
      images.map(({ id, reason, days }) => ({
        ...{ organizationId, id: uuidv7(), imageTagId: id, retiredAt: at, reason, days, note },
        ...{ retiredByKind: by?.kind ?? null, retiredById: by?.id ?? null },
        retiredByName: by?.name ?? null,
      })),
    )
    .execute();
  await sql`
    UPDATE image_tag i
       SET retired_at = ${at}, deleted_at = ${at},
           retired_finding_ids = coalesce((SELECT array_agg(f.id) FROM finding f
             WHERE f.organization_id = ${own} AND f.image_tag_id = i.id AND f.is_open), '{}')
     WHERE i.organization_id = ${own} AND i.id = ANY(${ids}::uuid[])`.execute(tx.sql);
}

/**
 * Makes a locked image that is retired count again. Its findings are still closed. Rules count their days from its return,
 * unless it is their own: then they would spare it for these days, were they changed back.
 */
export async function endRetirement(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagId: string,
  { at, end, by }: { readonly at: Date; readonly end: RetirementEnd; readonly by: Doer | null },
): Promise<void> {
  const ended = { endedByKind: by?.kind ?? null, endedById: by?.id ?? null };
  await tx.sql
    .updateTable('imageRetirement')
    .set({ endedAt: at, end, ...ended, endedByName: by?.name ?? null })
    .where('organizationId', '=', organizationId)
    .where('imageTagId', '=', imageTagId)
    .where('endedAt', 'is', null)
    .execute();
  await tx.sql
    .updateTable('imageTag')
    .set({ retiredAt: null, deletedAt: null, retiredFindingIds: [] })
    .set(end === 'rule_changed' ? { rematchedAt: at } : { broughtBackAt: at })
    .where('organizationId', '=', organizationId)
    .where('id', '=', imageTagId)
    .execute();
}

export type RetirementRow = Awaited<ReturnType<typeof retirementsOf>>[number];

/** Lists the times in which an image was retired, newest first. Plan: the index on (organization, image tag). */
export function retirementsOf(
  organizationId: OrganizationId,
  db: Transaction,
  imageTagId: string,
  limit: number,
) {
  return db.sql
    .selectFrom('imageRetirement')
    .select(['id', 'retiredAt', 'reason', 'days', 'note', 'retiredByKind', 'retiredByName'])
    .select(['endedAt', 'end', 'endedByKind', 'endedByName'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('imageTagId', '=', imageTagId)
    .orderBy('retiredAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Counts what is retired now by its reason, with when the last of each was. Plan: image_retirement_counts_idx alone. */
export function countRetired(
  organizationId: OrganizationId,
  db: Transaction,
  projectId: string | null,
) {
  const own = anyOrganization(organizationId);
  let retired = db.sql
    .selectFrom('imageRetirement as r')
    .select('r.reason')
    .select(({ fn }) => [fn.countAll<number>().as('images'), fn.max('r.retiredAt').as('latestAt')])
    .where('r.organizationId', '=', own)
    .where('r.endedAt', 'is', null)
    .groupBy('r.reason');
  if (projectId !== null)
    retired = retired.where((eb) =>
      eb.exists(
        eb
          .selectFrom('imageTag as i')
          .select('i.id')
          .where('i.organizationId', '=', own)
          .whereRef('i.id', '=', 'r.imageTagId')
          .where('i.projectId', '=', projectId),
      ),
    );
  return retired.execute();
}
