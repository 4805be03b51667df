import { sql, type RawBuilder } from 'kysely';
import type { ContractScope } from '@/domain/contract/contract';
import type { Day } from '@/domain/eol/calendar';
import { ownersLock } from '@/server/holding/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import { coverageLock, coveredNames, coversAnything, ENDED_BY } from './sql';

/** Whose findings are looked at: those of one image, of some projects, or all of the organization. */
export type CoveredPart =
  'all' | { readonly imageTagIds: readonly string[] } | { readonly projectIds: readonly string[] };

/** Takes a shared lock, as whoever writes findings does until they end. */
export async function shareLock(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(${coverageLock(organizationId)})`.execute(tx.sql);
}

/** Waits until those who write findings have ended; those that come after wait for its transaction. */
export async function lockAlone(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${coverageLock(organizationId)})`.execute(tx.sql);
}

/** Waits until those who give projects other owners have ended, as these wait for it. @returns false when there is no such organization */
export async function lockOwners(
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<boolean> {
  // In the order in which those take them who change teams and rules.
  const row = await tx.sql
    .selectFrom('organization')
    .select('id')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  await sql`SELECT pg_advisory_xact_lock(${ownersLock(organizationId)})`.execute(tx.sql);
  return row !== undefined;
}

/** Keeps the projects of images, and so their owners, as they are until the transaction ends. Locked in the order of their ids. */
export async function shareProjectsOf(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagIds: readonly string[],
): Promise<void> {
  const own = anyOrganization(organizationId);
  await sql`
    SELECT p.id FROM project p
     WHERE p.organization_id = ${own} AND p.id IN (
       SELECT t.project_id FROM image_tag t
        WHERE t.organization_id = ${own} AND t.id = ANY(${imageTagIds}::uuid[]))
     ORDER BY p.id FOR SHARE`.execute(tx.sql);
}

/** Whether any contract has begun. In a statement of its own, after the lock: it must see what was changed before. */
export async function isAnyBegun(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<boolean> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ covers: boolean }>`
    SELECT ${coversAnything(own)} AS covers`.execute(db.sql);
  return rows[0]?.covers ?? false;
}

/**
 * Whether any contract is for a team, so that the owner of a project decides what is covered in it.
 * @param teamId of this one; left out: of whichever
 */
export async function isAnyOfTeam(
  organizationId: OrganizationId,
  db: Transaction,
  teamId?: string,
): Promise<boolean> {
  const scope = 'team' as const;
  const found = {
    where: teamId === undefined ? { scope } : { scope, teamId },
    select: { id: true },
  };
  return (await db.of(organizationId).contract.findFirst(found)) !== null;
}

/**
 * The findings that are not of the software that they should be of, as `wrong`, to be put after WITH: for each project and
 * upstream cycle the contract that covers it and ends last, of those that have begun; without one the upstream software.
 *
 * Plan: the contracts' lines with the organization's cycles, some hundreds to thousands; only findings of cycles that are
 * covered or may be, by software_organization_id_software_cycle_id_idx and finding (organization, software), their images
 * by primary key; then each project with each cycle that its images hold, not with all that are covered: with 100 products
 * in 2,000 projects that took 3 s for each statement.
 */
function wrongFindings(own: RawBuilder<string>, part: CoveredPart): RawBuilder<unknown> {
  const isOfPart = (imageTagId: string, projectId: string) => {
    if (part === 'all') return sql`true`;
    return 'imageTagIds' in part
      ? sql`${sql.ref(imageTagId)} = ANY(${[...part.imageTagIds]}::uuid[])`
      : sql`${sql.ref(projectId)} = ANY(${part.projectIds}::uuid[])`;
  };
  return sql`
    ${coveredNames(own)},
    covered AS MATERIALIZED (
      SELECT k.id AS contract_id, k.scope, k.project_id, k.team_id, k.ends_on, c.id AS cycle_id
        FROM contract k
        JOIN covered_name w ON w.contract_id = k.id
        JOIN software_cycle c ON c.organization_id = ${own} AND c.contract_id IS NULL
         AND c.search_text = w.key AND (w.cycle IS NULL OR w.cycle = c.cycle)
       WHERE k.organization_id = ${own} AND k.has_begun),
    found AS MATERIALIZED (
      SELECT f.id AS finding_id, f.image_tag_id, t.project_id, s.artifact_type, c.contract_id AS known_id,
             coalesce(s.upstream_id, s.id) AS upstream_software_id, coalesce(c.upstream_id, c.id) AS upstream_cycle_id
        FROM software_cycle c
        JOIN software s ON s.organization_id = ${own} AND s.software_cycle_id = c.id
        JOIN finding f ON f.organization_id = ${own} AND f.software_id = s.id
        JOIN image_tag t ON t.organization_id = ${own} AND t.id = f.image_tag_id
         AND ${isOfPart('t.id', 't.project_id')}
       WHERE c.organization_id = ${own} AND (c.contract_id IS NOT NULL OR c.id IN (SELECT cycle_id FROM covered))),
    place AS MATERIALIZED (
      SELECT DISTINCT ON (q.project_id, q.cycle_id) q.project_id, q.cycle_id, v.contract_id
        FROM (SELECT DISTINCT project_id, upstream_cycle_id AS cycle_id FROM found) q
        JOIN covered v ON v.cycle_id = q.cycle_id
        JOIN project p ON p.organization_id = ${own} AND p.id = q.project_id
         AND (v.scope = 'organization' OR p.id = v.project_id OR p.owner_team_id = v.team_id)
       ORDER BY q.project_id, q.cycle_id, v.ends_on DESC, v.contract_id),
    wrong AS MATERIALIZED (
      SELECT found.*, place.contract_id
        FROM found
        LEFT JOIN place ON place.project_id = found.project_id AND place.cycle_id = found.upstream_cycle_id
       WHERE found.known_id IS DISTINCT FROM place.contract_id)`;
}

/** Software that findings are to be of; `contractId` null: as nobody covers it. */
export interface NeededSoftware {
  readonly contractId: string | null;
  readonly cycleId: string;
  readonly softwareId: string;
  readonly productName: string;
  readonly cycle: string;
  readonly artifactType: string;
}

/** Lists the software that findings are not of, and should be. Plan: as {@link wrongFindings}. */
export async function findNeeded(
  organizationId: OrganizationId,
  tx: Transaction,
  part: CoveredPart,
): Promise<NeededSoftware[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<NeededSoftware>`
    WITH ${wrongFindings(own, part)}
    SELECT DISTINCT wrong.contract_id, wrong.upstream_cycle_id AS cycle_id, wrong.upstream_software_id AS software_id,
           c.product_name, c.cycle, wrong.artifact_type
      FROM wrong JOIN software_cycle c ON c.organization_id = ${own} AND c.id = wrong.upstream_cycle_id`.execute(
    tx.sql,
  );
  return rows;
}

/** Lists the images whose findings are not of the software that they should be of. Plan: as {@link wrongFindings}. */
export async function findWrongImages(
  organizationId: OrganizationId,
  db: Transaction,
  part: CoveredPart = 'all',
): Promise<string[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ imageTagId: string }>`
    WITH ${wrongFindings(own, part)}
    SELECT DISTINCT image_tag_id FROM wrong ORDER BY image_tag_id`.execute(db.sql);
  return rows.map(({ imageTagId }) => imageTagId);
}

/** A cycle under a contract that is to be stored. */
export interface NewCoveredCycle {
  readonly id: string;
  readonly cycleKey: string;
  readonly contractId: string;
  readonly upstreamId: string;
}

/**
 * Stores cycles under contracts, unless they are. The upstream ones are locked, so that nobody writes them between the
 * copy and the trigger that keeps it.
 */
export async function insertCoveredCycles(
  organizationId: OrganizationId,
  tx: Transaction,
  cycles: readonly NewCoveredCycle[],
): Promise<void> {
  const own = anyOrganization(organizationId);
  await sql`
    WITH given AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(cycles)})
        AS g(id uuid, "cycleKey" uuid, "contractId" uuid, "upstreamId" uuid)),
    upstream AS MATERIALIZED (
      SELECT c.* FROM software_cycle c
       WHERE c.organization_id = ${own} AND c.id IN (SELECT "upstreamId" FROM given)
       ORDER BY c.cycle_key FOR SHARE OF c)
    INSERT INTO software_cycle (
      organization_id, id, product_name, product_key, cycle, cycle_key, product_permalink, search_text, sort_key, lts,
      released_on, latest_release, latest_released_on, first_seen_on, scanner_eol_on, scanner_ended, scanner_eol_is_plain,
      catalog_eol_on, catalog_ended, catalog_inferred_from, override_eol_on, eol_on, eol_on_known, eol_source, updated_at,
      contract_id, upstream_id, upstream_eol_on, upstream_eol_on_known, upstream_eol_source, covered_from, covered_until)
    SELECT u.organization_id, given.id, u.product_name, u.product_key, u.cycle, given."cycleKey", u.product_permalink,
           u.search_text, u.sort_key, u.lts, u.released_on, u.latest_release, u.latest_released_on, u.first_seen_on,
           u.scanner_eol_on, u.scanner_ended, u.scanner_eol_is_plain, u.catalog_eol_on, u.catalog_ended,
           u.catalog_inferred_from, u.override_eol_on, u.eol_on, u.eol_on_known, u.eol_source, u.updated_at,
           k.id, u.id, u.eol_on, u.eol_on_known, u.eol_source, k.starts_on, k.ends_on
      FROM given
      JOIN upstream u ON u.id = given."upstreamId"
      JOIN contract k ON k.organization_id = ${own} AND k.id = given."contractId"
    ON CONFLICT (organization_id, cycle_key) DO NOTHING`.execute(tx.sql);
}

/** Software under a contract that is to be stored; its cycle is found by its key. */
export interface NewCoveredSoftware {
  readonly id: string;
  readonly softwareKey: string;
  readonly cycleKey: string;
  readonly upstreamId: string;
  readonly artifactType: string;
}

/** Stores software under contracts, unless it is. */
export async function insertCoveredSoftware(
  organizationId: OrganizationId,
  tx: Transaction,
  software: readonly NewCoveredSoftware[],
): Promise<void> {
  const own = anyOrganization(organizationId);
  await sql`
    INSERT INTO software (organization_id, id, software_cycle_id, artifact_type, software_key, upstream_id)
    SELECT c.organization_id, g.id, c.id, g."artifactType", g."softwareKey", g."upstreamId"
      FROM json_to_recordset(${JSON.stringify(software)})
        AS g(id uuid, "softwareKey" uuid, "cycleKey" uuid, "upstreamId" uuid, "artifactType" text)
      JOIN software_cycle c ON c.organization_id = ${own} AND c.cycle_key = g."cycleKey"
     ORDER BY g."softwareKey"
    ON CONFLICT (organization_id, software_key) DO NOTHING`.execute(tx.sql);
}

/**
 * Locks the images whose findings are not of the software that they should be of, before anything of theirs is written:
 * in this order whoever deletes images takes them, too.
 */
export async function lockWrongImages(
  organizationId: OrganizationId,
  tx: Transaction,
  part: CoveredPart,
): Promise<string[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ id: string }>`
    WITH ${wrongFindings(own, part)}
    SELECT t.id FROM image_tag t
     WHERE t.organization_id = ${own} AND t.id IN (SELECT image_tag_id FROM wrong)
     ORDER BY t.id FOR NO KEY UPDATE`.execute(tx.sql);
  return rows.map(({ id }) => id);
}

/** Makes findings, open and closed ones with all their intervals, those of the software that they should be of. */
export async function moveFindings(
  organizationId: OrganizationId,
  tx: Transaction,
  part: CoveredPart,
): Promise<void> {
  const own = anyOrganization(organizationId);
  await sql`
    WITH ${wrongFindings(own, part)},
    target AS (
      SELECT wrong.finding_id, wrong.upstream_software_id AS software_id FROM wrong WHERE wrong.contract_id IS NULL
      UNION ALL
      SELECT wrong.finding_id, s.id
        FROM wrong
        JOIN software s ON s.organization_id = ${own} AND s.upstream_id = wrong.upstream_software_id
        JOIN software_cycle c ON c.organization_id = ${own} AND c.id = s.software_cycle_id
         AND c.contract_id = wrong.contract_id),
    moved AS (
      UPDATE finding f SET software_id = target.software_id
        FROM target WHERE f.organization_id = ${own} AND f.id = target.finding_id
      RETURNING f.id, f.software_id)
    UPDATE finding_interval i SET software_id = moved.software_id
      FROM moved WHERE i.organization_id = ${own} AND i.finding_id = moved.id`.execute(tx.sql);
}

/** Makes the lists of software of images say what their open findings say; of retired ones, those that were open then. */
export async function refreshHeldSoftware(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagIds: readonly string[],
): Promise<void> {
  const own = anyOrganization(organizationId);
  await sql`
    UPDATE image_tag t SET software_ids = held.ids, catalog_software_ids = held.catalog_ids
      FROM unnest(${imageTagIds}::uuid[]) AS given(id)
     CROSS JOIN LATERAL (
       SELECT coalesce(array_agg(f.software_id), '{}') AS ids,
              coalesce(array_agg(f.software_id) FILTER (WHERE cardinality(f.component_ids) = 0), '{}') AS catalog_ids
         FROM image_tag i
         JOIN finding f ON f.organization_id = ${own} AND f.image_tag_id = i.id
          AND (f.is_open OR f.id = ANY(i.retired_finding_ids))
        WHERE i.organization_id = ${own} AND i.id = given.id) held
     WHERE t.organization_id = ${own} AND t.id = given.id AND (t.deleted_at IS NULL OR t.retired_at IS NOT NULL)`.execute(
    tx.sql,
  );
}

/** Writes the term of a contract to the cycles under it; a trigger makes their ends of it. */
export async function updateTerm(
  organizationId: OrganizationId,
  tx: Transaction,
  contractId: string,
  { startsOn, endsOn }: { readonly startsOn: Day; readonly endsOn: Day },
  at: Date,
): Promise<void> {
  await sql`
    UPDATE software_cycle SET covered_from = ${startsOn}, covered_until = ${endsOn}, updated_at = ${at}
     WHERE organization_id = ${organizationId} AND contract_id = ${contractId}
       AND (covered_from, covered_until) IS DISTINCT FROM (${startsOn}::date, ${endsOn}::date)`.execute(
    tx.sql,
  );
}

/**
 * Deletes the cycles under a contract. What findings are of stays, and the contract with it.
 * @param part with `unnamed` those alone that it covers no more, as its lines are others: they say what it covered
 */
export async function removeCovered(
  organizationId: OrganizationId,
  tx: Transaction,
  contractId: string,
  part: 'all' | 'unnamed' = 'all',
): Promise<void> {
  const own = anyOrganization(organizationId);
  const names = part === 'all' ? sql`` : sql`WITH ${coveredNames(own)}`;
  const isRemoved =
    part === 'all'
      ? sql`true`
      : sql`c.upstream_id NOT IN (
         SELECT u.id FROM covered_name w
           JOIN software_cycle u ON u.organization_id = ${own} AND u.contract_id IS NULL
            AND u.search_text = w.key AND (w.cycle IS NULL OR w.cycle = u.cycle)
          WHERE w.contract_id = ${contractId})`;
  await sql`
    ${names}
    DELETE FROM software s USING software_cycle c
     WHERE s.organization_id = ${own} AND c.organization_id = ${own} AND c.id = s.software_cycle_id
       AND c.contract_id = ${contractId} AND ${isRemoved}
       AND NOT EXISTS (SELECT FROM finding f WHERE f.organization_id = ${own} AND f.software_id = s.id)`.execute(
    tx.sql,
  );
  await sql`
    DELETE FROM software_cycle c
     WHERE c.organization_id = ${own} AND c.contract_id = ${contractId}
       AND NOT EXISTS (SELECT FROM software s WHERE s.organization_id = ${own} AND s.software_cycle_id = c.id)`.execute(
    tx.sql,
  );
}

/** A contract that covers a cycle in a project. */
export interface CoveringContract {
  readonly cycleKey: string;
  readonly contractId: string;
  readonly vendor: string;
  readonly scope: ContractScope;
  readonly place: string | null;
  readonly endsOn: Day;
  /** The day on which it was known that the cycle has ended on an unknown day; null: it is not stored, or not as such. */
  readonly endedBy: Day | null;
}

/**
 * Finds what covers cycles in the project of a name: of several contracts the one that ends last. A project that there is
 * not, and none (null), has those of the organization alone. Plan: the cycles with the lines of contracts, of which there are few.
 * @param cycles by what scanners call them, folded
 */
export async function findCovering(
  organizationId: OrganizationId,
  db: Transaction,
  projectKey: string | null,
  cycles: readonly {
    readonly cycleKey: string;
    readonly nameKey: string;
    readonly cycle: string;
  }[],
): Promise<CoveringContract[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<CoveringContract>`
    WITH ${coveredNames(own)}
    SELECT DISTINCT ON (g."cycleKey") g."cycleKey" AS cycle_key, k.id AS contract_id, k.vendor, k.scope, k.ends_on,
           CASE k.scope WHEN 'project' THEN p.name WHEN 'team' THEN t.name END AS place, ${ENDED_BY} AS ended_by
      FROM json_to_recordset(${JSON.stringify(cycles)}) AS g("cycleKey" uuid, "nameKey" text, cycle text)
      JOIN covered_name w ON w.key = g."nameKey" AND (w.cycle IS NULL OR w.cycle = g.cycle)
      JOIN contract k ON k.organization_id = ${own} AND k.id = w.contract_id AND k.has_begun
      LEFT JOIN project p ON p.organization_id = ${own} AND p.name_key = ${projectKey}::uuid AND p.deleted_at IS NULL
      LEFT JOIN team t ON t.organization_id = ${own} AND t.id = k.team_id
      LEFT JOIN software_cycle c ON c.organization_id = ${own} AND c.cycle_key = g."cycleKey"
     WHERE k.scope = 'organization' OR p.id = k.project_id OR p.owner_team_id = k.team_id
     ORDER BY g."cycleKey", k.ends_on DESC, k.id`.execute(db.sql);
  return rows;
}
