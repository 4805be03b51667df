import { sql, type InferResult } from 'kysely';
import type { PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import { findPage } from '@/server/platform/db/page-rows';
import type { StoredFault } from './dto';

/** Older records make room: a client that fails in a loop must not fill the disk. */
const MAX_RECORDS = 1000;

export type RefusedUploadRow = InferResult<ReturnType<typeof refusedUploads>>[number];

/** A refused upload with its sender. */
export type NewRefusedUpload = Omit<RefusedUploadRow, 'faults'> & {
  readonly callerId: string;
  readonly faults: readonly StoredFault[];
};

function refusedUploads(db: Transaction) {
  return db.sql
    .selectFrom('refusedUpload')
    .select(['id', 'refusedAt', 'path', 'callerKind', 'callerName', 'remoteAddress'])
    .select(['requestId', 'status', 'faults']);
}

/**
 * Reads a page of an organization's refused uploads, newest first.
 *
 * Plan: the organization's entries, a thousand at most, counted and sorted once.
 *
 * @param from the instant from which on, null for any
 */
export function refusedUploadPage(
  organizationId: OrganizationId,
  db: Transaction,
  from: Date | null,
  page: PageRequest,
) {
  const matching = refusedUploads(db)
    .where('organizationId', '=', anyOrganization(organizationId))
    .$if(from !== null, (all) => all.where('refusedAt', '>=', from));
  return findPage(db, matching, sql`refused_at DESC, id DESC`, page);
}

export async function findRefusedUpload(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
): Promise<RefusedUploadRow | null> {
  const row = await refusedUploads(db)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Inserts a record and drops those beyond the newest thousand (an index range behind refused_at). */
export async function insertRefusedUpload(
  organizationId: OrganizationId,
  db: Transaction,
  { faults, ...refused }: NewRefusedUpload,
): Promise<void> {
  await db.sql
    .with('surplus', (tables) =>
      tables
        .deleteFrom('refusedUpload')
        .where('organizationId', '=', organizationId)
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('refusedUpload')
            .select('id')
            .where('organizationId', '=', organizationId)
            .orderBy('refusedAt', 'desc')
            .orderBy('id', 'desc')
            .offset(MAX_RECORDS - 1),
        ),
    )
    .insertInto('refusedUpload')
    .values({ organizationId, ...refused, faults: JSON.stringify(faults) })
    .execute();
}
