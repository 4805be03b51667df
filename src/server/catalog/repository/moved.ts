import { sql } from 'kysely';
import type { ItemOwner } from '@/domain/message/software-key';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';

/** Where projects of one owner hold one cycle. */
export interface CyclePlaces {
  readonly softwareCycleId: string;
  /** Null: nobody owns these projects. */
  readonly owner: ItemOwner | null;
  readonly images: number;
  readonly projects: number;
  /** Some of the images, as `name:tag`, the first by name. */
  readonly named: readonly string[];
}

/**
 * Counts by owner the images and projects that hold each of some cycles now; where none does there is no row. Plan: for
 * each cycle software_organization_id_software_cycle_id_idx and finding_open_software_idx, then image_tag and project by
 * their keys.
 */
export async function placesOfCycles(
  organizationId: OrganizationId,
  db: Transaction,
  cycleIds: readonly string[],
  named: number,
): Promise<CyclePlaces[]> {
  if (cycleIds.length === 0) return [];
  const own = anyOrganization(organizationId);
  const { rows } = await sql<CyclePlaces>`
    SELECT held.software_cycle_id, held.images, held.projects, held.named,
           CASE WHEN w.id IS NOT NULL
                THEN json_build_object('teamId', w.id, 'name', w.name, 'email', w.email) END AS owner
      FROM (
        SELECT s.software_cycle_id, p.owner_team_id, count(DISTINCT t.id) AS images,
               count(DISTINCT t.project_id) AS projects,
               (array_agg(DISTINCT t.name || ':' || t.tag))[1:${named}] AS named
          FROM software s
          JOIN finding f ON f.organization_id = ${own} AND f.software_id = s.id AND f.is_open
          JOIN image_tag t ON t.organization_id = ${own} AND t.id = f.image_tag_id AND t.deleted_at IS NULL
          JOIN project p ON p.organization_id = ${own} AND p.id = t.project_id
         WHERE s.organization_id = ${own} AND s.software_cycle_id = ANY(${[...cycleIds]}::uuid[])
         GROUP BY s.software_cycle_id, p.owner_team_id) held
      LEFT JOIN team w ON w.organization_id = ${own} AND w.id = held.owner_team_id
     ORDER BY held.software_cycle_id, w.sort_key NULLS LAST`.execute(db.sql);
  return rows;
}
