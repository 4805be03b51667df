import { sql } from 'kysely';
import type { ItemOwner } from '@/domain/message/software-key';
import { fullName } from '@/domain/waiver/set';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import type { WaiverRow } from './waivers';

/** Where images of one owner hold what a waiver is for, in its place. */
export interface WaivedHolder {
  readonly waiverId: string;
  /** Null: nobody owns these projects. */
  readonly owner: ItemOwner | null;
  readonly images: number;
  readonly projects: number;
  /** Some of the images, as `name:tag`, the first by name. */
  readonly named: readonly string[];
}

/**
 * Counts by owner the images that some waivers cover now, under contracts or not; of one that covers none there is no row.
 * Places are those of `WaiverSet`. Plan: for each waiver its cycle by name and those of it under contracts by
 * (organization_id, upstream_id), then as `placesOfCycles`.
 */
export async function findWaivedHolders(
  organizationId: OrganizationId,
  db: Transaction,
  waivers: readonly WaiverRow[],
  named: number,
): Promise<WaivedHolder[]> {
  if (waivers.length === 0) return [];
  const own = anyOrganization(organizationId);
  const fullNames = waivers.map(({ id, imageName }) => ({
    id,
    fullName: imageName === null ? null : fullName(imageName),
  }));
  const { rows } = await sql<WaivedHolder>`
    SELECT held.waiver_id, held.images, held.projects, held.named,
           CASE WHEN team.id IS NOT NULL
                THEN json_build_object('teamId', team.id, 'name', team.name, 'email', team.email) END AS owner
      FROM (
        SELECT w.id AS waiver_id, p.owner_team_id, count(DISTINCT t.id) AS images,
               count(DISTINCT t.project_id) AS projects,
               (array_agg(DISTINCT t.name || ':' || t.tag))[1:${named}] AS named
          FROM json_to_recordset(${JSON.stringify(fullNames)}) AS given(id uuid, "fullName" text)
          JOIN waiver w ON w.organization_id = ${own} AND w.id = given.id
          JOIN software_cycle u ON u.organization_id = ${own} AND u.cycle_key = w.cycle_key
         CROSS JOIN LATERAL (
           SELECT u.id
           UNION ALL SELECT v.id FROM software_cycle v WHERE v.organization_id = ${own} AND v.upstream_id = u.id) c
          JOIN software s ON s.organization_id = ${own} AND s.software_cycle_id = c.id
          JOIN finding f ON f.organization_id = ${own} AND f.software_id = s.id AND f.is_open
          JOIN image_tag t ON t.organization_id = ${own} AND t.id = f.image_tag_id AND t.deleted_at IS NULL
          JOIN project p ON p.organization_id = ${own} AND p.id = t.project_id
         WHERE (w.scope <> 'team' OR p.owner_team_id = w.team_id)
           AND (w.project_name IS NULL OR p.name = w.project_name)
           AND (w.image_name IS NULL
                OR (t.name = w.image_name OR t.kind = 'image' AND t.canonical_name = given."fullName")
                   AND (w.image_tag IS NULL OR t.tag = w.image_tag))
         GROUP BY w.id, p.owner_team_id) held
      LEFT JOIN team ON team.organization_id = ${own} AND team.id = held.owner_team_id
     ORDER BY held.waiver_id, team.sort_key NULLS LAST`.execute(db.sql);
  return rows;
}
