import { sql } from 'kysely';
import type { ItemOwner } from '@/domain/message/software-key';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';

/** Where projects of one owner hold one cycle. */
export interface CyclePlaces {
  readonly softwareCycleId: string;
  /** Images in which a contract decides on its end. */
  readonly covered: number;
  /** Null: nobody owns these projects. */
  readonly owner: ItemOwner | null;
  readonly images: number;
  readonly projects: number;
  /** Some of the images, as `name:tag`, the first by name. */
  readonly named: readonly string[];
}

/**
 * Counts by owner the images and projects that hold each of some cycles now; where none does there is no row. Plan: the
 * cycles by key or upstream one, for each software_organization_id_software_cycle_id_idx and finding_open_software_idx,
 * then image_tag and project by their keys.
 * @param underContracts those that stand for a cycle under a contract count as the cycle
 */
export async function placesOfCycles(
  organizationId: OrganizationId,
  db: Transaction,
  cycleIds: readonly string[],
  named: number,
  { underContracts = false }: { readonly underContracts?: boolean } = {},
): Promise<CyclePlaces[]> {
  if (cycleIds.length === 0) return [];
  const own = anyOrganization(organizationId);
  const ids = sql`ANY(${[...cycleIds]}::uuid[])`;
  const cycleId = underContracts ? sql`coalesce(c.upstream_id, c.id)` : sql`c.id`;
  const isAsked = underContracts
    ? sql`(c.id = ${ids} OR c.upstream_id = ${ids})`
    : sql`c.id = ${ids}`;
  const { rows } = await sql<CyclePlaces>`
    SELECT held.software_cycle_id, held.images, held.covered, held.projects, held.named,
           CASE WHEN w.id IS NOT NULL
                THEN json_build_object('teamId', w.id, 'name', w.name, 'email', w.email) END AS owner
      FROM (
        SELECT ${cycleId} AS software_cycle_id, p.owner_team_id, count(DISTINCT t.id) AS images,
               count(DISTINCT t.id) FILTER (WHERE c.eol_source = 'contract') AS covered,
               count(DISTINCT t.project_id) AS projects,
               (array_agg(DISTINCT t.name || ':' || t.tag))[1:${named}] AS named
          FROM software_cycle c
          JOIN software s ON s.organization_id = ${own} AND s.software_cycle_id = c.id
          JOIN finding f ON f.organization_id = ${own} AND f.software_id = s.id AND f.is_open
          JOIN image_tag t ON t.organization_id = ${own} AND t.id = f.image_tag_id AND t.deleted_at IS NULL
          JOIN project p ON p.organization_id = ${own} AND p.id = t.project_id
         WHERE c.organization_id = ${own} AND ${isAsked}
         GROUP BY 1, p.owner_team_id) held
      LEFT JOIN team w ON w.organization_id = ${own} AND w.id = held.owner_team_id
     ORDER BY held.software_cycle_id, w.sort_key NULLS LAST`.execute(db.sql);
  return rows;
}
