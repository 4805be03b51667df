import { sql } from 'kysely';
import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { Day } from '@/domain/eol/calendar';
import { holdings } from '@/server/holding/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Database, Transaction } from '@/server/platform/db/db';
import { anyOrganization, type Sql } from '@/server/platform/db/sql';
import type { Prisma } from '@/server/prisma-client/client';

export type PromiseRow = NonNullable<Awaited<ReturnType<typeof findPromise>>>;
export type NewPromise = Omit<
  Prisma.SupportPromiseGetPayload<object>,
  'organizationId' | 'promisedUntil'
> & { readonly promisedUntil: Day };

// As SQL: its days are text here, and would not be in Prisma Client.

/** Promises `r` with their live projects `p` and whoever owns these. */
function promises(organizationId: OrganizationId, db: Sql) {
  const own = anyOrganization(organizationId);
  return db
    .selectFrom('supportPromise as r')
    .innerJoin('project as p', (join) =>
      join.on('p.organizationId', '=', own).onRef('p.id', '=', 'r.projectId'),
    )
    .leftJoin('team as t', (join) =>
      join.on('t.organizationId', '=', own).onRef('t.id', '=', 'p.ownerTeamId'),
    )
    .select(['r.projectId', 'r.productName', 'r.promisedUntil', 'r.note'])
    .select(['r.setByKind', 'r.setById', 'r.setByName', 'r.setAt'])
    .select(['p.name as projectName', 't.id as ownerId', 't.name as ownerName'])
    .where('r.organizationId', '=', own)
    .where('p.deletedAt', 'is', null);
}

/** Finds the promise of a live project; null when there is none. Plan: three primary keys. */
export async function findPromise(
  organizationId: OrganizationId,
  db: Transaction,
  projectId: string,
) {
  const row = await promises(organizationId, db.sql)
    .where('r.projectId', '=', projectId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Reads a page of promises, the one that ends first first. Plan: the organization's promises, few of which there are, and
 * their projects by primary key.
 */
export async function promisePage(
  organizationId: OrganizationId,
  db: Transaction,
  page: PageRequest,
) {
  const [items, { total }] = await Promise.all([
    promises(organizationId, db.sql)
      .orderBy('r.promisedUntil')
      .orderBy('p.sortKey')
      .orderBy('p.id')
      .limit(page.size)
      .offset(offsetOf(page))
      .execute(),
    db.sql
      .selectFrom(promises(organizationId, db.sql).as('listed'))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { items, total };
}

/**
 * Counts the release cycles in promised projects by what their ends are to the promise, as `standingOf` has it
 * (`src/domain/support-promise/outlives.ts`), and says when the first of them ends. A project that holds none has no row.
 * Plan: the kept counts of these projects by their key, their software and cycles by primary keys.
 */
export function countPromised(
  organizationId: OrganizationId,
  db: Transaction,
  projectIds: readonly string[],
) {
  const own = anyOrganization(organizationId);
  const held = holdings(own, { projects: sql<boolean>`project_id = ANY(${projectIds}::uuid[])` });
  const isEarlier = sql`coalesce(c.eol_on <= r.promised_until, false)`;
  const lasts = sql`coalesce(c.eol_on > r.promised_until AND c.eol_on_known, false)`;
  const count = (condition: typeof lasts) =>
    sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;
  return db.sql
    .selectFrom('supportPromise as r')
    .innerJoin(held.as('held'), 'held.projectId', 'r.projectId')
    .innerJoin('software as s', (join) =>
      join.on('s.organizationId', '=', own).onRef('s.id', '=', 'held.softwareId'),
    )
    .innerJoin('softwareCycle as c', (join) =>
      join.on('c.organizationId', '=', own).onRef('c.id', '=', 's.softwareCycleId'),
    )
    .select('r.projectId')
    .select([
      count(isEarlier).as('earlier'),
      count(lasts).as('lasts'),
      count(sql`NOT ${isEarlier} AND NOT ${lasts}`).as('unknown'),
      sql<Day | null>`min(c.eol_on) FILTER (WHERE c.eol_on_known)::text`.as('firstEnd'),
    ])
    .where('r.organizationId', '=', own)
    .where(sql<boolean>`r.project_id = ANY(${projectIds}::uuid[])`)
    .groupBy('r.projectId')
    .execute();
}

/** Locks a live project until the transaction ends; null when there is none. */
export async function lockProject(
  organizationId: OrganizationId,
  tx: Transaction,
  projectId: string,
) {
  const row = await tx.sql
    .selectFrom('project')
    .select(['id', 'name'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', projectId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function removePromise(
  organizationId: OrganizationId,
  tx: Transaction,
  projectId: string,
): Promise<void> {
  await tx.of(organizationId).supportPromise.deleteMany({ where: { projectId } });
}

export async function insertPromise(
  organizationId: OrganizationId,
  tx: Transaction,
  { promisedUntil, ...row }: NewPromise,
): Promise<void> {
  const data = [{ ...row, promisedUntil: new Date(promisedUntil) }];
  await tx.of(organizationId).supportPromise.createMany({ data });
}

/** The ids of a project's images that count. Plan: image_tag_project_idx. */
export async function liveImageIds(
  organizationId: OrganizationId,
  db: Database,
  projectId: string,
): Promise<string[]> {
  const where = { projectId, deletedAt: null };
  const rows = await db.of(organizationId).imageTag.findMany({ where, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** Packages of one release cycle whose names and versions are told; of more the number. */
const SHOWN_PACKAGES = 5;

/**
 * Reads which packages the software of a project is found in, some of them by name and version. Plan: the project's images by
 * image_tag_live_reference_key, their open findings, the components of these by primary key.
 */
export function packagesOfProject(
  organizationId: OrganizationId,
  db: Transaction,
  projectId: string,
) {
  const own = anyOrganization(organizationId);
  return db.sql
    .selectFrom('imageTag as i')
    .innerJoin('finding as f', (join) =>
      join.on('f.organizationId', '=', own).onRef('f.imageTagId', '=', 'i.id'),
    )
    .innerJoin('component as k', (join) =>
      join
        .on('k.organizationId', '=', own)
        .on(sql<boolean>`k.id = ANY(f.component_ids || f.catalog_component_ids)`),
    )
    .select('f.softwareId')
    .select([
      sql<
        string[]
      >`(array_agg(DISTINCT concat_ws(' ', k.name, k.version)))[1:${sql.lit(SHOWN_PACKAGES)}]`.as(
        'packages',
      ),
      sql<number>`count(DISTINCT (k.name, k.version))::int`.as('count'),
    ])
    .where('i.organizationId', '=', own)
    .where('i.projectId', '=', projectId)
    .where('i.deletedAt', 'is', null)
    .where('f.isOpen', '=', true)
    .groupBy('f.softwareId')
    .execute();
}
