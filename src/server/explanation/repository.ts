import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import { ESTIMATED_FROM } from '@/server/catalog/sql';
import { SUPPORT } from '@/server/coverage/sql';
import { evidenceAt } from '@/server/evidence/sql';
import { cyclesAt, wasOpen, type Past } from '@/server/past/sql';

export type ExplainedFinding = NonNullable<Awaited<ReturnType<typeof findFinding>>>;

/**
 * Finds a finding with its image, project, software and the end that counts, or counted; null for none. Images that are gone
 * are found, too: what was found in them is still asked about. Plan: primary keys.
 */
export async function findFinding(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
  past: Past | null,
) {
  const own = anyOrganization(organizationId);
  const row = await db.sql
    .selectFrom('finding as f')
    .innerJoin('imageTag as i', (join) =>
      join.on('i.organizationId', '=', own).onRef('i.id', '=', 'f.imageTagId'),
    )
    .innerJoin('project as p', (join) =>
      join.on('p.organizationId', '=', own).onRef('p.id', '=', 'i.projectId'),
    )
    .leftJoin('team as t', (join) =>
      join.on('t.organizationId', '=', own).onRef('t.id', '=', 'p.ownerTeamId'),
    )
    .innerJoin('software as s', (join) =>
      join.on('s.organizationId', '=', own).onRef('s.id', '=', 'f.softwareId'),
    )
    .innerJoin(cyclesAt(own, past), (join) =>
      join.on('c.organizationId', '=', own).onRef('c.id', '=', 's.softwareCycleId'),
    )
    .select(['f.id', 'f.softwareId', 'f.componentIds', 'f.catalogComponentIds', 'f.firstSeenAt'])
    .select(past ? wasOpen(own, past).as('isOpen') : 'f.isOpen')
    .select(['i.id as imageTagId', 'i.kind', 'i.name as imageName', 'i.tag as imageTag'])
    .select(['i.distro', 'i.inventoryId', 'i.deletedAt', 'i.retiredAt'])
    .select(['p.id as projectId', 'p.name as projectName'])
    .select(['t.id as ownerId', 't.name as ownerName', 's.artifactType'])
    .select(['c.id as cycleId', 'c.productName', 'c.cycle', 'c.lts', 'c.firstSeenOn'])
    .select(['c.eolOn', 'c.eolOnKnown', 'c.eolSource', ESTIMATED_FROM, evidenceAt(past), SUPPORT])
    .select(['c.scannerEolOn', 'c.scannerEnded', 'c.contractId'])
    .where('f.organizationId', '=', own)
    .where('f.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the times in which a finding was open, newest first. Plan: finding_interval by (organization, finding). */
export function findIntervals(
  organizationId: OrganizationId,
  db: Transaction,
  findingId: string,
  limit: number,
) {
  return db.sql
    .selectFrom('findingInterval')
    .select(['openedAt', 'closedAt'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('findingId', '=', findingId)
    .orderBy('openedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** A component as the matcher reads it. */
export type ExplainedPackage = Awaited<ReturnType<typeof findPackages>>[number];

/**
 * Finds components by id, by name; all of them with their number. Plan: one probe of the primary key each.
 */
export function findPackages(
  organizationId: OrganizationId,
  db: Transaction,
  ids: readonly string[],
  limit: number,
) {
  return packages(organizationId, db)
    .where(({ eb, fn, val }) => eb('k.id', '=', fn.any(val(ids))))
    .limit(limit)
    .execute();
}

function packages(organizationId: OrganizationId, db: Transaction) {
  return db.sql
    .selectFrom('component as k')
    .select(['k.id', 'k.name', 'k.version', 'k.type', 'k.purl', 'k.cpes', 'k.upstreams'])
    .select(['k.distro', 'k.scope', 'k.matchState'])
    .where('k.organizationId', '=', anyOrganization(organizationId))
    .orderBy('k.name')
    .orderBy('k.version')
    .orderBy('k.id');
}

/**
 * Finds the packages of an inventory that a distribution's finding stands for: those that the distribution maintains, and
 * that make the finding because they do. Plan: the inventory's array by primary key, its components by theirs.
 */
export function findPackagesOfDistribution(
  organizationId: OrganizationId,
  db: Transaction,
  { inventoryId, cycleKey }: { readonly inventoryId: string; readonly cycleKey: string },
  limit: number,
) {
  const own = anyOrganization(organizationId);
  return packages(organizationId, db)
    .innerJoin('inventory as v', (join) =>
      join.on('v.organizationId', '=', own).on('v.id', '=', inventoryId),
    )
    .where(sql<boolean>`k.id = ANY(v.component_ids)`)
    .where((eb) =>
      eb.or([eb('k.matchCycleKey', '=', cycleKey), eb('k.matchState', '=', 'image_distribution')]),
    )
    .limit(limit)
    .execute();
}

/** Finds a component that the newest inventory of an image holds; null for none. Plan: primary keys. */
export async function findHeldPackage(
  organizationId: OrganizationId,
  db: Transaction,
  { inventoryId, packageId }: { readonly inventoryId: string; readonly packageId: string },
) {
  const own = anyOrganization(organizationId);
  const row = await packages(organizationId, db)
    .innerJoin('inventory as v', (join) =>
      join.on('v.organizationId', '=', own).on('v.id', '=', inventoryId),
    )
    .where(sql<boolean>`k.id = ANY(v.component_ids)`)
    .where('k.id', '=', packageId)
    .executeTakeFirst();
  return row ?? null;
}

export type ImageOfPackage = NonNullable<Awaited<ReturnType<typeof findImage>>>;

/** Finds an image with what it was matched by; null for none, and for one that is deleted. Plan: primary key. */
export async function findImage(organizationId: OrganizationId, db: Transaction, id: string) {
  const own = anyOrganization(organizationId);
  const row = await db.sql
    .selectFrom('imageTag as i')
    .innerJoin('project as p', (join) =>
      join.on('p.organizationId', '=', own).onRef('p.id', '=', 'i.projectId'),
    )
    .select(['i.id', 'i.kind', 'i.name', 'i.tag', 'i.distro', 'i.inventoryId'])
    .select(['p.id as projectId', 'p.name as projectName'])
    .where('i.organizationId', '=', own)
    .where('i.id', '=', id)
    .where((eb) => eb.or([eb('i.deletedAt', 'is', null), eb('i.retiredAt', 'is not', null)]))
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the open findings of an image that a component is one of the packages of. Plan: the image's findings. */
export function findingsOfPackage(
  organizationId: OrganizationId,
  db: Transaction,
  { imageTagId, packageId }: { readonly imageTagId: string; readonly packageId: string },
) {
  const own = anyOrganization(organizationId);
  return db.sql
    .selectFrom('finding as f')
    .innerJoin('software as s', (join) =>
      join.on('s.organizationId', '=', own).onRef('s.id', '=', 'f.softwareId'),
    )
    .innerJoin('softwareCycle as c', (join) =>
      join.on('c.organizationId', '=', own).onRef('c.id', '=', 's.softwareCycleId'),
    )
    .select(['f.id', 'c.productName', 'c.cycle'])
    .where('f.organizationId', '=', own)
    .where('f.imageTagId', '=', imageTagId)
    .where('f.isOpen', '=', true)
    .where(sql<boolean>`${packageId}::uuid = ANY(f.component_ids || f.catalog_component_ids)`)
    .orderBy('c.sortKey')
    .orderBy('c.cycle')
    .execute();
}

export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

/**
 * Finds the last upload of an image before an instant, or the one at it. Plan: scan by (organization, image tag,
 * acceptance).
 */
export async function findUpload(
  organizationId: OrganizationId,
  db: Transaction,
  imageTagId: string,
  { at, isExact }: { readonly at: Date; readonly isExact: boolean },
) {
  const own = anyOrganization(organizationId);
  const row = await db.sql
    .selectFrom('scan as s')
    .leftJoin('sbom as b', (join) =>
      join.on('b.organizationId', '=', own).onRef('b.id', '=', 's.sbomId'),
    )
    .select(['s.id', 's.acceptedAt', 's.callerKind', 's.callerName', 's.commitHash', 's.digest'])
    .select(['s.componentCount', 'b.format'])
    .where('s.organizationId', '=', own)
    .where('s.imageTagId', '=', imageTagId)
    .where('s.acceptedAt', isExact ? '=' : '<=', at)
    .orderBy('s.acceptedAt', 'desc')
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
