import { sql, type RawBuilder } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';

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

/** What some image tags `i` hold, one by one: rows of `project_id` and `software_id`. */
const heldEach = (own: RawBuilder<string>, images: RawBuilder<boolean>) => sql`
    SELECT i.project_id, unnest(i.software_ids) AS software_id FROM image_tag i
    WHERE i.organization_id = ${own} AND i.deleted_at IS NULL AND ${images}`;

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
  FROM (${heldEach(own, images)}) each
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

/**
 * Counts as {@link holdings}, for statements that want much of them: no row is looked up among the changes by itself, only its
 * project. Plan: project_holding by software, without the projects that have changed (a probe of their hash, none while nothing
 * has); of these it and the changes are added up.
 */
export function manyHoldings(own: RawBuilder<string>, choice: HoldingChoice): RawBuilder<Holding> {
  const { projects = sql<boolean>`true`, software = sql<boolean>`true`, images } = choice;
  if (images) return holdings(own, choice);
  const changed = sql`SELECT c.project_id FROM holding_change c WHERE c.organization_id = ${own}`;
  const kept = sql`
    SELECT project_id, software_id, images
    FROM (SELECT h.project_id, h.software_id, h.images FROM project_holding h WHERE h.organization_id = ${own}) kept
    WHERE ${projects} AND ${software}`;
  // OFFSET 0 keeps that probe out of the index scans, each of which the planner would take to make the hash anew.
  return sql`(
  SELECT project_id, software_id, images FROM (${kept} OFFSET 0) kept WHERE project_id NOT IN (${changed})
  UNION ALL
  SELECT project_id, software_id, sum(images)::int AS images
  FROM (${kept} AND project_id IN (${changed})
    UNION ALL
    SELECT project_id, software_id, images FROM (${pending(own)}) change WHERE ${projects} AND ${software}) counted
  GROUP BY project_id, software_id HAVING sum(images) > 0)`;
}

/**
 * Counts the images of some projects that hold each software, of all that some of these hold. Plan: as {@link holdings}; of
 * some images without a group for each project, which takes twice as long.
 */
export function heldSoftwareIn(
  own: RawBuilder<string>,
  choice: HoldingChoice,
): RawBuilder<HeldSoftware> {
  const { projects = sql<boolean>`true`, software = sql<boolean>`true`, images } = choice;
  if (images) {
    return sql`(
  SELECT software_id, count(*)::int AS images FROM (${heldEach(own, images)}) each
  WHERE ${projects} AND ${software} GROUP BY software_id)`;
  }
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

interface HeldProduct {
  productKey: string;
  images: number;
}

/**
 * Counts the images that hold any software of each product, an image once, of all products that some image holds. Plan: the
 * organization's product_holding, a row for each product, into a hash.
 */
export function heldProducts(own: RawBuilder<string>): RawBuilder<HeldProduct> {
  return sql`(
  SELECT counted.product_key, sum(counted.images)::int AS images
  FROM (
    SELECT h.product_key, h.images FROM product_holding h WHERE h.organization_id = ${own}
    UNION ALL
    SELECT held.product_key, held.images
    FROM product_holding_change change, unnest(change.product_keys, change.counts) AS held(product_key, images)
    WHERE change.organization_id = ${own}
  ) counted
  GROUP BY counted.product_key HAVING sum(counted.images) > 0)`;
}

/** Columns of a group of software, each of which some image holds: what its images can be told from. */
export interface SoftwareGroup {
  /** The software's ids. */
  readonly softwareIds: RawBuilder<readonly string[]>;
  /** The number of images that hold one of them: all there is to know of a group of one. */
  readonly images: RawBuilder<number>;
  /** The kept number of images of a product that the group is all of; null where it is not. */
  readonly ofProduct: RawBuilder<number | null>;
}

/**
 * Counts the images that hold any software of a group, each once. Plan: what is kept of the one software, or of the
 * product; for any other group its entries of finding_open_software_idx.
 */
export function imagesHoldingAnyOf(
  own: RawBuilder<string>,
  { softwareIds, images, ofProduct }: SoftwareGroup,
): RawBuilder<number> {
  return sql`CASE WHEN cardinality(${softwareIds}) = 1 THEN ${images} ELSE coalesce(${ofProduct}, (
    SELECT count(*)::int FROM (
      SELECT FROM finding f
       WHERE f.organization_id = ${own} AND f.software_id = ANY(${softwareIds}) AND f.is_open
       GROUP BY f.image_tag_id) held)) END`;
}

/** An image that counts, as far as its bits or, where they are not true, the image itself say. */
export interface HeldImage {
  organizationId: string;
  id: string;
  projectId: string;
  verified: boolean;
  sortKey: string;
  /** A bit for each number of software; null where it has to be told from the array. */
  held: string | null;
  softwareIds: string[] | null;
}

/**
 * The organization's images that count, by their bits where these are true, for lists that ask all of them what they hold:
 * see .github/decisions/0113-what-images-hold-as-bits.md.
 *
 * Plan: the organization's image_bits, 300 bytes each, and a probe of the hash of those that have changed; these by primary
 * key. Both in a form that stays so whatever the planner takes the few for: all are there after an update of the program.
 */
export function heldImages(own: RawBuilder<string>): RawBuilder<HeldImage> {
  const changed = sql`SELECT unnest(c.image_tag_ids) FROM image_bits_change c WHERE c.organization_id = ${own}`;
  return sql`(
  SELECT b.organization_id, b.image_tag_id AS id, b.project_id, b.verified, b.sort_key, b.held, NULL::uuid[] AS software_ids
    FROM image_bits b
   WHERE b.organization_id = ${own} AND b.image_tag_id NOT IN (${changed})
  UNION ALL
  SELECT t.organization_id, t.id, t.project_id, t.verified, t.sort_key, NULL, t.software_ids
    FROM image_tag t
   WHERE t.organization_id = ${own} AND t.deleted_at IS NULL AND t.id = ANY(ARRAY(${changed})))`;
}

/** Some software: those of these ids, or all but those. */
export interface SoftwareChoice {
  readonly ids: readonly string[];
  readonly isIn: boolean;
}

/**
 * Counts the software of a choice that image `i` of {@link heldImages} holds. Plan: one AND of bits for each image, 0.4 µs for
 * 1,500 software; the choice is made bits once for the statement.
 */
export function countHeld(
  own: RawBuilder<string>,
  { ids, isIn }: SoftwareChoice,
): RawBuilder<number> {
  if (ids.length === 0 && isIn) return sql<number>`0`;
  // Numbers leave no gap, so that each is the place of its bit. No image's bits are longer, but for what fills its last byte.
  // Neither choice is a condition: of one the planner would look at each id by itself.
  const mask = sql`(
      SELECT (string_agg(CASE WHEN (n.software_id IN (SELECT unnest(${ids}::uuid[]))) = ${isIn}::boolean THEN '1' ELSE '0' END, ''
                ORDER BY n.number) || '0000000')::varbit
        FROM software_number n WHERE n.organization_id = ${own})`;
  return sql<number>`CASE WHEN i.held IS NULL THEN (
      SELECT count(*) FILTER (WHERE (held.id = ANY(${ids}::uuid[])) = ${isIn}::boolean)
        FROM (SELECT unnest(i.software_ids) AS id) held)
    WHEN length(i.held) = 0 THEN 0
    ELSE bit_count(i.held & substring(${mask} FROM 1 FOR length(i.held))) END`;
}

/**
 * Names the lock that uploads to an organization and the job of its kept counts share. A move to another catalog takes it alone,
 * and so does `delete_organization` of the database, which names it, too.
 */
export const matchingLock = (organizationId: OrganizationId) =>
  sql`hashtextextended('inventory matching ' || ${organizationId}, 0)`;

/**
 * Names the lock that those share who give projects owners by the rules, as uploads do, and that is taken alone by whoever changes
 * rules, teams or what owners decide on. No lock of a row: as long as somebody shares that, whoever wants it alone is let wait by
 * each who comes to share it, too, and for as long as uploads keep coming.
 */
export const ownersLock = (organizationId: OrganizationId) =>
  sql`hashtextextended('owners of projects ' || ${organizationId}, 0)`;
