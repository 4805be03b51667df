import type { Day } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

export interface OverrideRow {
  readonly id: string;
  readonly productName: string;
  readonly cycle: string;
  readonly endsOn: Day;
  readonly reason: string;
  readonly setBy: string;
  readonly setAt: Date;
}

export interface OwnProductRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** As `starterProduct` accepted it. */
  readonly document: unknown;
  readonly reason: string;
  readonly setBy: string;
  readonly setAt: Date;
}

/** How often the organization changed its overlay; 0 when it never did. Plan: the primary key. */
export async function findOverlayVersion(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<number> {
  const [row] = await db.query<{ version: number }>(
    'SELECT version FROM catalog_overlay WHERE organization_id = $1',
    [organizationId],
  );
  return row?.version ?? 0;
}

/** The overlay versions of many organizations; one that is missing is 0. Plan: the primary key, once each. */
export async function findOverlayVersions(
  db: Transaction,
  organizationIds: readonly OrganizationId[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ organizationId: string; version: number }>(
    `SELECT organization_id AS "organizationId", version FROM catalog_overlay
      WHERE organization_id = ANY($1::uuid[])`,
    [organizationIds],
  );
  return new Map(rows.map(({ organizationId, version }) => [organizationId, version]));
}

/** By product, then cycle. Plan: the primary key's first column; their number is bounded. */
export function findOverrides(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<OverrideRow[]> {
  return db.query<OverrideRow>(
    `SELECT id, product_name AS "productName", cycle, eol_on AS "endsOn", reason, set_by AS "setBy",
            set_at AS "setAt"
       FROM lifecycle_override WHERE organization_id = $1 ORDER BY name_key, cycle, id`,
    [organizationId],
  );
}

/** By slug. Plan: own_product (organization_id, slug); their number is bounded. */
export function findOwnProducts(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<OwnProductRow[]> {
  return db.query<OwnProductRow>(
    `SELECT id, slug, name, document, reason, set_by AS "setBy", set_at AS "setAt"
       FROM own_product WHERE organization_id = $1 ORDER BY slug`,
    [organizationId],
  );
}

/** Counts a change of the overlay; the overlay must be locked. */
export async function bumpOverlay(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  await tx.query(
    `INSERT INTO catalog_overlay (organization_id, version) VALUES ($1, 1)
     ON CONFLICT (organization_id) DO UPDATE SET version = catalog_overlay.version + 1`,
    [organizationId],
  );
}

/** Writes an override in the place of one of the same cycle. */
export async function upsertOverride(
  organizationId: OrganizationId,
  tx: Transaction,
  row: OverrideRow & { readonly nameKey: string; readonly cycleKey: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO lifecycle_override (organization_id, id, product_name, name_key, cycle, cycle_key, eol_on, reason,
                                     set_by, set_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (organization_id, cycle_key) DO UPDATE
        SET product_name = excluded.product_name, eol_on = excluded.eol_on, reason = excluded.reason,
            set_by = excluded.set_by, set_at = excluded.set_at`,
    [
      organizationId,
      row.id,
      row.productName,
      row.nameKey,
      row.cycle,
      row.cycleKey,
      row.endsOn,
      row.reason,
      row.setBy,
      row.setAt,
    ],
  );
}

export async function removeOverride(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.query('DELETE FROM lifecycle_override WHERE organization_id = $1 AND id = $2', [
    organizationId,
    id,
  ]);
}

/** Writes an own product in the place of one of the same slug. */
export async function upsertOwnProduct(
  organizationId: OrganizationId,
  tx: Transaction,
  row: OwnProductRow & { readonly nameKeys: readonly string[] },
): Promise<void> {
  await tx.query(
    `INSERT INTO own_product (organization_id, id, slug, name, name_keys, document, reason, set_by, set_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (organization_id, slug) DO UPDATE
        SET name = excluded.name, name_keys = excluded.name_keys, document = excluded.document,
            reason = excluded.reason, set_by = excluded.set_by, set_at = excluded.set_at`,
    [
      organizationId,
      row.id,
      row.slug,
      row.name,
      row.nameKeys,
      JSON.stringify(row.document),
      row.reason,
      row.setBy,
      row.setAt,
    ],
  );
}

export async function removeOwnProduct(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.query('DELETE FROM own_product WHERE organization_id = $1 AND id = $2', [
    organizationId,
    id,
  ]);
}

/**
 * Whether some scan has found a cycle of a product. $2 its names, folded. Plan: the organization's cycles, which are
 * some hundreds to thousands.
 */
export async function isFoundCycle(
  organizationId: OrganizationId,
  db: Transaction,
  names: readonly string[],
  cycle: string,
): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM software_cycle
      WHERE organization_id = $1 AND search_text = ANY($2::text[]) AND cycle = $3 LIMIT 1`,
    [organizationId, names, cycle],
  );
  return rows.length > 0;
}
