import { sql } from 'kysely';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import { heldSoftware, holdings, imagesOfProjects } from './sql';

/** Finds the organizations with changes that are not added up yet, of all. Plan: the few changes that there are. */
export async function organizationsWithChanges(db: Transaction): Promise<OrganizationId[]> {
  const rows = await db.sql
    .selectFrom('holdingChange')
    .select('organizationId')
    .distinct()
    .execute();
  return rows.map(({ organizationId }) => mintOrganizationId(organizationId));
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

/** A count that has come to nothing: there is no row for it where nothing is held. */
interface Emptied {
  readonly projectId: string | null;
  readonly softwareId: string | null;
}

/**
 * Adds up to `limit` changes to the counts, and takes them away; tells how many there were. What others are adding is
 * passed by, and rows are written in their order, so that nobody waits for somebody who waits for them.
 */
export async function addUpChanges(
  organizationId: OrganizationId,
  tx: Transaction,
  limit: number,
): Promise<number> {
  const { rows } = await sql<Emptied & { taken: number }>`
    WITH taken AS (
      DELETE FROM holding_change
       WHERE organization_id = ${organizationId} AND id IN (
         SELECT id FROM holding_change WHERE organization_id = ${organizationId} LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING project_id, images, software_ids, counts
    ), held AS MATERIALIZED (
      SELECT taken.project_id, held.software_id, sum(held.images)::int AS images
        FROM taken, unnest(taken.software_ids, taken.counts) AS held(software_id, images)
       GROUP BY taken.project_id, held.software_id HAVING sum(held.images) <> 0
    ), of_projects AS (
      INSERT INTO project_holding AS h (organization_id, project_id, software_id, images)
      SELECT ${organizationId}, project_id, software_id, images FROM held ORDER BY project_id, software_id
      ON CONFLICT (organization_id, project_id, software_id) DO UPDATE SET images = h.images + excluded.images
      RETURNING h.project_id, h.software_id, h.images
    ), of_software AS (
      INSERT INTO software_holding AS h (organization_id, software_id, images)
      SELECT ${organizationId}, software_id, sum(images)::int FROM held
       GROUP BY software_id HAVING sum(images) <> 0 ORDER BY software_id
      ON CONFLICT (organization_id, software_id) DO UPDATE SET images = h.images + excluded.images
      RETURNING h.software_id, h.images
    ), of_images AS (
      INSERT INTO project_image_count AS n (organization_id, project_id, images)
      SELECT ${organizationId}, project_id, sum(images)::int FROM taken
       GROUP BY project_id HAVING sum(images) <> 0 ORDER BY project_id
      ON CONFLICT (organization_id, project_id) DO UPDATE SET images = n.images + excluded.images
      RETURNING n.project_id, n.images
    )
    SELECT counted.taken, empty.project_id, empty.software_id
      FROM (SELECT count(*)::int AS taken FROM taken) counted
      LEFT JOIN (
        SELECT project_id, software_id FROM of_projects WHERE images = 0
        UNION ALL SELECT NULL, software_id FROM of_software WHERE images = 0
        UNION ALL SELECT project_id, NULL FROM of_images WHERE images = 0
      ) empty ON true`.execute(tx.sql);
  await removeEmptied(
    organizationId,
    tx,
    rows.filter(({ projectId, softwareId }) => projectId !== null || softwareId !== null),
  );
  return rows[0]?.taken ?? 0;
}

async function removeEmptied(
  organizationId: OrganizationId,
  tx: Transaction,
  emptied: readonly Emptied[],
): Promise<void> {
  if (emptied.length === 0) return;
  const projectIds = emptied.map(({ projectId }) => projectId);
  const softwareIds = emptied.map(({ softwareId }) => softwareId);
  const gone = sql`unnest(${projectIds}::uuid[], ${softwareIds}::uuid[]) AS gone(project_id, software_id)`;
  await sql`
    DELETE FROM project_holding h USING ${gone}
     WHERE h.organization_id = ${organizationId} AND h.project_id = gone.project_id
       AND h.software_id = gone.software_id AND h.images = 0`.execute(tx.sql);
  await sql`
    DELETE FROM software_holding h USING ${gone}
     WHERE h.organization_id = ${organizationId} AND gone.project_id IS NULL
       AND h.software_id = gone.software_id AND h.images = 0`.execute(tx.sql);
  await sql`
    DELETE FROM project_image_count n USING ${gone}
     WHERE n.organization_id = ${organizationId} AND gone.software_id IS NULL
       AND n.project_id = gone.project_id AND n.images = 0`.execute(tx.sql);
}

/** Counts the kept numbers of an organization that are not what its images say, all of one moment. */
export async function countWrong(organizationId: OrganizationId, db: Transaction): Promise<number> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ wrong: number }>`
    WITH live AS MATERIALIZED (
      SELECT i.project_id, i.software_ids FROM image_tag i WHERE i.organization_id = ${own} AND i.deleted_at IS NULL
    ), truth AS (
      SELECT project_id, held.id AS software_id, count(*)::int AS images
        FROM live, unnest(software_ids) AS held(id) GROUP BY project_id, held.id
      UNION ALL SELECT NULL, held.id, count(*)::int FROM live, unnest(software_ids) AS held(id) GROUP BY held.id
      UNION ALL SELECT project_id, NULL, count(*)::int FROM live GROUP BY project_id
    ), kept AS (
      SELECT project_id, software_id, images FROM ${holdings(own, {})} of_projects
      UNION ALL SELECT NULL, software_id, images FROM ${heldSoftware(own)} of_software
      UNION ALL SELECT project_id, NULL, images FROM ${imagesOfProjects(own)} of_images
    )
    SELECT count(*)::int AS wrong FROM (
      (SELECT * FROM truth EXCEPT SELECT * FROM kept) UNION ALL (SELECT * FROM kept EXCEPT SELECT * FROM truth)
    ) either`.execute(db.sql);
  return rows[0]?.wrong ?? 0;
}

/**
 * Counts all of an organization from its images and puts that in the place of what is kept. To be called in a transaction
 * that has seen nothing yet: it sees one moment alone, and fails as a write conflict where another one adds up meanwhile.
 */
export async function countAnew(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(tx.sql);
  for (const table of [
    'project_holding',
    'software_holding',
    'project_image_count',
    'holding_change',
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
}
