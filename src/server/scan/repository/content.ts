import { v7 as uuidv7 } from 'uuid';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import { givenRows, type GivenRow } from '@/server/platform/db/given-rows';
import type { UploadedSbom } from '@/server/platform/http/scan-body';

const NEW_COMPONENT = [
  'id',
  'componentKey',
  'name',
  'version',
  'type',
  'language',
  'purl',
  'cpes',
  'upstreams',
  'licenses',
  'distro',
  'scope',
  'carried',
  'matchState',
  'matchProduct',
  'matchCycle',
  'matchCycleKey',
] as const;

export type NewComponent = GivenRow<'component', (typeof NEW_COMPONENT)[number]>;

type IdsByKey = Map<string, string>;

const byKey = (rows: readonly { readonly id: string; readonly componentKey: string }[]): IdsByKey =>
  new Map(rows.map(({ componentKey, id }) => [componentKey, id]));

/**
 * Inserts components in the order of their keys, and gives the ids of those that it inserted by key: another upload
 * may have inserted some meanwhile.
 */
export async function insertComponents(
  organizationId: OrganizationId,
  tx: Transaction,
  components: readonly NewComponent[],
): Promise<IdsByKey> {
  const rows = tx.sql
    .selectFrom(givenRows('component', components))
    .select(({ val }) => val(organizationId).as('organizationId'))
    .select(NEW_COMPONENT)
    .orderBy('componentKey');
  const inserted = await tx.sql
    .insertInto('component')
    .columns(['organizationId', ...NEW_COMPONENT])
    .expression(rows)
    .onConflict((on) => on.columns(['organizationId', 'componentKey']).doNothing())
    .returning(['id', 'componentKey'])
    .execute();
  return byKey(inserted);
}

/** Finds ids of the components that the organization holds, by key; one probe of the unique key each. */
export async function findComponents(
  organizationId: OrganizationId,
  tx: Transaction,
  keys: readonly string[],
): Promise<IdsByKey> {
  if (keys.length === 0) return new Map();
  const held = await tx.sql
    .selectFrom('component')
    .select(['id', 'componentKey'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, fn, val }) => eb('componentKey', '=', fn.any(val(keys))))
    .execute();
  return byKey(held);
}

/** Finds the inventory with this content, or null. It is kept until the transaction ends: retention removes what nobody holds. */
export async function findInventory(
  organizationId: OrganizationId,
  tx: Transaction,
  key: string,
): Promise<string | null> {
  const known = await tx.sql
    .selectFrom('inventory')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('contentKey', '=', key)
    .forKeyShare()
    .executeTakeFirst();
  return known?.id ?? null;
}

/** Gives the inventory with this content, stored when the organization does not hold it yet. */
export async function ensureInventory(
  organizationId: OrganizationId,
  tx: Transaction,
  inventory: { key: string; componentIds: string[]; createdAt: Date },
): Promise<string | null> {
  const { key: contentKey, componentIds, createdAt } = inventory;
  const inserted = await tx.sql
    .insertInto('inventory')
    .values({ organizationId, id: uuidv7(), contentKey, componentIds, createdAt })
    .onConflict((on) => on.columns(['organizationId', 'contentKey']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? findInventory(organizationId, tx, contentKey);
}

/** An SBOM and its kind, which the table keeps as a text. */
export type NewSbom = UploadedSbom & { readonly format: string };

/** Gives the id of this SBOM, stored when the organization does not hold it yet. */
export async function ensureSbom(
  organizationId: OrganizationId,
  tx: Transaction,
  sbom: NewSbom,
  createdAt: Date,
): Promise<string | null> {
  const known = await findSbom(organizationId, tx, sbom);
  if (known !== null) return known;
  const inserted = await tx.sql
    .insertInto('sbom')
    .values({
      organizationId,
      id: uuidv7(),
      contentSha256: sbom.sha256,
      format: sbom.format,
      sizeBytes: sbom.sizeBytes,
      compressed: await sbom.compress(),
      createdAt,
    })
    .onConflict((on) => on.columns(['organizationId', 'contentSha256']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? findSbom(organizationId, tx, sbom);
}

async function findSbom(
  organizationId: OrganizationId,
  tx: Transaction,
  { sha256 }: UploadedSbom,
): Promise<string | null> {
  const known = await tx.sql
    .selectFrom('sbom')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('contentSha256', '=', sha256)
    // As an inventory.
    .forKeyShare()
    .executeTakeFirst();
  return known?.id ?? null;
}
