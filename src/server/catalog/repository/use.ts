import { sql, type RawBuilder, type Selectable } from 'kysely';
import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import { withTotal, type PageRow } from '@/server/platform/db/page-rows';
import type { Tables } from '@/server/prisma-client/tables';
import { estimatedFrom } from '@/server/catalog/sql';
import { heldProducts, heldSoftware, imagesHoldingAnyOf } from '@/server/holding/sql';

/** A product and a name under which scanners may report it. */
export interface ProductName {
  readonly slug: string;
  readonly nameKey: string;
}

/** Selects the software `s` of products `w` by their names, with its cycles `c`. */
function softwareOf(own: RawBuilder<string>, db: Transaction, names: readonly ProductName[]) {
  const wanted = names.map(({ slug, nameKey }) => ({ slug, name_key: nameKey }));
  return db.sql
    .selectFrom(
      sql<ProductName>`json_to_recordset(${JSON.stringify(wanted)})`.as<'w'>(
        sql`w(slug text, name_key text)`,
      ),
    )
    .innerJoin('softwareCycle as c', (join) =>
      join.on('c.organizationId', '=', own).onRef('c.searchText', '=', 'w.nameKey'),
    )
    .innerJoin('software as s', (join) =>
      join.on('s.organizationId', '=', own).onRef('s.softwareCycleId', '=', 'c.id'),
    );
}

/**
 * Selects the open findings `f` of products `w` by their names, with their software cycles `c`.
 *
 * Plan: the organization's cycles by hash join with the names (a hundred products at most), then
 * software_organization_id_software_cycle_id_idx and finding_open_software_idx for each.
 */
function findingsOf(
  organizationId: OrganizationId,
  db: Transaction,
  names: readonly ProductName[],
) {
  const own = anyOrganization(organizationId);
  return softwareOf(own, db, names).innerJoin('finding as f', (join) =>
    join
      .on('f.organizationId', '=', own)
      .onRef('f.softwareId', '=', 's.id')
      .on('f.isOpen', '=', true),
  );
}

/** Columns of what {@link imagesHoldingAnyOf} tells the images of a group of software from. */
const GROUPED = [
  sql<string[]>`array_agg(DISTINCT s.id)`.as('softwareIds'),
  sql<string[]>`array_agg(DISTINCT c.product_key)`.as('productKeys'),
  sql<number>`min(held.images)`.as('heldImages'),
] as const;

/** The images of a group `grouped`: of all software of one product where it is no single `cycle` of it. */
function imagesOfGroup(own: RawBuilder<string>, cycle: RawBuilder<string | null>) {
  return imagesHoldingAnyOf(own, {
    softwareIds: sql`grouped.software_ids`,
    images: sql`grouped.held_images`,
    ofProduct: sql`CASE WHEN ${cycle} IS NULL AND cardinality(grouped.product_keys) = 1 THEN product.images END`,
  }).as('images');
}

/**
 * Counts, for each product by slug, the organization's image tags that hold any of its cycles now, and the cycles
 * that some image holds. A product that no image holds is left out.
 *
 * Plan: the organization's cycles by hash join with the names and the kept counts of what is held; the images of a product
 * that is reported under several names by finding_open_software_idx.
 */
export async function useOfProducts(
  organizationId: OrganizationId,
  db: Transaction,
  names: readonly ProductName[],
) {
  const own = anyOrganization(organizationId);
  const rows = await db.sql
    .with('grouped', () =>
      softwareOf(own, db, names)
        .innerJoin(heldSoftware(own).as('held'), 'held.softwareId', 's.id')
        .select('w.slug')
        .select(GROUPED)
        .select(({ fn }) =>
          fn.count<number>(fn.coalesce('c.upstreamId', 'c.id')).distinct().as('cycles'),
        )
        .groupBy('w.slug'),
    )
    .selectFrom('grouped')
    .leftJoin(heldProducts(own).as('product'), (join) =>
      join.on('product.productKey', '=', sql<string>`grouped.product_keys[1]`),
    )
    .select(['grouped.slug', 'grouped.cycles', imagesOfGroup(own, sql`NULL`)])
    .execute();
  return new Map(rows.map(({ slug, images, cycles }) => [slug, { images, cycles }]));
}

/** An organization's use of one cycle, and the end that its images are judged by. */
export type CycleUse = Omit<Awaited<ReturnType<typeof usesByCycle>>[number], 'slug' | 'cycle'>;

/**
 * Counts the image tags that hold each cycle of products, also cycles that the catalog does not know, with the
 * cycle's end; and with null for the cycle those that hold any of the product's. `eolOn` null: nothing is known;
 * `eolOnKnown` false: it ended on an unknown day, and `eolOn` is the day it was first seen. Plan: as {@link useOfProducts};
 * the images of a cycle that is found as several package types by finding_open_software_idx, too.
 */
export function usesByCycle(
  organizationId: OrganizationId,
  db: Transaction,
  names: readonly ProductName[],
) {
  const own = anyOrganization(organizationId);
  const [slug, cycle] = [sql.ref('w.slug'), sql.ref('c.cycle')];
  return db.sql
    .with('grouped', () =>
      softwareOf(own, db, names)
        .innerJoin(heldSoftware(own).as('held'), 'held.softwareId', 's.id')
        .select(['w.slug', sql<string | null>`${cycle}`.as('cycle')])
        .select(GROUPED)
        .select(({ fn }) => [
          fn.min('c.eolOn').as('eolOn'),
          fn<boolean>('bool_and', ['c.eolOnKnown']).as('eolOnKnown'),
          fn.min(estimatedFrom).as('estimatedFrom'),
        ])
        .groupBy(sql`GROUPING SETS ((${slug}), (${slug}, ${cycle}))`),
    )
    .selectFrom('grouped')
    .leftJoin(heldProducts(own).as('product'), (join) =>
      join.on('product.productKey', '=', sql<string>`grouped.product_keys[1]`),
    )
    .select(['grouped.slug', 'grouped.cycle', 'grouped.eolOn', 'grouped.eolOnKnown'])
    .select(['grouped.estimatedFrom', imagesOfGroup(own, sql`grouped.cycle`)])
    .execute();
}

/** Counts the image tags that hold each cycle of a product that goes by these names. Plan: as {@link findingsOf}. */
export async function imagesOfCycles(
  organizationId: OrganizationId,
  db: Transaction,
  nameKeys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const names = nameKeys.map((nameKey) => ({ slug: '', nameKey }));
  const rows = await findingsOf(organizationId, db, names)
    .select('c.cycle')
    .select(({ fn }) => fn.count<number>('f.imageTagId').distinct().as('images'))
    .groupBy('c.cycle')
    .execute();
  return new Map(rows.map(({ cycle, images }) => [cycle, images]));
}

/** Counts the image tags that hold a cycle of a product, and names the software by which they do. Plan: as {@link findingsOf}. */
export async function useOfOneCycle(
  organizationId: OrganizationId,
  db: Transaction,
  nameKeys: readonly string[],
  cycle: string,
) {
  const names = nameKeys.map((nameKey) => ({ slug: '', nameKey }));
  return findingsOf(organizationId, db, names)
    .select(({ fn }) => [
      fn.count<number>('f.imageTagId').distinct().as('images'),
      sql<string[]>`coalesce(array_agg(DISTINCT s.id), '{}')`.as('softwareIds'),
    ])
    .where('c.cycle', '=', cycle)
    .executeTakeFirstOrThrow();
}

/**
 * Finds the names of everything that some image of the organization holds now, folded.
 *
 * Plan: the organization's software cycles, each looked up in finding_open_software_idx until a first row.
 */
export async function namesInUse(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<string[]> {
  const organization = anyOrganization(organizationId);
  const rows = await db.sql
    .selectFrom('softwareCycle as c')
    .select('c.searchText as name')
    .distinct()
    .where('c.organizationId', '=', organization)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('software as s')
          .innerJoin('finding as f', (join) =>
            join
              .on('f.organizationId', '=', organization)
              .onRef('f.softwareId', '=', 's.id')
              .on('f.isOpen', '=', true),
          )
          .where('s.organizationId', '=', organization)
          .whereRef('s.softwareCycleId', '=', 'c.id'),
      ),
    )
    .execute();
  return rows.map(({ name }) => name);
}

type ImageColumn = 'id' | 'kind' | 'name' | 'tag' | 'latestScanAt';

/** An image tag with the cycles that it holds of a product. */
export type HolderRow = Pick<Selectable<Tables['imageTag']>, ImageColumn> & {
  readonly projectName: string;
  readonly cycles: string[];
};

/**
 * Reads a page of the image tags that hold a product now, by name, tag and id.
 *
 * Plan: the organization's cycles of these names, then software_organization_id_software_cycle_id_idx and
 * finding_open_software_idx for each; their image tags' keys by primary key and a sort of those: 25 ms for a
 * product that 9,000 images hold.
 *
 * @param cycle only image tags that hold this one; null: any
 */
export async function holderPage(
  organizationId: OrganizationId,
  db: Transaction,
  nameKeys: readonly string[],
  cycle: string | null,
  page: PageRequest,
) {
  const organization = anyOrganization(organizationId);
  const having = cycle === null ? sql`` : sql`HAVING bool_or(c.cycle = ${cycle})`;
  const { rows } = await sql<PageRow<HolderRow>>`
    WITH held AS MATERIALIZED (
      SELECT f.image_tag_id AS id, array_agg(DISTINCT c.cycle) AS cycles
        FROM software_cycle c
        JOIN software s ON s.organization_id = ${organization} AND s.software_cycle_id = c.id
        JOIN finding f ON f.organization_id = ${organization} AND f.software_id = s.id AND f.is_open
       WHERE c.organization_id = ${organization} AND c.search_text = ANY(${nameKeys}::text[])
       GROUP BY f.image_tag_id ${having}
    ), page AS (
      SELECT h.id, h.cycles, i.sort_key
        FROM held h JOIN image_tag i ON i.organization_id = ${organization} AND i.id = h.id
       ORDER BY i.sort_key, h.id LIMIT ${page.size} OFFSET ${offsetOf(page)}
    )
    SELECT counted.total, i.id, i.kind, i.name, i.tag, p.name AS project_name, i.latest_scan_at, page.cycles
      FROM (SELECT count(*) AS total FROM held) counted
      LEFT JOIN page ON true
      LEFT JOIN image_tag i ON i.organization_id = ${organization} AND i.id = page.id
      LEFT JOIN project p ON p.organization_id = ${organization} AND p.id = i.project_id
     ORDER BY page.sort_key, page.id`.execute(db.sql);
  return withTotal<HolderRow>(rows);
}
