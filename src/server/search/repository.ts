import { sql } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import type { SoftwareWord } from '@/domain/search/software-words';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization, holdsWords } from '@/server/platform/db/sql';
import type { Database } from '@/server/platform/db/db';
import { isSoftwareNamed, stateAsOf } from '@/server/catalog/sql';
import { heldSoftware, heldSoftwareIn } from '@/server/holding/sql';
import { imagesFoundBy, isFoundBy } from '@/server/image/sql';

/**
 * Finds images whose name and tag hold all words, in order.
 *
 * Plan: the ids by {@link imagesFoundBy}, and their rows by primary key; of retired ones image_tag_retired_idx in its order
 * until there are enough, at worst all of them.
 * @param isRetired whether to look among the retired ones alone, or among the others
 */
export function findImages(
  organizationId: OrganizationId,
  db: Database,
  words: readonly string[],
  { limit, isRetired }: { readonly limit: number; readonly isRetired: boolean },
) {
  const list = images(organizationId, db, limit, isRetired);
  if (!isRetired) {
    const found = imagesFoundBy(anyOrganization(organizationId), words, limit);
    return list
      .where(sql<boolean>`i.id = ANY(ARRAY(SELECT found.id FROM (${found}) found))`)
      .execute();
  }
  return (
    list
      // First what is cheap to see of each, and rules most out.
      .where(holdsWords(sql`i.search_text`, words))
      .where(sql<boolean>`(${sql.join(words.map(isFoundBy), sql` AND `)})`)
      .execute()
  );
}

/** Where something is looked for: in the images of some projects, or in some images. */
export type Place =
  { readonly projectIds: readonly string[] } | { readonly imageTagIds: readonly string[] };

/** Finds images of a place that hold one of some software. */
export function findHolders(
  organizationId: OrganizationId,
  db: Database,
  { place, softwareIds }: { readonly place: Place; readonly softwareIds: readonly string[] },
  limit: number,
) {
  return images(organizationId, db, limit)
    .where(
      'projectIds' in place
        ? sql<boolean>`i.project_id = ANY(${place.projectIds}::uuid[])`
        : sql<boolean>`i.id = ANY(${place.imageTagIds}::uuid[])`,
    )
    .where(sql<boolean>`i.software_ids && ${softwareIds}::uuid[]`)
    .execute();
}

function images(
  organizationId: OrganizationId,
  db: Database,
  limit: number,
  isRetired: boolean = false,
) {
  const own = anyOrganization(organizationId);
  return db.sql
    .selectFrom('imageTag as i')
    .innerJoin('project as p', (join) =>
      join.on('p.organizationId', '=', own).onRef('p.id', '=', 'i.projectId'),
    )
    .select(['i.id', 'i.kind', 'i.name', 'i.tag', 'p.name as projectName'])
    .select(sql<boolean>`i.retired_at IS NOT NULL`.as('isRetired'))
    .where('i.organizationId', '=', own)
    .where(isRetired ? sql<boolean>`i.retired_at IS NOT NULL` : sql<boolean>`i.deleted_at IS NULL`)
    .orderBy('i.sortKey')
    .orderBy('i.id')
    .limit(limit);
}

/** Finds projects whose name holds all words, with the number of their images. */
export function findProjects(
  organizationId: OrganizationId,
  db: Database,
  words: readonly string[],
  limit: number,
) {
  const own = anyOrganization(organizationId);
  return db.sql
    .selectFrom('project as p')
    .select(['p.id', 'p.name'])
    .select(
      sql<number>`(SELECT count(*) FROM image_tag i
        WHERE i.organization_id = ${own} AND i.project_id = p.id AND i.deleted_at IS NULL)`.as(
        'images',
      ),
    )
    .where('p.organizationId', '=', own)
    .where('p.deletedAt', 'is', null)
    .where(holdsWords(sql`p.search_text`, words))
    .orderBy('p.sortKey')
    .orderBy('p.id')
    .limit(limit)
    .execute();
}

/** Finds teams whose name holds all words, with the number of projects that they own. */
export function findTeams(
  organizationId: OrganizationId,
  db: Database,
  words: readonly string[],
  limit: number,
) {
  const own = anyOrganization(organizationId);
  return db.sql
    .selectFrom('team as t')
    .select(['t.id', 't.name'])
    .select(
      sql<number>`(SELECT count(*) FROM project p
        WHERE p.organization_id = ${own} AND p.owner_team_id = t.id AND p.deleted_at IS NULL)`.as(
        'projects',
      ),
    )
    .where('t.organizationId', '=', own)
    .where(holdsWords(sql`t.search_text`, words))
    .orderBy('t.sortKey')
    .limit(limit)
    .execute();
}

export interface SoftwareWanted {
  readonly words: readonly SoftwareWord[];
  readonly today: Day;
}

/** Finds clusters whose name holds all words, with the number of workload containers in each. */
export function findClusters(
  organizationId: OrganizationId,
  db: Database,
  words: readonly string[],
  limit: number,
) {
  const own = anyOrganization(organizationId);
  return db.sql
    .selectFrom('cluster as k')
    .select(['k.id', 'k.name'])
    .select(
      sql<number>`(SELECT count(*) FROM cluster_container c
        WHERE c.organization_id = ${own} AND c.cluster_id = k.id)`.as('containers'),
    )
    .where('k.organizationId', '=', own)
    .where(holdsWords(sql`k.search_text`, words))
    .orderBy('k.sortKey')
    .orderBy('k.id')
    .limit(limit)
    .execute();
}

/**
 * Finds software that is held, those first whose cycle is the version that was asked for, then by product and cycle, with
 * the number of images that hold it.
 *
 * Plan: the organization's cycles and software by hash join, and by hash with the kept counts of what is held.
 */
export function findSoftware(
  organizationId: OrganizationId,
  db: Database,
  wanted: SoftwareWanted,
  limit: number,
) {
  const held = heldSoftware(anyOrganization(organizationId)).as('held');
  return namedSoftware(organizationId, db, wanted)
    .innerJoin(held, 'held.softwareId', 's.id')
    .select('held.images')
    .limit(limit)
    .execute();
}

/** Pieces of named software that are looked for in a place at once; each time they bring too few, four times as many. */
const LOOKED_FOR_FIRST = 64;

/**
 * Finds the same of what a place holds, with the number of its images. Most words name few pieces of software, and
 * where they name many the first ones are mostly held: counting all that the place holds would take ten times as long.
 *
 * Plan: the organization's cycles and software by hash join; then project_holding by its key, for each project and piece, or
 * the images by primary key.
 */
export async function findSoftwareIn(
  organizationId: OrganizationId,
  db: Database,
  place: Place,
  wanted: SoftwareWanted,
  limit: number,
) {
  const own = anyOrganization(organizationId);
  const named = await namedSoftware(organizationId, db, wanted).execute();
  const found: ((typeof named)[number] & { images: number })[] = [];
  for (
    let from = 0, count = LOOKED_FOR_FIRST;
    from < named.length && found.length < limit;
    from += count, count *= 4
  ) {
    const part = named.slice(from, from + count);
    const held = await db.sql
      .selectFrom(
        heldSoftwareIn(own, {
          ...('projectIds' in place
            ? { projects: sql<boolean>`project_id = ANY(${place.projectIds}::uuid[])` }
            : { images: sql<boolean>`i.id = ANY(${place.imageTagIds}::uuid[])` }),
          software: sql<boolean>`software_id = ANY(${part.map(({ id }) => id)}::uuid[])`,
        }).as('held'),
      )
      .select(['held.softwareId', 'held.images'])
      .execute();
    const images = new Map(held.map((row) => [row.softwareId, row.images]));
    found.push(
      ...part.flatMap((software) => {
        const count = images.get(software.id);
        return count === undefined ? [] : [{ ...software, images: count }];
      }),
    );
  }
  return found.slice(0, limit);
}

function namedSoftware(
  organizationId: OrganizationId,
  db: Database,
  { words, today }: SoftwareWanted,
) {
  const own = anyOrganization(organizationId);
  const versions = words.flatMap(({ version }) => (version === null ? [] : [version]));
  return db.sql
    .selectFrom('softwareCycle as c')
    .innerJoin('software as s', (join) =>
      join.on('s.organizationId', '=', own).onRef('s.softwareCycleId', '=', 'c.id'),
    )
    .select(['s.id', 's.artifactType', 'c.productName', 'c.cycle', stateAsOf(today).as('state')])
    .select(sql<boolean>`c.contract_id IS NOT NULL`.as('isCovered'))
    .where('c.organizationId', '=', own)
    .where(isSoftwareNamed(words))
    .orderBy(sql`lower(c.cycle) = ANY(${versions}::text[])`, 'desc')
    .orderBy('c.sortKey')
    .orderBy('c.cycle')
    .orderBy('s.artifactType')
    .orderBy('s.id');
}

/** Lists the names of what is held, of teams, clusters and projects: what a mistyped word can have meant. */
export async function knownNames(
  organizationId: OrganizationId,
  db: Database,
  limit: number,
): Promise<string[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM (
      SELECT DISTINCT c.search_text AS name, 1 AS rank FROM software_cycle c WHERE c.organization_id = ${own}
      UNION ALL SELECT t.search_text, 2 FROM team t WHERE t.organization_id = ${own}
      UNION ALL SELECT k.search_text, 3 FROM cluster k WHERE k.organization_id = ${own}
      UNION ALL SELECT p.search_text, 4 FROM project p
        WHERE p.organization_id = ${own} AND p.deleted_at IS NULL) known
    ORDER BY rank, name LIMIT ${limit}`.execute(db.sql);
  return rows.map(({ name }) => name);
}
