import { sql, type Selectable } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { givenRows, type GivenRow } from '@/server/platform/db/given-rows';
import { anyOrganization, type Places, prepared } from '@/server/platform/db/sql';
import type { Tables } from '@/server/prisma-client/tables';

/** A software cycle as stored. */
export type KnownCycle = Readonly<
  Pick<
    Selectable<Tables['softwareCycle']>,
    | 'id'
    | 'cycleKey'
    | 'productPermalink'
    | 'lts'
    | 'releasedOn'
    | 'latestRelease'
    | 'latestReleasedOn'
    | 'eolOn'
    | 'eolOnKnown'
    | 'eolSource'
    | 'scannerEolOn'
    | 'scannerEnded'
    | 'scannerEolIsPlain'
    | 'overrideEolOn'
    | 'catalogEolOn'
    | 'catalogEnded'
    | 'catalogInferredFrom'
    | 'firstSeenOn'
  >
>;

const IN_ORDER_LOCKED = sql`ORDER BY cycle_key FOR NO KEY UPDATE`;

/**
 * Finds the cycles among `cycleKeys` that the organization knows, by key. One probe of the unique key each; with
 * `lock`, taken in the order of the keys, as every upload takes them.
 *
 * A text, as every upload sends it: to build it each time would cost ten times as much.
 */
export async function findCycles(
  organizationId: OrganizationId,
  tx: Transaction,
  cycleKeys: readonly string[],
  lock: 'lock' | 'no lock' = 'no lock',
): Promise<Map<string, KnownCycle>> {
  if (cycleKeys.length === 0) return new Map();
  const { rows } = await sql<KnownCycle>`
    SELECT id, cycle_key, product_permalink, lts, released_on, latest_release, latest_released_on,
      eol_on, eol_on_known, eol_source, scanner_eol_on, scanner_ended, scanner_eol_is_plain, override_eol_on,
      catalog_eol_on, catalog_ended, catalog_inferred_from, first_seen_on
    FROM software_cycle
    WHERE organization_id = ${anyOrganization(organizationId)} AND cycle_key = ANY(${cycleKeys}::uuid[])
    ${lock === 'lock' ? IN_ORDER_LOCKED : sql``}`.execute(tx.sql);
  return new Map(rows.map((row) => [row.cycleKey, row]));
}

/** A scan's facts of a cycle, and the end that follows from them. */
const FACTS = [
  'productPermalink',
  'lts',
  'releasedOn',
  'latestRelease',
  'latestReleasedOn',
  'scannerEolOn',
  'scannerEnded',
  'scannerEolIsPlain',
  'eolOn',
  'eolOnKnown',
  'eolSource',
  'updatedAt',
] as const;

const NEW_CYCLE = [
  'id',
  'productName',
  'productKey',
  'cycle',
  'cycleKey',
  'searchText',
  'sortKey',
  'firstSeenOn',
  'catalogEolOn',
  'catalogEnded',
  'catalogInferredFrom',
  'overrideEolOn',
  ...FACTS,
] as const;

/** Inserts cycles in the order of their keys; one that another upload inserts meanwhile is left as it is. */
export async function insertCycleRows(
  organizationId: OrganizationId,
  tx: Transaction,
  cycles: readonly GivenRow<'softwareCycle', (typeof NEW_CYCLE)[number]>[],
): Promise<void> {
  const rows = tx.sql
    .selectFrom(givenRows('softwareCycle', cycles))
    .select(({ val }) => val(organizationId).as('organizationId'))
    .select(NEW_CYCLE)
    .orderBy('cycleKey');
  await tx.sql
    .insertInto('softwareCycle')
    .columns(['organizationId', ...NEW_CYCLE])
    .expression(rows)
    .onConflict((on) => on.columns(['organizationId', 'cycleKey']).doNothing())
    .execute();
}

/** Writes the facts of cycles; the rows must be locked by {@link findCycles}. */
export async function updateCycleRows(
  organizationId: OrganizationId,
  tx: Transaction,
  cycles: readonly GivenRow<'softwareCycle', 'id' | (typeof FACTS)[number]>[],
): Promise<void> {
  await tx.sql
    .updateTable('softwareCycle as c')
    .from(givenRows('softwareCycle', cycles))
    .set(({ ref }) => ({
      productPermalink: ref('given.productPermalink'),
      lts: ref('given.lts'),
      releasedOn: ref('given.releasedOn'),
      latestRelease: ref('given.latestRelease'),
      latestReleasedOn: ref('given.latestReleasedOn'),
      scannerEolOn: ref('given.scannerEolOn'),
      scannerEnded: ref('given.scannerEnded'),
      scannerEolIsPlain: ref('given.scannerEolIsPlain'),
      eolOn: ref('given.eolOn'),
      eolOnKnown: ref('given.eolOnKnown'),
      eolSource: ref('given.eolSource'),
      updatedAt: ref('given.updatedAt'),
    }))
    .where('c.organizationId', '=', anyOrganization(organizationId))
    .whereRef('c.id', '=', 'given.id')
    .execute();
}

const heldSoftware = prepared(
  (db, given: Places<{ organizationId: OrganizationId; keys: readonly string[] }>) =>
    db
      .selectFrom('software')
      .select(['id', 'softwareKey'])
      .where('organizationId', '=', anyOrganization(given('organizationId')))
      .where(({ eb, fn }) => eb('softwareKey', '=', fn.any(given('keys')))),
);

/** Finds ids of the software that the organization knows, by key. One probe of the unique key each. */
export async function findSoftware(
  organizationId: OrganizationId,
  tx: Transaction,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const rows = await heldSoftware(tx.sql, { organizationId, keys });
  return new Map(rows.map(({ softwareKey, id }) => [softwareKey, id]));
}

const NEW_SOFTWARE = ['id', 'softwareCycleId', 'artifactType', 'softwareKey'] as const;

/** Inserts software in the order of its keys; software that another upload inserts meanwhile is left as it is. */
export async function insertSoftware(
  organizationId: OrganizationId,
  tx: Transaction,
  software: readonly GivenRow<'software', (typeof NEW_SOFTWARE)[number]>[],
): Promise<void> {
  const rows = tx.sql
    .selectFrom(givenRows('software', software))
    .select(({ val }) => val(organizationId).as('organizationId'))
    .select(NEW_SOFTWARE)
    .orderBy('softwareKey');
  await tx.sql
    .insertInto('software')
    .columns(['organizationId', ...NEW_SOFTWARE])
    .expression(rows)
    .onConflict((on) => on.columns(['organizationId', 'softwareKey']).doNothing())
    .execute();
}
