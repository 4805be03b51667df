import { sql, type RawBuilder } from 'kysely';
import type { EolState } from '@/domain/eol/proximity';
import type { ImageSort, LabelCondition } from '@/domain/image/list';
import type { PageRequest } from '@/domain/pagination';
import { foldedWords } from '@/domain/search/question';
import type { SortDirection } from '@/domain/list';
import type { OwnerScope } from '@/domain/team/owner';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Database } from '@/server/platform/db/db';
import { itemsInBatches, pageOfList, withTotal } from '@/server/platform/db/page-rows';
import type { SoftwareClasses } from '@/server/software/service/classes';
import { isOwnedProject } from '@/server/team/sql';
import { COUNT_COLUMNS, countsOf, type StateCounts } from '@/server/software/sql';
import { countHeld, heldImages } from '@/server/holding/sql';
import { hasLabel, isKept, lastSeenAt } from '@/server/inventory/sql';
import { imagesAt, type Past } from '@/server/past/sql';
import {
  countsInBits,
  heldByState,
  holdsAllWords,
  holdsAnyOf,
  holdsInBits,
  IMAGE_COLUMNS,
  imagesFoundBy,
} from '../sql';

/** `search` is folded; null means any. */
export interface ImageFilter {
  readonly search: string | null;
  readonly verified: boolean | null;
  readonly projectId: string | null;
  /** Images holding at least one of these. */
  readonly softwareIds: readonly string[] | null;
  /** And at least one of these. */
  readonly heldIds: readonly string[] | null;
  /** Only these. */
  readonly imageTagIds: readonly string[] | null;
  /** And only those of these, or all but these. */
  readonly running: { readonly ids: readonly string[]; readonly isIn: boolean } | null;
  readonly label: LabelCondition | null;
  /** Only images that were last seen before this instant. */
  readonly seenBefore: Date | null;
  /** Only images of their projects. */
  readonly owner: OwnerScope | null;
  /** Those that are retired, in the place of those that count. */
  readonly isRetired: boolean;
  /** The day that they are looked at as of; null: now. */
  readonly past: Past | null;
}

/** Ties, and equal names, fall back to sort key and id. */
export interface ImageOrder {
  readonly sort: ImageSort;
  readonly direction: SortDirection;
}

export type ImageRow = Awaited<ReturnType<typeof imagePage>>['items'][number];

/** Reads a page of the images that a filter leaves, with the counts of the software in them. */
export async function imagePage(
  organizationId: OrganizationId,
  db: Database,
  filter: ImageFilter,
  classes: SoftwareClasses,
  order: ImageOrder,
  page: PageRequest,
) {
  return withTotal(await imageList(organizationId, db, filter, classes, order, page).execute());
}

/**
 * Counts the images that a filter leaves by the states of the software in them; an image counts in each.
 *
 * Plan: the organization's image_bits, five ANDs for each. With a label, by when they were seen, of retired images and of a day before a scan of the
 * organization's image tags, and for each piece of software that they hold a probe of the classes' hashes: 40 ms for 10,000
 * images of 20 each.
 */
export async function imagesByState(
  organizationId: OrganizationId,
  db: Database,
  filter: ImageFilter,
  classes: SoftwareClasses,
): Promise<StateCounts> {
  const own = anyOrganization(organizationId);
  const isOfBits = isInBits(filter);
  const counts = heldByState(own, classes);
  const held = (state: EolState) => {
    const count = isOfBits ? counts[state] : sql.ref(`counts.${state}`);
    return sql<number>`count(*) FILTER (WHERE ${count} > 0)`.as(state);
  };
  const images = isOfBits
    ? matchingInBits(own, db, filter)
    : matchingImages(own, db, filter).crossJoinLateral(countsOf(classes).as('counts'));
  return images
    .select([held('ended'), held('soon'), held('next'), held('later'), held('unknown')])
    .executeTakeFirstOrThrow();
}

/** Reads all images of the same list in batches. */
export function allImages(
  organizationId: OrganizationId,
  db: Database,
  filter: ImageFilter,
  classes: SoftwareClasses,
  order: ImageOrder,
) {
  return itemsInBatches(db, imageList(organizationId, db, filter, classes, order, null));
}

const ORDERS = {
  asc: sql`key ASC, sort_key, id`,
  desc: sql`key DESC NULLS LAST, sort_key, id`,
} as const satisfies Record<SortDirection, RawBuilder<unknown>>;

/**
 * Selects image tags with the counts of the software in them.
 *
 * Plan: without filters an index-only scan of image_tag_list_idx (image_tag_retired_idx); where it matters what images hold the
 * organization's image_bits; else a scan of the organization's image tags; a sort of ids and keys; then the page's rows by
 * primary key and their counts: 10 to 30 ms for 10,000 images at any page.
 * @param page null: all of them
 */
function imageList(
  organizationId: OrganizationId,
  db: Database,
  filter: ImageFilter,
  classes: SoftwareClasses,
  { sort, direction }: ImageOrder,
  page: PageRequest | null,
) {
  const own = anyOrganization(organizationId);
  // Counted for the order already, all of them: not once more for what is listed.
  const isCounted = page === null && sort === 'ended';
  const isOfBits = isInBits(filter) && isListedInBits(filter, sort);
  const key = isCounted ? sql`counts.ended` : keyOf(sort, own, classes, isOfBits);
  const list = db.sql.with(
    (cte) => cte('matching').materialized(),
    () => {
      const matching = isOfBits
        ? matchingInBits(own, db, filter).crossJoinLateral(
            (isCounted ? countsInBits(own, classes) : NOT_COUNTED).as('counts'),
          )
        : matchingImages(own, db, filter).crossJoinLateral(
            (isCounted ? countsOf(classes) : NOT_COUNTED).as('counts'),
          );
      return matching.select(['i.id', 'i.sortKey', key.as('key'), ...COUNT_COLUMNS]);
    },
  );
  return pageOfList(list, {
    order: ORDERS[direction],
    page,
    counts: (of) => of.selectFrom('matching').select(({ fn }) => fn.countAll<number>().as('total')),
    items: (of) =>
      of
        .selectFrom('page')
        .innerJoin(imagesAt(own, filter.past), (join) =>
          join.on('i.organizationId', '=', own).onRef('i.id', '=', 'page.id'),
        )
        .innerJoin('project as p', (join) =>
          join.on('p.organizationId', '=', own).onRef('p.id', '=', 'i.projectId'),
        )
        .crossJoinLateral((isCounted ? COUNTED : countsOf(classes)).as('counts'))
        .select(['page.position', ...IMAGE_COLUMNS]),
  });
}

/** In the place of counts that are not made yet, and of those that are. */
const NOT_COUNTED = sql<StateCounts>`(SELECT NULL::bigint AS ended, NULL::bigint AS soon, NULL::bigint AS next,
  NULL::bigint AS later, NULL::bigint AS unknown)`;
const COUNTED = sql<StateCounts>`(SELECT page.ended, page.soon, page.next, page.later, page.unknown)`;

function keyOf(
  sort: ImageSort,
  own: RawBuilder<string>,
  { ended }: SoftwareClasses,
  isOfBits: boolean,
) {
  const keys = {
    name: sql`i.sort_key`,
    project: sql`(SELECT p.sort_key FROM project p WHERE p.organization_id = ${own} AND p.id = i.project_id)`,
    latestScan: sql`i.latest_scan_at`,
    lastSeen: sql`${lastSeenAt('i')}`,
    ended: isOfBits
      ? countHeld(own, { ids: ended, isIn: true })
      : sql`(SELECT count(*) FROM (SELECT unnest(i.software_ids) AS id) held
      WHERE held.id = ANY(${ended}::uuid[]))`,
  } as const satisfies Record<ImageSort, RawBuilder<unknown>>;
  return keys[sort];
}

/**
 * Tells whether the bits of images say all that a filter asks of them: they are of those that count now, without labels, and
 * without when they were seen.
 */
const isInBits = ({ past, isRetired, label, seenBefore }: ImageFilter) =>
  past === null && !isRetired && !label && !seenBefore;

/** Tells whether they are worth reading for a list: the names alone are in an index, and when images were seen is not in bits. */
function isListedInBits({ softwareIds, heldIds }: ImageFilter, sort: ImageSort): boolean {
  if (sort === 'ended') return true;
  return (softwareIds !== null || heldIds !== null) && (sort === 'name' || sort === 'project');
}

/** What bits and image tags `i` are both asked for. */
function conditionsOn(own: RawBuilder<string>, filter: ImageFilter): RawBuilder<boolean>[] {
  const { search, verified, projectId, owner, imageTagIds, running, isRetired, past } = filter;
  return [
    ...(search === null ? [] : [isFound(own, search, isRetired || past !== null)]),
    ...(verified === null ? [] : [sql<boolean>`i.verified = ${verified}`]),
    ...(projectId === null ? [] : [sql<boolean>`i.project_id = ${projectId}`]),
    ...(owner ? [isOwnedProject('i.project_id', own, owner)] : []),
    ...(imageTagIds ? [sql<boolean>`i.id = ANY(${imageTagIds}::uuid[])`] : []),
    ...(running ? [sql<boolean>`(i.id = ANY(${running.ids}::uuid[])) = ${running.isIn}`] : []),
  ];
}

const allOf = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`(${sql.join([sql`true`, ...conditions], sql` AND `)})`;

/** The images that a filter leaves, of which {@link isInBits} is true. */
function matchingInBits(own: RawBuilder<string>, db: Database, filter: ImageFilter) {
  const { softwareIds, heldIds } = filter;
  const held = [softwareIds, heldIds].flatMap((ids) => (ids ? [holdsInBits(own, ids)] : []));
  return db.sql
    .selectFrom(heldImages(own).as('i'))
    .where(allOf([...conditionsOn(own, filter), ...held]));
}

function matchingImages(own: RawBuilder<string>, db: Database, filter: ImageFilter) {
  const { label, seenBefore, isRetired, past, softwareIds, heldIds } = filter;
  const held = [softwareIds, heldIds].flatMap((ids) => (ids ? [holdsAnyOf(ids)] : []));
  return db.sql
    .selectFrom(imagesAt(own, past))
    .where('i.organizationId', '=', own)
    .where(isRetired ? sql<boolean>`i.retired_at IS NOT NULL` : sql<boolean>`i.deleted_at IS NULL`)
    .where(
      allOf([
        ...conditionsOn(own, filter),
        ...(label ? [hasLabel('i', label)] : []),
        ...(seenBefore ? [sql<boolean>`${lastSeenAt('i')} < ${seenBefore}::timestamptz`] : []),
        ...held,
      ]),
    );
}

/**
 * Tells whether image tag `i` goes by a search. Of those that count, the ids are read first, from the names alone: as an
 * array, since a planner that cannot know how few there are would go through all rows to join them.
 */
function isFound(own: RawBuilder<string>, search: string, isOfOthers: boolean) {
  const words = foldedWords(search);
  if (isOfOthers || words.length === 0) return sql<boolean>`${holdsAllWords(search)}`;
  return sql<boolean>`i.id = ANY(ARRAY(
      SELECT found.id FROM (${imagesFoundBy(own, words, null)}) found))`;
}

/**
 * Reads label names in order, each with its first `limit` values in order, as many as come to `maxLength` characters:
 * of each name the first, then the second of each, so that no name with long values takes the room of those behind it.
 *
 * Plan: one scan of the organization's image tags, their labels expanded and made distinct by hash before anything
 * is sorted: 30 ms for 10,000 images.
 */
export function labelValues(
  organizationId: OrganizationId,
  db: Database,
  { limit, maxLength }: { readonly limit: number; readonly maxLength: number },
) {
  return db.sql
    .with('seen', (of) =>
      of
        .selectFrom('imageTag as i')
        .crossJoinLateral(
          sql<{ key: string; value: string }>`jsonb_each_text(i.labels)`.as('label'),
        )
        .select(['label.key as name', 'label.value'])
        .distinct()
        .where('i.organizationId', '=', anyOrganization(organizationId))
        .where('i.deletedAt', 'is', null),
    )
    .with('numbered', (of) =>
      of
        .selectFrom('seen')
        .select(['name', 'value'])
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((part) => part.partitionBy('name').orderBy('value'))
            .as('position'),
        ),
    )
    .with('measured', (of) =>
      of
        .selectFrom('numbered')
        .select(['name', 'value'])
        .select(
          sql<number>`sum(length(name) + length(value)) OVER (ORDER BY position, name)`.as(
            'length',
          ),
        )
        .where('position', '<=', limit),
    )
    .selectFrom('measured')
    .select('name')
    .select(({ fn }) => fn.agg<string[]>('array_agg', ['value']).orderBy('value').as('values'))
    .where('length', '<=', maxLength)
    .groupBy('name')
    .orderBy('name')
    .execute();
}

export type ImageDetailRow = NonNullable<Awaited<ReturnType<typeof imageById>>>;

/** Finds one image tag with its project, counts and latest scan. Plan: primary keys. */
export async function imageById(
  organizationId: OrganizationId,
  db: Database,
  imageTagId: string,
  classes: SoftwareClasses,
) {
  const own = anyOrganization(organizationId);
  const row = await db.sql
    .selectFrom('imageTag as i')
    .innerJoin('project as p', (join) =>
      join.on('p.organizationId', '=', own).onRef('p.id', '=', 'i.projectId'),
    )
    .leftJoin('scan', (join) =>
      join.on('scan.organizationId', '=', own).onRef('scan.id', '=', 'i.latestScanId'),
    )
    .leftJoin('inventory', (join) =>
      join.on('inventory.organizationId', '=', own).onRef('inventory.id', '=', 'i.inventoryId'),
    )
    .crossJoinLateral(countsOf(classes).as('counts'))
    .select(IMAGE_COLUMNS)
    .select(['i.repoDigests', 'i.location', 'i.distro', 'i.latestScanId'])
    .select(['scan.callerKind', 'scan.callerName', 'scan.commitHash'])
    .select(['i.matchedCount', 'i.distributionCount', 'i.unknownCount'])
    .select(['i.distributionProduct', 'i.distributionCycle'])
    .select([
      // Whether the last scanner had read the policies before; null where that means nothing.
      sql<boolean | null>`(scan.answer ->> 'policiesRead')::boolean`.as('policiesRead'),
      sql<number>`coalesce(cardinality(inventory.component_ids), 0)`.as('componentCount'),
    ])
    .where('i.organizationId', '=', own)
    .where('i.id', '=', imageTagId)
    .where(isKept('i'))
    .executeTakeFirst();
  return row ?? null;
}

/** Tells whether an image exists, retired or not; false for one of another organization, too, and for one of a deleted project. */
export async function imageExists(
  organizationId: OrganizationId,
  db: Database,
  imageTagId: string,
): Promise<boolean> {
  const where = { id: imageTagId, OR: [{ deletedAt: null }, { retiredAt: { not: null } }] };
  return (await db.of(organizationId).imageTag.findFirst({ where, select: { id: true } })) !== null;
}

/** Finds what an SBOM says of its subject. Plan: the primary key. */
export async function imageSubject(
  organizationId: OrganizationId,
  db: Database,
  imageTagId: string,
) {
  const row = await db.sql
    .selectFrom('imageTag as i')
    .select(['i.id', 'i.kind', 'i.name', 'i.tag', 'i.digest', 'i.labels', 'i.distro'])
    .select(['i.distributionProduct', 'i.distributionCycle', 'i.latestScanId'])
    .where('i.organizationId', '=', anyOrganization(organizationId))
    .where('i.id', '=', imageTagId)
    .where(isKept('i'))
    .executeTakeFirst();
  return row ?? null;
}
