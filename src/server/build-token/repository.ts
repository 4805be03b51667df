import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Prisma } from '@/server/prisma-client/client';

export type TrustedRow = Omit<Prisma.TrustedRepositoryGetPayload<object>, 'organizationId'>;

const omit = { organizationId: true } as const;

/** Finds all trusted repositories by name, then the oldest first; their number is bounded. */
export function findTrusted(organizationId: OrganizationId, db: Transaction) {
  return db.of(organizationId).trustedRepository.findMany({
    omit,
    orderBy: [{ repository: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
  });
}

export async function insertTrusted(
  organizationId: OrganizationId,
  tx: Transaction,
  row: TrustedRow,
): Promise<void> {
  await tx.of(organizationId).trustedRepository.createMany({ data: [row] });
}

export async function updateTrusted(
  organizationId: OrganizationId,
  tx: Transaction,
  { id, repository, projectName, ref, environment, onlyProtected, ...row }: TrustedRow,
): Promise<void> {
  const { pullRequests, updatedAt } = row;
  const conditions = { repository, projectName, ref, environment, onlyProtected };
  // Its use is noted meanwhile.
  const data = { ...conditions, pullRequests, updatedAt };
  await tx.of(organizationId).trustedRepository.updateMany({ where: { id }, data });
}

export async function removeTrusted(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.of(organizationId).trustedRepository.deleteMany({ where: { id } });
}

export type RefusedRow = Awaited<ReturnType<typeof findRefused>>[number];

/** Finds the tokens that were not taken, the last first; a hundred are kept. Plan: index by last_at. */
export function findRefused(organizationId: OrganizationId, db: Transaction) {
  return db.sql
    .selectFrom('refusedBuild')
    .select(['issuer', 'repository', 'reason', 'count', 'path', 'firstAt', 'lastAt'])
    .where('organizationId', '=', organizationId)
    .orderBy('lastAt', 'desc')
    .orderBy('issuer')
    .orderBy('repository')
    .orderBy('reason')
    .execute();
}

export type KnownRow = Awaited<ReturnType<typeof findKnownPage>>[number];

function selectKnown(organizationId: OrganizationId, db: Transaction) {
  return db.sql
    .selectFrom('knownRepository')
    .select(['issuer', 'kind', 'name', 'number', 'firstBuild', 'firstSeenAt'])
    .where('organizationId', '=', organizationId);
}

/** Finds a page of what is known of repositories and owners, by name. Plan: a range of the primary key. */
export function findKnownPage(organizationId: OrganizationId, db: Transaction, page: PageRequest) {
  return selectKnown(organizationId, db)
    .orderBy('issuer')
    .orderBy('nameKey')
    .orderBy('kind')
    .offset(offsetOf(page))
    .limit(page.size)
    .execute();
}

export function countKnown(organizationId: OrganizationId, db: Transaction): Promise<number> {
  return db.of(organizationId).knownRepository.count();
}

/** The key of something that is known. */
export interface KnownKey {
  readonly issuer: string;
  readonly kind: 'repository' | 'owner';
  readonly nameKey: string;
}

export async function findKnownOne(
  organizationId: OrganizationId,
  db: Transaction,
  { issuer, kind, nameKey }: KnownKey,
): Promise<KnownRow | null> {
  const row = await selectKnown(organizationId, db)
    .where('issuer', '=', issuer)
    .where('kind', '=', kind)
    .where('nameKey', '=', nameKey)
    .executeTakeFirst();
  return row ?? null;
}

export async function removeKnown(
  organizationId: OrganizationId,
  tx: Transaction,
  where: KnownKey | Pick<KnownKey, 'issuer'>,
): Promise<void> {
  await tx.of(organizationId).knownRepository.deleteMany({ where: { ...where } });
}
