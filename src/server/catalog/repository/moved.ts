import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';

/** Where one cycle is held. */
export interface CyclePlaces {
  readonly softwareCycleId: string;
  readonly images: number;
  readonly projects: number;
  /** Some of the images, as `name:tag`, the first by name. */
  readonly named: readonly string[];
}

/**
 * Counts the images and projects that hold each of some cycles now; a cycle that none holds is left out. Plan: for each
 * cycle software_organization_id_software_cycle_id_idx and finding_open_software_idx, then image_tag by its key.
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
    SELECT s.software_cycle_id, count(DISTINCT t.id) AS images, count(DISTINCT t.project_id) AS projects,
           (array_agg(DISTINCT t.name || ':' || t.tag))[1:${named}] AS named
      FROM software s
      JOIN finding f ON f.organization_id = ${own} AND f.software_id = s.id AND f.is_open
      JOIN image_tag t ON t.organization_id = ${own} AND t.id = f.image_tag_id AND t.deleted_at IS NULL
     WHERE s.organization_id = ${own} AND s.software_cycle_id = ANY(${[...cycleIds]}::uuid[])
     GROUP BY s.software_cycle_id`.execute(db.sql);
  return rows;
}
