import { sql, type InferResult } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { PolicyFields } from '@/domain/policy/policy';
import { estimatedFrom, ESTIMATED_FROM } from '@/server/catalog/sql';
import { isKept } from '@/server/inventory/sql';
import { isIn, type Scope } from '@/server/overview/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization, prepared, type Places, type Sql } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';

// Every build and every upload reads the policies. Their days are text here, and would not be in Prisma Client.

const RULE_COLUMNS = [
  ...(['id', 'scope', 'warnOn', 'denyOn', 'warnDays', 'denyDays'] as const),
  ...(['deniesFrom', 'projectName', 'productName', 'cycle', 'cycleOperator'] as const),
  ...(['onlyRunning', 'denyEstimates', 'deprecated', 'stale'] as const),
] as const;

function policies(db: Sql) {
  return db
    .selectFrom('policy')
    .select(RULE_COLUMNS)
    .select(['type', 'notaryPolicy', 'createdAt', 'updatedAt']);
}

export type PolicyRow = InferResult<ReturnType<typeof policies>>[number];

const allPolicies = prepared((db, given: Places<{ organizationId: OrganizationId }>) =>
  policies(db)
    .where('organizationId', '=', anyOrganization(given('organizationId')))
    .orderBy('createdAt')
    .orderBy('id'),
);

/** Finds all policies of an organization, oldest first. Plan: policy (organization_id, created_at). */
export function findPolicies(organizationId: OrganizationId, db: Transaction) {
  return allPolicies(db.sql, { organizationId });
}

const eolPolicies = prepared((db, given: Places<{ organizationId: OrganizationId }>) =>
  db
    .selectFrom('policy')
    .select(RULE_COLUMNS)
    .where('organizationId', '=', anyOrganization(given('organizationId')))
    .where('type', '=', 'EOL')
    .orderBy('createdAt')
    .orderBy('id'),
);

/** Finds the EOL policies, oldest first, with what evaluation needs of them. Plan: as {@link findPolicies}. */
export function findEolPolicies(organizationId: OrganizationId, db: Transaction) {
  return eolPolicies(db.sql, { organizationId });
}

/** Finds a policy; null for one of another organization, too. */
export async function findPolicy(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
): Promise<PolicyRow | null> {
  const row = await policies(db.sql)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Counts the policies, and finds which one is the NOTARY policy. */
export function countPolicies(organizationId: OrganizationId, tx: Transaction) {
  const { ref } = sql;
  const notaryIds = sql`array_agg(${ref('id')}) FILTER (WHERE ${ref('type')} = 'NOTARY')`;
  return tx.sql
    .selectFrom('policy')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .select(sql<string | null>`(${notaryIds})[1]`.as('notaryId'))
    .where('organizationId', '=', anyOrganization(organizationId))
    .executeTakeFirstOrThrow();
}

export async function insertPolicy(
  organizationId: OrganizationId,
  tx: Transaction,
  { id, createdAt, updatedAt, ...fields }: PolicyRow,
): Promise<void> {
  await tx.sql
    .insertInto('policy')
    .values({ organizationId, id, createdAt, updatedAt, ...written(fields) })
    .execute();
}

export async function updatePolicy(
  organizationId: OrganizationId,
  tx: Transaction,
  { id, updatedAt, ...fields }: PolicyRow,
): Promise<void> {
  await tx.sql
    .updateTable('policy')
    .set({ updatedAt, ...written(fields) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

export async function removePolicy(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.of(organizationId).policy.deleteMany({ where: { id } });
}

/** Takes the fields of a policy from a value that may hold more. */
function written(fields: PolicyFields) {
  const { type, scope, projectName, productName, cycle, cycleOperator, notaryPolicy } = fields;
  const { warnOn, denyOn, warnDays, denyDays, deniesFrom, onlyRunning, denyEstimates } = fields;
  const { deprecated, stale } = fields;
  const asked = { onlyRunning, denyEstimates, deprecated, stale };
  const rule = { scope, projectName, productName, cycle, cycleOperator, ...asked };
  return { type, ...rule, warnOn, denyOn, warnDays, denyDays, deniesFrom, notaryPolicy };
}

/**
 * Finds those of some images that are not deleted, each with the (product, cycle)s that it holds, or held when it was
 * retired; in no order.
 *
 * Plan: image tags and projects by primary key, the software of each and its cycles by primary key.
 */
export function findJudgedImages(
  organizationId: OrganizationId,
  db: Transaction,
  imageTagIds: readonly string[],
) {
  const organization = anyOrganization(organizationId);
  return db.sql
    .selectFrom('imageTag as i')
    .innerJoin('project as p', (join) =>
      join.on('p.organizationId', '=', organization).onRef('p.id', '=', 'i.projectId'),
    )
    .select(['i.id as imageTagId', 'p.id as projectId', 'p.name as projectName'])
    .select(({ selectFrom }) =>
      selectFrom('softwareCycle as c')
        .select(({ fn, ref }) => {
          const cycle = jsonBuildObject({
            productName: ref('c.productName'),
            cycle: ref('c.cycle'),
            eolOn: ref('c.eolOn'),
            eolOnKnown: ref('c.eolOnKnown'),
            estimatedFrom,
          });
          return fn.coalesce(fn.jsonAgg(cycle), sql<[]>`'[]'`).as('all');
        })
        .where('c.organizationId', '=', organization)
        .where('c.id', 'in', (eb) =>
          eb
            .selectFrom('software as s')
            .select('s.softwareCycleId')
            .where('s.organizationId', '=', organization)
            .where('s.id', '=', eb.fn.any('i.softwareIds')),
        )
        .$asScalar()
        .$notNull()
        .as('cycles'),
    )
    .where('i.organizationId', '=', organization)
    .where(({ eb, fn, val }) => eb('i.id', '=', fn.any(val(imageTagIds))))
    .where(isKept('i'))
    .execute();
}

/** Software with what policies and scanners judge it by. */
export type SoftwareFacts = Awaited<ReturnType<typeof findSoftwareFacts>>[number];

/**
 * Finds all software of an organization, found open or not, by product, cycle and artifact type.
 *
 * Plan: hash join of the organization's cycles and software, one sort: 2 ms for 1,500 rows.
 */
export function findSoftwareFacts(organizationId: OrganizationId, db: Transaction) {
  const organization = anyOrganization(organizationId);
  return db.sql
    .selectFrom('software as s')
    .innerJoin('softwareCycle as c', (join) =>
      join.on('c.organizationId', '=', organization).onRef('c.id', '=', 's.softwareCycleId'),
    )
    .select(['s.id', 'c.productName', 'c.cycle', 's.artifactType', 'c.eolOn', 'c.eolOnKnown'])
    .select(['c.scannerEolOn', 'c.scannerEnded', 'c.scannerEolIsPlain', ESTIMATED_FROM])
    .where('s.organizationId', '=', organization)
    .orderBy('c.sortKey')
    .orderBy('c.productName')
    .orderBy('c.cycle')
    .orderBy('s.artifactType')
    .orderBy('s.id')
    .execute();
}

export type NamedProject = Awaited<ReturnType<typeof findProjectsById>>[number];

/** Finds the live projects of these names. Plan: project_live_name_key. */
export function findProjectsByName(
  organizationId: OrganizationId,
  db: Transaction,
  nameKeys: readonly string[],
) {
  return db.sql
    .selectFrom('project')
    .select(['id', 'name', 'ownerTeamId as teamId'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, fn, val }) => eb('nameKey', '=', fn.any(val(nameKeys))))
    .where('deletedAt', 'is', null)
    .execute();
}

/**
 * Finds the live projects of some teams, all of them or those of some images.
 *
 * Plan: project (organization_id, owner_team_id); where images are given, they and their projects by primary key.
 */
export function findOwnedProjects(
  organizationId: OrganizationId,
  db: Transaction,
  teamIds: readonly string[],
  imageTagIds: readonly string[] | null,
) {
  const organization = anyOrganization(organizationId);
  const owned = db.sql
    .selectFrom('project as p')
    .select('p.id')
    .select(({ ref }) => ref('p.ownerTeamId').$notNull().as('teamId'))
    .where('p.organizationId', '=', organization)
    .where('p.deletedAt', 'is', null)
    .where(({ eb, fn, val }) => eb('p.ownerTeamId', '=', fn.any(val(teamIds))));
  if (!imageTagIds) return owned.execute();
  return owned
    .where('p.id', 'in', ({ selectFrom }) =>
      selectFrom('imageTag as i')
        .select('i.projectId')
        .where('i.organizationId', '=', organization)
        .where(({ eb, fn, val }) => eb('i.id', '=', fn.any(val(imageTagIds)))),
    )
    .execute();
}

/**
 * Finds the live images of some names with their projects, all of them or those of some ids.
 *
 * Plan: the organization's image tags, by primary key where ids are given; waivers on images alone cause it.
 */
export function findNamedImages(
  organizationId: OrganizationId,
  db: Transaction,
  named: { readonly names: readonly string[]; readonly canonicalNames: readonly string[] },
  imageTagIds: readonly string[] | null,
) {
  const organization = anyOrganization(organizationId);
  const images = db.sql
    .selectFrom('imageTag as i')
    .innerJoin('project as p', (join) =>
      join.on('p.organizationId', '=', organization).onRef('p.id', '=', 'i.projectId'),
    )
    .select(['i.id', 'i.kind', 'i.name', 'i.canonicalName', 'i.tag'])
    .select(['p.id as projectId', 'p.name as projectName'])
    .where('i.organizationId', '=', organization)
    .where('i.deletedAt', 'is', null)
    .where(({ eb, fn, or, val }) =>
      or([
        eb('i.name', '=', fn.any(val(named.names))),
        eb('i.canonicalName', '=', fn.any(val(named.canonicalNames))),
      ]),
    );
  if (!imageTagIds) return images.execute();
  return images.where(({ eb, fn, val }) => eb('i.id', '=', fn.any(val(imageTagIds)))).execute();
}

/** Plan: primary key. */
export function findProjectsById(
  organizationId: OrganizationId,
  db: Transaction,
  projectIds: readonly string[],
) {
  return db.sql
    .selectFrom('project')
    .select(['id', 'name'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(projectIds))))
    .execute();
}

/** Characters of an id as text. */
const ID_LENGTH = 36;

/**
 * An image with the ids of the software that it holds, and of the software that only the catalog found: each as one
 * text, since an array would take five times as long to read.
 */
export type HoldingImage = Awaited<ReturnType<typeof findHoldingImages>>[number];

/** Yields the ids in a text of {@link HoldingImage}. */
export function* idsIn(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += ID_LENGTH) {
    yield text.slice(start, start + ID_LENGTH);
  }
}

const isLive = sql<boolean>`i.deleted_at IS NULL`;
/** The components of image tag `i` that have facts. Plan: primary key. */
const PACKAGE_IDS = sql`(SELECT array_to_string(v.component_ids, '') FROM inventory_fact v
  WHERE v.organization_id = i.organization_id AND v.inventory_id = i.inventory_id)`;

/**
 * Finds the next `limit` images of a scope by name and id, with the software that they hold, and with their packages that have facts where
 * these are asked for.
 *
 * Plan: a range of image_tag_list_idx, in its order: 100 ms for 10,000 images with 40 software each, most of it for
 * writing ids as text.
 */
export function findHoldingImages(
  organizationId: OrganizationId,
  db: Transaction,
  after: { readonly id: string; readonly sortKey: string } | null,
  { limit, withPackages }: { readonly limit: number; readonly withPackages: boolean },
  scope: Scope | null = null,
) {
  const organization = anyOrganization(organizationId);
  const inOneText = (ids: string) => sql<string>`array_to_string(${sql.ref(ids)}, '')`;
  const packageIds = withPackages ? sql<string>`coalesce(${PACKAGE_IDS}, '')` : sql<string>`''`;
  const images = db.sql
    .selectFrom('imageTag as i')
    .select(['i.id', 'i.projectId', 'i.sortKey'])
    .select(inOneText('i.softwareIds').as('softwareIds'))
    .select(inOneText('i.catalogSoftwareIds').as('catalogSoftwareIds'))
    .select(packageIds.as('packageIds'))
    .where('i.organizationId', '=', organization)
    .where(scope ? isIn(organization, scope) : isLive)
    .orderBy('i.sortKey')
    .orderBy('i.id')
    .limit(limit);
  if (!after) return images.execute();
  return images
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('i.sortKey', 'i.id'), '>', tuple(after.sortKey, after.id)),
    )
    .execute();
}

/** Plan: primary key. */
export function findImagesById(
  organizationId: OrganizationId,
  db: Transaction,
  imageTagIds: readonly string[],
) {
  return db.sql
    .selectFrom('imageTag')
    .select(['id', 'kind', 'name', 'tag'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(imageTagIds))))
    .execute();
}

export type LatestImage = Awaited<ReturnType<typeof findLatestImages>>[number];

/** Finds those of some images that were scanned last, that one first. Plan: primary keys. */
export async function findLatestImages(
  organizationId: OrganizationId,
  db: Transaction,
  imageTagIds: readonly string[],
  limit: number,
) {
  if (imageTagIds.length === 0) return [];
  return db.sql
    .selectFrom('imageTag')
    .select(['id', 'kind', 'name', 'tag', 'latestScanAt'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(imageTagIds))))
    .orderBy('latestScanAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export type ListedImage = Awaited<ReturnType<typeof findListedImages>>[number];

/** Finds some images with their projects, in no order. Plan: primary keys of both. */
export function findListedImages(
  organizationId: OrganizationId,
  db: Transaction,
  imageTagIds: readonly string[],
) {
  const organization = anyOrganization(organizationId);
  return db.sql
    .selectFrom('imageTag as i')
    .innerJoin('project as p', (join) =>
      join.on('p.organizationId', '=', organization).onRef('p.id', '=', 'i.projectId'),
    )
    .select(['i.id', 'i.kind', 'i.name', 'i.tag', 'p.id as projectId', 'p.name as projectName'])
    .where('i.organizationId', '=', organization)
    .where(({ eb, fn, val }) => eb('i.id', '=', fn.any(val(imageTagIds))))
    .execute();
}
