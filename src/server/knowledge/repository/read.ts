import type { SharePart } from '@/domain/evidence/counts';
import type { Day } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';

/** Finds the counts of days from one on, oldest first. Plan: the primary key; a row for each day. */
export function findDays(organizationId: OrganizationId, db: Transaction, from: Day) {
  return db.sql
    .selectFrom('evidenceDay')
    .select(['day', 'counts'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('day', '>=', from)
    .orderBy('day')
    .execute();
}

/** Finds the shares of one part, worst first. Plan: the primary key; their number is bounded. */
export function findShares(
  organizationId: OrganizationId,
  db: Transaction,
  part: SharePart,
  limit: number,
) {
  return db.sql
    .selectFrom('evidenceShare')
    .select(['recordId', 'name', 'counts'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('part', '=', part)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Finds the kept packages of which nothing is known, those in most images first. Plan: the primary key; 1,000 at most. */
export function findUnknown(organizationId: OrganizationId, db: Transaction) {
  return db.sql
    .selectFrom('unknownPackage')
    .select(['name', 'type', 'purl', 'cpe', 'version', 'images', 'versions'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .orderBy('position')
    .execute();
}
