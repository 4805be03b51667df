import { sql } from 'kysely';
import type { ItemOwner } from '@/domain/message/software-key';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';

/** Where projects of one owner hold one version of a package. */
export interface PackagePlaces {
  /** The package URL without qualifiers. */
  readonly purl: string;
  /** Null: nobody owns these projects. */
  readonly owner: ItemOwner | null;
  readonly images: number;
  readonly projects: number;
  /** Some of the images, as `name:tag`, the first by name. */
  readonly named: readonly string[];
  /** The first of them, and its component. */
  readonly imageTagId: string;
  readonly componentId: string;
}

/**
 * Counts by owner the images and projects that hold packages now, of those that an inventory held by an instant. What is
 * kept of inventories and facts is counted after a look: the inventories themselves are read.
 *
 * Plan: one pass over the organization's inventories, their arrays against the components by hash, as each look counts them;
 * then image_tag and project by hash.
 */
export async function placesOfPackages(
  organizationId: OrganizationId,
  db: Transaction,
  componentIds: readonly string[],
  heldBy: Date,
  named: number,
): Promise<PackagePlaces[]> {
  if (componentIds.length === 0) return [];
  const own = anyOrganization(organizationId);
  const { rows } = await sql<PackagePlaces>`
    WITH asked AS MATERIALIZED (
      SELECT k.id, regexp_replace(k.purl, '[?#].*$', '') AS purl
        FROM component k
       WHERE k.organization_id = ${own} AND k.id = ANY(${[...componentIds]}::uuid[]) AND k.purl IS NOT NULL),
    holding AS MATERIALIZED (
      SELECT asked.id AS component_id, asked.purl, v.id AS inventory_id, v.created_at
        FROM inventory v
       CROSS JOIN LATERAL unnest(v.component_ids) AS held(id)
        JOIN asked ON asked.id = held.id
       WHERE v.organization_id = ${own}),
    known AS MATERIALIZED (
      SELECT h.purl FROM holding h GROUP BY h.purl HAVING min(h.created_at) <= ${heldBy}::timestamptz)
    SELECT each.purl, each.images, each.projects, each.named, each.image_tag_id, each.component_id,
           CASE WHEN w.id IS NOT NULL
                THEN json_build_object('teamId', w.id, 'name', w.name, 'email', w.email) END AS owner
      FROM (
        SELECT h.purl, p.owner_team_id, count(DISTINCT t.id)::int AS images,
               count(DISTINCT t.project_id)::int AS projects,
               (array_agg(DISTINCT t.name || ':' || t.tag))[1:${named}] AS named,
               (array_agg(t.id ORDER BY t.name, t.tag, t.id, h.component_id))[1] AS image_tag_id,
               (array_agg(h.component_id ORDER BY t.name, t.tag, t.id, h.component_id))[1] AS component_id
          FROM holding h
          JOIN known ON known.purl = h.purl
          JOIN image_tag t ON t.organization_id = ${own} AND t.inventory_id = h.inventory_id AND t.deleted_at IS NULL
          JOIN project p ON p.organization_id = ${own} AND p.id = t.project_id
         GROUP BY h.purl, p.owner_team_id) each
      LEFT JOIN team w ON w.organization_id = ${own} AND w.id = each.owner_team_id
     ORDER BY each.images DESC, each.purl, w.sort_key NULLS LAST`.execute(db.sql);
  return rows;
}
