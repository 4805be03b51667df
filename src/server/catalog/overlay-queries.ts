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
