import { sql, type RawBuilder } from 'kysely';

/**
 * Pieces of SQL that tell how many images hold what, from counts that are kept up beside the images. What was added up is in
 * tables; the changes since then, few, are added as it is read, so that the sum is that of the statement's own moment. See
 * .github/decisions/0087-kept-counts.md.
 */

/** The changes of software that are not added up yet: rows of `project_id`, `software_id` and `images`. */
const pending = (own: RawBuilder<string>) => sql`
    SELECT change.project_id, held.software_id, held.images
    FROM holding_change change, unnest(change.software_ids, change.counts) AS held(software_id, images)
    WHERE change.organization_id = ${own}`;

interface HeldSoftware {
  softwareId: string;
  images: number;
}

/**
 * Counts the images that hold each software, of all that some image holds. Plan: the organization's software_holding, a
 * row for each software, into a hash.
 */
export function heldSoftware(own: RawBuilder<string>): RawBuilder<HeldSoftware> {
  return sql`(
  SELECT counted.software_id, sum(counted.images)::int AS images
  FROM (
    SELECT h.software_id, h.images FROM software_holding h WHERE h.organization_id = ${own}
    UNION ALL
    SELECT change.software_id, change.images FROM (${pending(own)}) change
  ) counted
  GROUP BY counted.software_id HAVING sum(counted.images) > 0)`;
}

/** Which counts are wanted: of some projects `project_id`, of some software `software_id`, or of all. */
export interface HoldingChoice {
  readonly projects?: RawBuilder<boolean> | undefined;
  readonly software?: RawBuilder<boolean> | undefined;
  /** Of some image tags `i` alone: there is nothing kept for that, and all of them are looked at. */
  readonly images?: RawBuilder<boolean> | undefined;
}

interface Holding extends HeldSoftware {
  projectId: string;
}

/**
 * Counts the images of each project that hold each software. Plan: project_holding by its key or by software, all of it
 * where nothing is chosen, without the pairs that have changed: an anti join by hash. To add up all of it would take three
 * times as long.
 */
export function holdings(
  own: RawBuilder<string>,
  { projects = sql<boolean>`true`, software = sql<boolean>`true`, images }: HoldingChoice,
): RawBuilder<Holding> {
  if (images) {
    return sql`(
  SELECT project_id, software_id, count(*)::int AS images
  FROM (
    SELECT i.project_id, unnest(i.software_ids) AS software_id FROM image_tag i
    WHERE i.organization_id = ${own} AND i.deleted_at IS NULL AND ${images}
  ) each
  WHERE ${projects} AND ${software} GROUP BY project_id, software_id)`;
  }
  return sql`(
  SELECT project_id, software_id, images
  FROM (SELECT h.project_id, h.software_id, h.images FROM project_holding h WHERE h.organization_id = ${own}) kept
  WHERE ${projects} AND ${software} AND NOT EXISTS (
    SELECT FROM (${pending(own)}) change
    WHERE change.project_id = kept.project_id AND change.software_id = kept.software_id)
  UNION ALL
  SELECT project_id, software_id, images
  FROM (
    SELECT change.project_id, change.software_id, (sum(change.images) + coalesce(min(h.images), 0))::int AS images
    FROM (${pending(own)}) change
    LEFT JOIN project_holding h ON h.organization_id = ${own}
      AND h.project_id = change.project_id AND h.software_id = change.software_id
    GROUP BY change.project_id, change.software_id
  ) changed
  WHERE images > 0 AND ${projects} AND ${software})`;
}

/** Counts the images of some projects that hold each software, of all that some of these hold. Plan: as {@link holdings}. */
export function heldSoftwareIn(
  own: RawBuilder<string>,
  choice: HoldingChoice,
): RawBuilder<HeldSoftware> {
  return sql`(
  SELECT each.software_id, sum(each.images)::int AS images FROM ${holdings(own, choice)} each GROUP BY each.software_id)`;
}

/** Counts the images of each project that has some. Plan: the organization's project_image_count into a hash. */
export function imagesOfProjects(
  own: RawBuilder<string>,
): RawBuilder<{ projectId: string; images: number }> {
  return sql`(
  SELECT project_id, sum(images)::int AS images
  FROM (
    SELECT n.project_id, n.images FROM project_image_count n WHERE n.organization_id = ${own}
    UNION ALL
    SELECT change.project_id, change.images FROM holding_change change WHERE change.organization_id = ${own}
  ) counted
  GROUP BY project_id HAVING sum(images) > 0)`;
}
