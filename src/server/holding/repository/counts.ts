import { sql, type RawBuilder } from 'kysely';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import { heldProducts, heldSoftware, holdings, imagesOfProjects, matchingLock } from '../sql';

/** Finds the organizations with changes that are not added up yet, of all. Plan: the few changes that there are. */
export async function organizationsWithChanges(db: Transaction): Promise<OrganizationId[]> {
  const ids = new Set<string>();
  for (const table of ['holdingChange', 'productHoldingChange', 'imageBitsChange'] as const) {
    const rows = await db.sql.selectFrom(table).select('organizationId').distinct().execute();
    for (const { organizationId } of rows) ids.add(organizationId);
  }
  return [...ids].map(mintOrganizationId);
}

/** Lists all organizations, by name. */
export async function findOrganizations(db: Transaction) {
  const rows = await db.sql
    .selectFrom('organization')
    .select(['id', 'name'])
    .orderBy('name')
    .execute();
  return rows.map(({ id, name }) => ({ id: mintOrganizationId(id), name }));
}

/**
 * Takes the lock that uploads share, before anything of the organization is held: who deletes it waits for rows that are held
 * here, and what is written here for the organization. @returns false where somebody has the lock alone, or waits to
 */
export async function tryShareMatching(
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_xact_lock_shared(${matchingLock(organizationId)}) AS taken`.execute(
    tx.sql,
  );
  return rows[0]?.taken ?? false;
}

/** What one statement changed in a project's counts. */
export type ChangeRow = Awaited<ReturnType<typeof takeChanges>>[number];

/** Takes up to `limit` changes away, to be added up in the same transaction. What others are taking is passed by. */
export function takeChanges(organizationId: OrganizationId, tx: Transaction, limit: number) {
  return tx.sql
    .deleteFrom('holdingChange')
    .where('organizationId', '=', organizationId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('holdingChange')
        .select('id')
        .where('organizationId', '=', organizationId)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['projectId', 'images', 'softwareIds', 'counts'])
    .execute();
}

/** Takes up to `limit` changes of products away, as {@link takeChanges} does those of software. */
export function takeProductChanges(organizationId: OrganizationId, tx: Transaction, limit: number) {
  return tx.sql
    .deleteFrom('productHoldingChange')
    .where('organizationId', '=', organizationId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('productHoldingChange')
        .select('id')
        .where('organizationId', '=', organizationId)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['productKeys', 'counts'])
    .execute();
}

/** A number to be added to the images of a product. */
export interface ProductAddition {
  readonly productKey: string;
  readonly images: number;
}

/** A number to be added to a count: of a software in a project, in all projects, or of a project's images. */
export interface Addition {
  readonly projectId?: string;
  readonly softwareId?: string;
  readonly images: number;
}

/*
 * Each of these writes its rows in their order, so that nobody waits for somebody who waits for them, and removes those
 * that come to nothing.
 */

export async function addToProjectHoldings(
  organizationId: OrganizationId,
  tx: Transaction,
  additions: readonly Addition[],
): Promise<void> {
  const { rows } = await sql<{ projectId: string; softwareId: string; images: number }>`
    INSERT INTO project_holding AS h (organization_id, project_id, software_id, images)
    SELECT ${organizationId}::uuid, project_id, software_id, images FROM ${added(additions)} ORDER BY project_id, software_id
    ON CONFLICT (organization_id, project_id, software_id) DO UPDATE SET images = h.images + excluded.images
    RETURNING h.project_id, h.software_id, h.images`.execute(tx.sql);
  const emptied = rows.filter(({ images }) => images === 0);
  if (emptied.length === 0) return;
  await sql`
    DELETE FROM project_holding h USING ${added(emptied)}
     WHERE h.organization_id = ${organizationId} AND h.images = 0
       AND h.project_id = added.project_id AND h.software_id = added.software_id`.execute(tx.sql);
}

export async function addToSoftwareHoldings(
  organizationId: OrganizationId,
  tx: Transaction,
  additions: readonly Addition[],
): Promise<void> {
  const { rows } = await sql<{ softwareId: string; images: number }>`
    INSERT INTO software_holding AS h (organization_id, software_id, images)
    SELECT ${organizationId}::uuid, software_id, images FROM ${added(additions)} ORDER BY software_id
    ON CONFLICT (organization_id, software_id) DO UPDATE SET images = h.images + excluded.images
    RETURNING h.software_id, h.images`.execute(tx.sql);
  const emptied = rows.filter(({ images }) => images === 0);
  if (emptied.length === 0) return;
  await sql`
    DELETE FROM software_holding h USING ${added(emptied)}
     WHERE h.organization_id = ${organizationId} AND h.images = 0
       AND h.software_id = added.software_id`.execute(tx.sql);
}

export async function addToImageCounts(
  organizationId: OrganizationId,
  tx: Transaction,
  additions: readonly Addition[],
): Promise<void> {
  const { rows } = await sql<{ projectId: string; images: number }>`
    INSERT INTO project_image_count AS n (organization_id, project_id, images)
    SELECT ${organizationId}::uuid, project_id, images FROM ${added(additions)} ORDER BY project_id
    ON CONFLICT (organization_id, project_id) DO UPDATE SET images = n.images + excluded.images
    RETURNING n.project_id, n.images`.execute(tx.sql);
  const emptied = rows.filter(({ images }) => images === 0);
  if (emptied.length === 0) return;
  await sql`
    DELETE FROM project_image_count n USING ${added(emptied)}
     WHERE n.organization_id = ${organizationId} AND n.images = 0
       AND n.project_id = added.project_id`.execute(tx.sql);
}

export async function addToProductHoldings(
  organizationId: OrganizationId,
  tx: Transaction,
  additions: readonly ProductAddition[],
): Promise<void> {
  const { rows } = await sql<ProductAddition>`
    INSERT INTO product_holding AS h (organization_id, product_key, images)
    SELECT ${organizationId}::uuid, product_key, images FROM ${addedProducts(additions)} ORDER BY product_key
    ON CONFLICT (organization_id, product_key) DO UPDATE SET images = h.images + excluded.images
    RETURNING h.product_key, h.images`.execute(tx.sql);
  const emptied = rows.filter(({ images }) => images === 0);
  if (emptied.length === 0) return;
  await sql`
    DELETE FROM product_holding h USING ${addedProducts(emptied)}
     WHERE h.organization_id = ${organizationId} AND h.images = 0
       AND h.product_key = added.product_key`.execute(tx.sql);
}

/** Rows of `product_key` and `images`. */
function addedProducts(additions: readonly ProductAddition[]): RawBuilder<unknown> {
  const productKeys = additions.map(({ productKey }) => productKey);
  const images = additions.map((addition) => addition.images);
  return sql`unnest(${productKeys}::uuid[], ${images}::int[]) AS added(product_key, images)`;
}

/** Rows of `project_id`, `software_id` and `images`. */
function added(additions: readonly Addition[]): RawBuilder<unknown> {
  const projectIds = additions.map(({ projectId }) => projectId ?? null);
  const softwareIds = additions.map(({ softwareId }) => softwareId ?? null);
  const images = additions.map((addition) => addition.images);
  return sql`unnest(${projectIds}::uuid[], ${softwareIds}::uuid[], ${images}::int[])
      AS added(project_id, software_id, images)`;
}

/** Counts the kept numbers of an organization that are not what its images say, all of one moment. */
export async function countWrong(organizationId: OrganizationId, db: Transaction): Promise<number> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ wrong: number }>`
    WITH live AS MATERIALIZED (
      SELECT i.id, i.project_id, i.software_ids FROM image_tag i WHERE i.organization_id = ${own} AND i.deleted_at IS NULL
    ), truth AS (
      SELECT project_id, held.id AS software_id, NULL::uuid AS product_key, count(*)::int AS images
        FROM live, unnest(software_ids) AS held(id) GROUP BY project_id, held.id
      UNION ALL SELECT NULL, held.id, NULL, count(*)::int FROM live, unnest(software_ids) AS held(id) GROUP BY held.id
      UNION ALL SELECT project_id, NULL, NULL, count(*)::int FROM live GROUP BY project_id
      UNION ALL SELECT NULL, NULL, each.product_key, count(*)::int FROM (
        SELECT live.id, product.key AS product_key FROM live, unnest(software_ids) AS held(id)
          JOIN ${productsOfSoftware(own)} product ON product.software_id = held.id GROUP BY live.id, product.key
      ) each GROUP BY each.product_key
    ), kept AS (
      SELECT project_id, software_id, NULL::uuid AS product_key, images FROM ${holdings(own, {})} of_projects
      UNION ALL SELECT NULL, software_id, NULL, images FROM ${heldSoftware(own)} of_software
      UNION ALL SELECT project_id, NULL, NULL, images FROM ${imagesOfProjects(own)} of_images
      UNION ALL SELECT NULL, NULL, product_key, images FROM ${heldProducts(own)} of_products
    )
    SELECT count(*)::int AS wrong FROM (
      (SELECT * FROM truth EXCEPT SELECT * FROM kept) UNION ALL (SELECT * FROM kept EXCEPT SELECT * FROM truth)
    ) either`.execute(db.sql);
  return rows[0]?.wrong ?? 0;
}

/** Rows of `software_id` and the `key` of its product. */
function productsOfSoftware(own: RawBuilder<string>): RawBuilder<unknown> {
  return sql`(SELECT s.id AS software_id, c.product_key AS key
    FROM software s JOIN software_cycle c ON c.organization_id = ${own} AND c.id = s.software_cycle_id
    WHERE s.organization_id = ${own})`;
}

/**
 * Counts all of an organization from its images and puts that in the place of what is kept. To be called in a transaction
 * that has seen nothing yet: it sees one moment alone, and fails as a write conflict where another one adds up meanwhile.
 * @returns false where the organization is being deleted or moved: nothing was done
 */
export async function countAnew(organizationId: OrganizationId, tx: Transaction): Promise<boolean> {
  await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(tx.sql);
  if (!(await tryShareMatching(organizationId, tx))) return false;
  for (const table of [
    'project_holding',
    'software_holding',
    'project_image_count',
    'holding_change',
    'product_holding',
    'product_holding_change',
  ])
    await sql`DELETE FROM ${sql.table(table)} WHERE organization_id = ${organizationId}`.execute(
      tx.sql,
    );
  await sql`
    INSERT INTO project_holding (organization_id, project_id, software_id, images)
    SELECT organization_id, project_id, unnest(software_ids), count(*) FROM image_tag
     WHERE organization_id = ${organizationId} AND deleted_at IS NULL GROUP BY 1, 2, 3`.execute(
    tx.sql,
  );
  await sql`
    INSERT INTO software_holding (organization_id, software_id, images)
    SELECT organization_id, software_id, sum(images) FROM project_holding
     WHERE organization_id = ${organizationId} GROUP BY 1, 2`.execute(tx.sql);
  await sql`
    INSERT INTO project_image_count (organization_id, project_id, images)
    SELECT organization_id, project_id, count(*) FROM image_tag
     WHERE organization_id = ${organizationId} AND deleted_at IS NULL GROUP BY 1, 2`.execute(
    tx.sql,
  );
  await sql`
    INSERT INTO product_holding (organization_id, product_key, images)
    SELECT ${organizationId}::uuid, each.product_key, count(*)
      FROM (
        SELECT i.id, product.key AS product_key
          FROM image_tag i, unnest(i.software_ids) AS held(id)
          JOIN ${productsOfSoftware(anyOrganization(organizationId))} product ON product.software_id = held.id
         WHERE i.organization_id = ${organizationId} AND i.deleted_at IS NULL
         GROUP BY i.id, product.key
      ) each GROUP BY each.product_key`.execute(tx.sql);
  return true;
}
