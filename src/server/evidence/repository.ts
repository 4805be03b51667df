import { sql, type RawBuilder } from 'kysely';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import { givenRows, type GivenRow } from '@/server/platform/db/given-rows';
import { EVIDENCE, heldDegrees } from './sql';

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

/** A release cycle with the end that it has, be it stored or not. */
export type GivenCycle = GivenRow<
  'softwareCycle',
  'cycleKey' | 'searchText' | 'cycle' | 'eolOn' | 'eolSource'
>;

/**
 * Finds how well the ends of release cycles are known, by their keys; those that are not stored as they would be stored.
 *
 * Plan: software_cycle by (organization, cycle_key), then what {@link EVIDENCE} asks, for each.
 */
export async function findDegrees(
  organizationId: OrganizationId,
  db: Transaction,
  cycles: readonly GivenCycle[],
): Promise<ReadonlyMap<string, EvidenceDegree>> {
  if (cycles.length === 0) return new Map();
  const rows = await db.sql
    .selectFrom(({ selectFrom }) =>
      selectFrom(givenRows('softwareCycle', cycles))
        .leftJoin('softwareCycle as k', (join) =>
          join
            .on('k.organizationId', '=', anyOrganization(organizationId))
            .onRef('k.cycleKey', '=', 'given.cycleKey'),
        )
        .select(['given.cycleKey', 'given.searchText', 'given.cycle', 'k.id'])
        .select(['given.eolOn', 'given.eolSource'])
        .select(anyOrganization(organizationId).as('organizationId'))
        .as('c'),
    )
    .select(['c.cycleKey', EVIDENCE])
    .execute();
  return new Map(rows.map(({ cycleKey, evidence }) => [cycleKey, evidence]));
}

/** Finds how well the ends of stored release cycles are known, by their ids. Plan: software_cycle by primary key. */
export async function findDegreesOfCycles(
  organizationId: OrganizationId,
  db: Transaction,
  cycleIds: readonly string[],
): Promise<ReadonlyMap<string, EvidenceDegree>> {
  if (cycleIds.length === 0) return new Map();
  const rows = await db.sql
    .selectFrom('softwareCycle as c')
    .select(['c.id', EVIDENCE])
    .where('c.organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, fn, val }) => eb('c.id', '=', fn.any(val(cycleIds))))
    .execute();
  return new Map(rows.map(({ id, evidence }) => [id, evidence]));
}

/** Finds how well the ends of software are known, by its ids. Plan: software and cycles by primary key. */
export async function findDegreesOfSoftware(
  organizationId: OrganizationId,
  db: Transaction,
  softwareIds: readonly string[],
): Promise<ReadonlyMap<string, EvidenceDegree>> {
  if (softwareIds.length === 0) return new Map();
  const organization = anyOrganization(organizationId);
  const rows = await db.sql
    .selectFrom('software as s')
    .innerJoin('softwareCycle as c', (join) =>
      join.on('c.organizationId', '=', organization).onRef('c.id', '=', 's.softwareCycleId'),
    )
    .select(['s.id', EVIDENCE])
    .where('s.organizationId', '=', organization)
    .where(({ eb, fn, val }) => eb('s.id', '=', fn.any(val(softwareIds))))
    .execute();
  return new Map(rows.map(({ id, evidence }) => [id, evidence]));
}
