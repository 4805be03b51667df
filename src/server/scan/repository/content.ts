import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { type GivenRow, givenTable, rowsText } from '@/server/platform/db/given-rows';
import { anyOrganization, type Places, placesOf, prepared } from '@/server/platform/db/sql';
import type { UploadedSbom } from '@/server/platform/http/scan-body';
import type { Tables } from '@/server/prisma-client/tables';

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

interface OfOrganization {
  readonly organizationId: OrganizationId;
}

const newComponents = prepared((db, given: Places<OfOrganization & { rows: string }>) =>
  db
    .insertInto('component')
    .columns(['organizationId', ...NEW_COMPONENT])
    .expression(
      db
        .selectFrom(
          givenTable<'component', (typeof NEW_COMPONENT)[number]>('component', given('rows')),
        )
        .select(given('organizationId').as('organizationId'))
        .select(NEW_COMPONENT)
        .orderBy('componentKey'),
    )
    .onConflict((on) => on.columns(['organizationId', 'componentKey']).doNothing())
    .returning(['id', 'componentKey']),
);

/**
 * Inserts components in the order of their keys, and gives the ids of those that it inserted by key: another upload
 * may have inserted some meanwhile.
 */
export async function insertComponents(
  organizationId: OrganizationId,
  tx: Transaction,
  components: readonly NewComponent[],
): Promise<IdsByKey> {
  const rows = rowsText(NEW_COMPONENT, components);
  return byKey(await newComponents(tx.sql, { organizationId, rows }));
}

const heldComponents = prepared((db, given: Places<OfOrganization & { keys: readonly string[] }>) =>
  db
    .selectFrom('component')
    .select(['id', 'componentKey'])
    .where('organizationId', '=', anyOrganization(given('organizationId')))
    .where(({ eb, fn }) => eb('componentKey', '=', fn.any(given('keys')))),
);

/** Finds ids of the components that the organization holds, by key; one probe of the unique key each. */
export async function findComponents(
  organizationId: OrganizationId,
  tx: Transaction,
  keys: readonly string[],
): Promise<IdsByKey> {
  if (keys.length === 0) return new Map();
  return byKey(await heldComponents(tx.sql, { organizationId, keys }));
}

const heldInventory = prepared((db, given: Places<OfOrganization & { key: string }>) =>
  db
    .selectFrom('inventory')
    .select('id')
    .where('organizationId', '=', given('organizationId'))
    .where('contentKey', '=', given('key'))
    .forKeyShare(),
);

/** Finds the inventory with this content, or null. It is kept until the transaction ends: retention removes what nobody holds. */
export async function findInventory(
  organizationId: OrganizationId,
  tx: Transaction,
  key: string,
): Promise<string | null> {
  const [known] = await heldInventory(tx.sql, { organizationId, key });
  return known?.id ?? null;
}

const INVENTORY = ['id', 'contentKey', 'componentIds', 'createdAt'] as const;

const newInventory = prepared(
  (
    db,
    given: Places<
      OfOrganization & Pick<Insertable<Tables['inventory']>, (typeof INVENTORY)[number]>
    >,
  ) =>
    db
      .insertInto('inventory')
      .values({ organizationId: given('organizationId'), ...placesOf(given, INVENTORY) })
      .onConflict((on) => on.columns(['organizationId', 'contentKey']).doNothing())
      .returning('id'),
);

/** Gives the inventory with this content, stored when the organization does not hold it yet. */
export async function ensureInventory(
  organizationId: OrganizationId,
  tx: Transaction,
  inventory: { key: string; componentIds: string[]; createdAt: Date },
): Promise<string | null> {
  const { key: contentKey, ...content } = inventory;
  const row = { organizationId, id: uuidv7(), contentKey, ...content };
  const [inserted] = await newInventory(tx.sql, row);
  return inserted?.id ?? findInventory(organizationId, tx, contentKey);
}

/** An SBOM and its kind, which the table keeps as a text. */
export type NewSbom = UploadedSbom & { readonly format: string };

const SBOM = ['id', 'contentSha256', 'format', 'sizeBytes', 'compressed', 'createdAt'] as const;

const newSbom = prepared(
  (db, given: Places<OfOrganization & Pick<Insertable<Tables['sbom']>, (typeof SBOM)[number]>>) =>
    db
      .insertInto('sbom')
      .values({ organizationId: given('organizationId'), ...placesOf(given, SBOM) })
      .onConflict((on) => on.columns(['organizationId', 'contentSha256']).doNothing())
      .returning('id'),
);

/** Gives the id of this SBOM, stored when the organization does not hold it yet. */
export async function ensureSbom(
  organizationId: OrganizationId,
  tx: Transaction,
  sbom: NewSbom,
  createdAt: Date,
): Promise<string | null> {
  const known = await findSbom(organizationId, tx, sbom);
  if (known !== null) return known;
  const { sha256: contentSha256, format, sizeBytes } = sbom;
  const compressed = await sbom.compress();
  const content = { contentSha256, format, sizeBytes, compressed, createdAt };
  const [inserted] = await newSbom(tx.sql, { organizationId, id: uuidv7(), ...content });
  return inserted?.id ?? findSbom(organizationId, tx, sbom);
}

const heldSbom = prepared((db, given: Places<OfOrganization & { sha256: Buffer }>) =>
  db
    .selectFrom('sbom')
    .select('id')
    .where('organizationId', '=', given('organizationId'))
    .where('contentSha256', '=', given('sha256'))
    // As an inventory.
    .forKeyShare(),
);

async function findSbom(
  organizationId: OrganizationId,
  tx: Transaction,
  { sha256 }: UploadedSbom,
): Promise<string | null> {
  const [known] = await heldSbom(tx.sql, { organizationId, sha256 });
  return known?.id ?? null;
}
