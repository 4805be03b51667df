import { sql, type RawBuilder } from 'kysely';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import { heldDegrees } from './sql';

/** What packages can be counted by. */
export type CountedBy = 'ecosystem' | 'image' | 'project' | 'team' | 'all';

const PLACES: Readonly<Record<CountedBy, RawBuilder<string | null>>> = {
  image: sql`i.id::text`,
  project: sql`p.id::text`,
  team: sql`p.owner_team_id::text`,
  ecosystem: sql`NULL::text`,
  all: sql`NULL::text`,
};

/** How many packages of a place, or of an ecosystem, have a degree of evidence. */
export interface DegreeCount {
  /** The id of the image, project or team; the ecosystem; null: all, and what no team owns. */
  readonly of: string | null;
  readonly degree: EvidenceDegree;
  readonly packages: number;
}

/**
 * Counts the packages that live images hold by degree, each once in each place. Plan: {@link heldDegrees}.
 * @param imageTagIds only these images; null: all
 */
export async function countHeldDegrees(
  organizationId: OrganizationId,
  db: Transaction,
  by: CountedBy,
  imageTagIds: readonly string[] | null,
): Promise<DegreeCount[]> {
  const isCounted =
    imageTagIds === null ? sql<boolean>`true` : sql<boolean>`i.id = ANY(${imageTagIds}::uuid[])`;
  const held = heldDegrees(anyOrganization(organizationId), PLACES[by], isCounted);
  const of = by === 'ecosystem' ? sql`held.ecosystem` : sql`held.place_id`;
  const { rows } = await sql<DegreeCount>`
    SELECT ${of} AS of, held.evidence AS degree, count(*)::int AS packages
      FROM ${held} held GROUP BY 1, 2 ORDER BY 1, 2`.execute(db.sql);
  return rows;
}
