import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { limitsOf } from '@/server/platform/db/page-rows';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import { CATALOG_CHANNEL, overlayAnnouncement } from './channel';

/** Numbers of overlays are below it, half of what a column holds: an earlier release counts on from one. */
const VERSIONS = 2 ** 30;

/** Finds the number of the organization's overlay; 0 when it has never changed it. Plan: the primary key. */
export async function findOverlayVersion(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<number> {
  const row = await db.of(organizationId).catalogOverlay.findFirst({ select: { version: true } });
  return row?.version ?? 0;
}

/** What a process compares to tell whether it holds an old overlay. */
export interface OverlayState {
  /**
   * Is drawn for each change of the overlay; 0: there was none. Were it counted, a standby that lost the last changes
   * would count up to the same again, and who remembers the lost ones would never know.
   */
  readonly version: number;
  /** Whether there are contracts; what they cover is no part of the overlay. */
  readonly hasContracts: boolean;
}

/**
 * Finds the states of the overlays of organizations. Plan: catalog_overlay and contract by their keys, once each. Two
 * statements: a database that is spread joins nothing to ids that are given.
 */
export async function findOverlayStates(
  db: Transaction,
  organizationIds: readonly OrganizationId[],
): Promise<ReadonlyMap<string, OverlayState>> {
  const ids = [...organizationIds];
  const [overlays, contracts] = await Promise.all([
    sql<{ organizationId: string; version: number }>`
      SELECT organization_id, version FROM catalog_overlay
       WHERE organization_id = ANY(${ids}::uuid[])`.execute(db.sql),
    sql<{ organizationId: string }>`
      SELECT DISTINCT organization_id FROM contract
       WHERE organization_id = ANY(${ids}::uuid[])`.execute(db.sql),
  ]);
  const versions = new Map(overlays.rows.map((row) => [row.organizationId, row.version]));
  const covered = new Set(contracts.rows.map((row) => row.organizationId));
  return new Map(
    ids.map((id) => [id, { version: versions.get(id) ?? 0, hasContracts: covered.has(id) }]),
  );
}

/** Gives the overlay another number; the overlay must be locked. */
export async function bumpOverlay(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  const drawn = randomInt(1, VERSIONS);
  const another = sql<number>`${drawn}::int + (catalog_overlay.version = ${drawn}::int)::int`;
  await tx.sql
    .insertInto('catalogOverlay')
    .values({ organizationId, version: drawn })
    .onConflict((known) => known.column('organizationId').doUpdateSet({ version: another }))
    .execute();
}

/** Tells every process once the transaction is committed. */
export async function announceOverlay(
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<void> {
  const announcement = overlayAnnouncement(organizationId);
  await sql`SELECT pg_notify(${CATALOG_CHANNEL}, ${announcement})`.execute(tx.sql);
}

export type OverrideRow = Awaited<ReturnType<typeof findOverrides>>[number];

/** Finds overrides by product, then cycle. Plan: the primary key's first column; their number is bounded. */
export function findOverrides(organizationId: OrganizationId, db: Transaction) {
  return db.sql
    .selectFrom('lifecycleOverride')
    .select(['id', 'productName', 'cycle', 'eolOn as endsOn', 'reason', 'setBy', 'setAt'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .orderBy('nameKey')
    .orderBy('cycle')
    .orderBy('id')
    .execute();
}

/** Writes an override in the place of one of the same cycle. */
export async function upsertOverride(
  organizationId: OrganizationId,
  tx: Transaction,
  { id, cycle, ...row }: OverrideRow & { readonly nameKey: string; readonly cycleKey: string },
): Promise<void> {
  const { productName, endsOn: eolOn, reason, setBy, setAt, nameKey, cycleKey } = row;
  const said = { productName, eolOn, reason, setBy, setAt };
  await tx.sql
    .insertInto('lifecycleOverride')
    .values({ organizationId, id, cycle, nameKey, cycleKey, ...said })
    .onConflict((known) => known.columns(['organizationId', 'cycleKey']).doUpdateSet(said))
    .execute();
}

export async function removeOverride(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.of(organizationId).lifecycleOverride.deleteMany({ where: { id } });
}

/** `document`: as `starterProduct` accepted it. */
export type OwnProductRow = Awaited<ReturnType<typeof findOwnProducts>>[number];

/** Finds own products by slug. Plan: own_product (organization_id, slug); their number is bounded. */
export function findOwnProducts(organizationId: OrganizationId, db: Transaction) {
  return ownProductsOf(organizationId, db).execute();
}

function ownProductsOf(organizationId: OrganizationId, db: Transaction) {
  return db.sql
    .selectFrom('ownProduct as p')
    .leftJoin('ownCatalogSource as s', (join) =>
      join.onRef('s.organizationId', '=', 'p.organizationId').onRef('s.id', '=', 'p.sourceId'),
    )
    .select(['p.id', 'p.slug', 'p.name', 'p.document', 'p.reason', 'p.setBy', 'p.setAt'])
    .select(['p.sourceId', 's.name as sourceName'])
    .where('p.organizationId', '=', anyOrganization(organizationId))
    .orderBy('p.slug');
}

/** Reads a page of own products, by slug. Plan: own_product (organization_id, slug). */
export async function ownProductPage(
  organizationId: OrganizationId,
  db: Transaction,
  page: PageRequest,
) {
  const { count } = await db.sql
    .selectFrom('ownProduct')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', anyOrganization(organizationId))
    .executeTakeFirstOrThrow();
  const [limit, offset] = limitsOf(page);
  const items = await ownProductsOf(organizationId, db).limit(limit).offset(offset).execute();
  return { items, total: Number(count) };
}

/** Writes an own product in the place of one of the same slug. */
export async function upsertOwnProduct(
  organizationId: OrganizationId,
  tx: Transaction,
  row: Omit<OwnProductRow, 'sourceName'> & { readonly nameKeys: readonly string[] },
): Promise<void> {
  const { id, slug, name, reason, setBy, setAt, sourceId } = row;
  const document = JSON.stringify(row.document);
  const said = { name, nameKeys: [...row.nameKeys], document, reason, setBy, setAt, sourceId };
  await tx.sql
    .insertInto('ownProduct')
    .values({ organizationId, id, slug, ...said })
    .onConflict((known) => known.columns(['organizationId', 'slug']).doUpdateSet(said))
    .execute();
}

/**
 * Notes which names an organization has come to call products of its own, and which not any more. The overlay must be locked.
 *
 * Plan: the organization's own products and what is noted of them; their number is bounded.
 */
export async function noteOwnNames(
  organizationId: OrganizationId,
  tx: Transaction,
  at: Date,
): Promise<void> {
  const own = anyOrganization(organizationId);
  await sql`
    UPDATE own_product_interval AS i SET closed_at = ${at}::timestamptz
     WHERE i.organization_id = ${own} AND i.closed_at IS NULL
       AND NOT EXISTS (SELECT FROM own_product o
                        WHERE o.organization_id = ${own} AND i.name_key = ANY(o.name_keys))`.execute(
    tx.sql,
  );
  await sql`
    INSERT INTO own_product_interval AS i (organization_id, name_key, opened_at)
    SELECT DISTINCT o.organization_id, named.key, ${at}::timestamptz
      FROM own_product o
     CROSS JOIN LATERAL unnest(o.name_keys) AS named(key)
      LEFT JOIN own_product_interval known
        ON known.organization_id = ${own} AND known.name_key = named.key AND known.closed_at IS NULL
     WHERE o.organization_id = ${own} AND known.name_key IS NULL
        ON CONFLICT (organization_id, name_key, opened_at) DO UPDATE SET closed_at = NULL`.execute(
    tx.sql,
  );
}

export async function removeOwnProduct(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.of(organizationId).ownProduct.deleteMany({ where: { id } });
}

/** Tells whether some scan has found a product. Plan: software_cycle (organization_id, product_key). */
export async function isFoundProduct(
  organizationId: OrganizationId,
  db: Transaction,
  productKey: string,
): Promise<boolean> {
  const found = { where: { productKey }, select: { id: true } };
  return (await db.of(organizationId).softwareCycle.findFirst(found)) !== null;
}

/**
 * Tells whether some scan has found a cycle of a product that goes by these names, folded. Plan: the organization's
 * cycles, which are some hundreds to thousands.
 */
export async function isFoundCycle(
  organizationId: OrganizationId,
  db: Transaction,
  names: readonly string[],
  cycle: string,
): Promise<boolean> {
  const row = await db.sql
    .selectFrom('softwareCycle')
    .select('id')
    .where('organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, fn, val }) => eb('searchText', '=', fn.any(val(names))))
    .where('cycle', '=', cycle)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
