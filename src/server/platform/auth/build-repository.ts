import { sql, type Insertable } from 'kysely';
import { anyOrganization, type Places, prepared } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import type { Tables } from '@/server/prisma-client/tables';
import type { OrganizationId } from './organization-id';

/** Refusals kept for an organization; older ones make room. */
export const MAX_REFUSED = 100;
/** Repositories, and owners, that an organization knows of one issuer. */
export const MAX_KNOWN = 10_000;

export type TrustRow = Awaited<ReturnType<typeof findTrusts>>[number];

const trustsOfIssuer = prepared(
  (db, given: Places<{ organizationId: OrganizationId; issuer: string }>) =>
    db
      .selectFrom('trustedRepository')
      .select(['id', 'platform', 'repository', 'projectName', 'ref', 'environment'])
      .select(['onlyProtected', 'pullRequests', 'lastUsedAt'])
      .where('organizationId', '=', given('organizationId'))
      .where('issuer', '=', given('issuer'))
      .orderBy('createdAt')
      .orderBy('id'),
);

/** Finds whom an organization trusts of an issuer, the oldest first. Plan: index (organization, issuer). */
export function findTrusts(organizationId: OrganizationId, db: Transaction, issuer: string) {
  return trustsOfIssuer(db.sql, { organizationId, issuer });
}

/** Notes that a trusted repository was used, unless another request has within the last minute. */
export async function touchTrust(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - 60_000);
  await db.sql
    .updateTable('trustedRepository')
    .set({ lastUsedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<', before)]))
    .execute();
}

export type NewKnownRow = Omit<Insertable<Tables['knownRepository']>, 'organizationId'>;

/** The names of a build under which something may be known, and its repository's number. */
export interface KnownAs {
  readonly issuer: string;
  readonly repositoryKey: string;
  readonly ownerKey: string;
  readonly number: string;
}

/**
 * Finds what is known of a build's repository, under its name and under its number, and of its owner. Plan: primary
 * key, and the index by number.
 */
export function findKnown(
  organizationId: OrganizationId,
  db: Transaction,
  { issuer, repositoryKey, ownerKey, number }: KnownAs,
) {
  return db.sql
    .selectFrom('knownRepository')
    .select(['kind', 'nameKey', 'name', 'number'])
    .where('organizationId', '=', organizationId)
    .where('issuer', '=', issuer)
    .where((eb) =>
      eb.or([
        eb.and({ kind: 'repository', nameKey: repositoryKey }),
        eb.and({ kind: 'repository', number }),
        eb.and({ kind: 'owner', nameKey: ownerKey }),
      ]),
    )
    .execute();
}

/** Counts the repositories and owners that are known of an issuer. Plan: a range of the primary key. */
export async function countKnown(organizationId: OrganizationId, db: Transaction, issuer: string) {
  return db.of(organizationId).knownRepository.count({ where: { issuer } });
}

/** Adds what is seen for the first time; what another request has added meanwhile stays as it is. */
export async function insertKnown(
  organizationId: OrganizationId,
  db: Transaction,
  rows: readonly NewKnownRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.sql
    .insertInto('knownRepository')
    .values(rows.map((row) => ({ organizationId, ...row })))
    .onConflict((known) => known.doNothing())
    .execute();
}

export interface RefusedBuildUse extends Pick<
  Insertable<Tables['refusedBuild']>,
  'issuer' | 'repository' | 'reason' | 'count' | 'path'
> {
  readonly at: Date;
}

/**
 * Counts tokens that were not taken; true when none were known yet. Of an organization that does not exist nothing is
 * kept: anybody may write any id into a token. Plan: primary keys.
 */
export async function recordRefusedBuild(
  organizationId: OrganizationId,
  db: Transaction,
  { at, issuer, repository, reason, count, path }: RefusedBuildUse,
): Promise<boolean> {
  const row = await db.sql
    .insertInto('refusedBuild')
    .columns([
      ...(['organizationId', 'issuer', 'repository', 'reason'] as const),
      ...(['firstAt', 'lastAt', 'count', 'path'] as const),
    ])
    .expression(({ selectFrom, val }) =>
      selectFrom('organization as o')
        .select([
          'o.id',
          val(issuer).as('issuer'),
          val(repository).as('repository'),
          val(reason).as('reason'),
          sql<Date>`${at}::timestamptz`.as('firstAt'),
          sql<Date>`${at}::timestamptz`.as('lastAt'),
          sql<number>`${count}::int`.as('count'),
          val(path).as('path'),
        ])
        .where('o.id', '=', organizationId),
    )
    .onConflict((known) =>
      known
        .columns(['organizationId', 'issuer', 'repository', 'reason'])
        .doUpdateSet(({ fn, ref }) => ({
          lastAt: fn<Date>('greatest', ['refusedBuild.lastAt', 'excluded.lastAt']),
          count: sql<number>`
            least(${ref('refusedBuild.count')}::bigint + ${ref('excluded.count')}, 2147483647)::int`,
          path: ref('excluded.path'),
        })),
    )
    // A row that was there carries the transaction that has just locked it.
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirst();
  return row?.isNew ?? false;
}

/** Keeps the newest hundred. Plan: an index range behind last_at. */
export async function pruneRefusedBuilds(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<void> {
  await db.sql
    .deleteFrom('refusedBuild')
    .where('organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('issuer', 'repository', 'reason'),
        'in',
        selectFrom('refusedBuild as r')
          .select(['r.issuer', 'r.repository', 'r.reason'])
          .where('r.organizationId', '=', anyOrganization(organizationId))
          .orderBy('r.lastAt', 'desc')
          .offset(MAX_REFUSED)
          .$asTuple('issuer', 'repository', 'reason'),
      ),
    )
    .execute();
}
