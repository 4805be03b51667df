import type { PackageFacts } from '@/domain/registry/package-facts';
import type { RegistryProgress } from '@/domain/registry/progress';
import type { PackageVerdict } from '@/domain/registry/verdict';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { givenRows } from '@/server/platform/db/given-rows';
import { anyOrganization } from '@/server/platform/db/sql';

/** Finds what is stored of packages, by their keys. Plan: primary key, one look-up each. */
export function findPackages(db: Transaction, keys: readonly string[]) {
  return db.sql
    .selectFrom('registryPackage')
    .select(['packageKey as key', 'facts', 'checkedAt', 'refreshAfter'])
    .select(({ fn }) => fn.coalesce('knownSince', 'checkedAt').as('knownSince'))
    .where(({ eb, fn, val }) => eb('packageKey', '=', fn.any(val(keys))))
    .execute();
}

/** When a package was read, is to be read again, and since when it is known without a gap. */
export interface ReadingTimes {
  readonly checkedAt: Date;
  readonly refreshAfter: Date;
  readonly knownSince: Date;
}

/** Stores what a registry said of a package. */
export async function savePackage(
  db: Transaction,
  packageKey: string,
  facts: PackageFacts,
  { checkedAt, refreshAfter, knownSince }: ReadingTimes,
): Promise<void> {
  const answer = { facts: JSON.stringify(facts), checkedAt, refreshAfter, knownSince };
  await db.sql
    .insertInto('registryPackage')
    .values({ packageKey, ...answer })
    .onConflict((known) => known.column('packageKey').doUpdateSet(answer))
    .execute();
}

/** Stores that a registry gave no usable answer; its last answer stands. */
export async function savePackageFailure(
  db: Transaction,
  packageKey: string,
  refreshAfter: Date,
): Promise<void> {
  await db.sql
    .insertInto('registryPackage')
    .values({ packageKey, refreshAfter })
    .onConflict((known) => known.column('packageKey').doUpdateSet({ refreshAfter }))
    .execute();
}

/** Drops what nobody has asked for since it was due. Plan: a range of the index on refresh_after. */
export async function prunePackages(db: Transaction, dueBefore: Date): Promise<void> {
  await db.sql.deleteFrom('registryPackage').where('refreshAfter', '<', dueBefore).execute();
}

/** A component that a registry may be asked about, with what was last made of it. */
export type PackagedComponent = Awaited<ReturnType<typeof packagedComponents>>[number];

/**
 * Finds the organization's components whose end neither the catalog nor the organization tells, by id, after one of them.
 * Plan: a walk of the primary key, the facts beside it.
 */
export function packagedComponents(
  organizationId: OrganizationId,
  db: Transaction,
  after: string | null,
  limit: number,
) {
  const own = anyOrganization(organizationId);
  let list = db.sql
    .selectFrom('component as k')
    .leftJoin('componentFact as f', (join) =>
      join.on('f.organizationId', '=', own).onRef('f.componentId', '=', 'k.id'),
    )
    .select(['k.id', 'k.purl', 'f.degree', 'f.kind', 'f.message', 'f.successor', 'f.url'])
    .select(['f.releasedOn', 'k.matchState', 'k.matchCycleKey'])
    .where('k.organizationId', '=', own)
    .orderBy('k.id')
    .limit(limit);
  if (after !== null) list = list.where('k.id', '>', after);
  return list.execute();
}

/** What is to be stored of a component; without a verdict, nothing is known of it. */
export type ComponentVerdict =
  | { readonly id: string; readonly verdict: null }
  | { readonly id: string; readonly verdict: PackageVerdict; readonly checkedAt: Date };

const COLUMNS = [
  ...(['componentId', 'degree', 'kind', 'message', 'successor', 'url'] as const),
  ...(['releasedOn', 'checkedAt'] as const),
] as const;

/** Stores what became of components, unless they are gone by now. */
export async function saveVerdicts(
  organizationId: OrganizationId,
  tx: Transaction,
  verdicts: readonly ComponentVerdict[],
): Promise<void> {
  const gone = verdicts.flatMap(({ id, verdict }) => (verdict === null ? [id] : []));
  if (gone.length > 0) {
    await tx.sql
      .deleteFrom('componentFact')
      .where('organizationId', '=', organizationId)
      .where(({ eb, fn, val }) => eb('componentId', '=', fn.any(val(gone))))
      .execute();
  }
  const said = verdicts.flatMap((one) =>
    one.verdict ? [{ componentId: one.id, ...one.verdict, checkedAt: one.checkedAt }] : [],
  );
  if (said.length === 0) return;
  const own = anyOrganization(organizationId);
  const rows = tx.sql
    .selectFrom(givenRows('componentFact', said))
    .innerJoin('component as k', (join) =>
      join.on('k.organizationId', '=', own).onRef('k.id', '=', 'given.componentId'),
    )
    .select([
      'k.organizationId',
      'given.componentId',
      'given.degree',
      'given.kind',
      'given.message',
    ])
    .select(['given.successor', 'given.url', 'given.releasedOn', 'given.checkedAt'])
    .orderBy('given.componentId');
  await tx.sql
    .insertInto('componentFact')
    .columns(['organizationId', ...COLUMNS])
    .expression(rows)
    .onConflict((on) =>
      on.columns(['organizationId', 'componentId']).doUpdateSet(({ ref }) => ({
        degree: ref('excluded.degree'),
        kind: ref('excluded.kind'),
        message: ref('excluded.message'),
        successor: ref('excluded.successor'),
        url: ref('excluded.url'),
        releasedOn: ref('excluded.releasedOn'),
        checkedAt: ref('excluded.checkedAt'),
      })),
    )
    .execute();
}

/** Whether any registry has been read since an instant. Plan: the table, which has nothing that is long due. */
export async function wasAnyRead(db: Transaction, since: Date): Promise<boolean> {
  const read = await db.sql
    .selectFrom('registryPackage')
    .select('packageKey')
    .where('checkedAt', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return read !== undefined;
}

/** Forgets what an organization's components have from before an instant. Plan: the organization's facts by primary key. */
export async function deleteFacts(
  organizationId: OrganizationId,
  db: Transaction,
  before: Date,
): Promise<void> {
  await db.sql
    .deleteFrom('componentFact')
    .where('organizationId', '=', organizationId)
    .where('checkedAt', '<', before)
    .execute();
}

/** How far an organization's packages are known. */
export interface Gathered {
  readonly packages: number;
  readonly known: number;
  readonly registries: readonly RegistryProgress[];
  readonly lookedAt: Date;
}

/** Stores it in the place of what was before. */
export async function saveGathering(
  organizationId: OrganizationId,
  db: Transaction,
  { packages, known, registries, lookedAt }: Gathered,
): Promise<void> {
  const now = { packages, known, registries: JSON.stringify(registries), lookedAt };
  await db.sql
    .insertInto('registryGathering')
    .values({ organizationId, ...now })
    .onConflict((on) => on.column('organizationId').doUpdateSet(now))
    .execute();
}

/** Finds how far they are; null: nobody has looked yet. */
export async function findGathering(organizationId: OrganizationId, db: Transaction) {
  return db.of(organizationId).registryGathering.findFirst({
    select: { packages: true, known: true, registries: true, lookedAt: true },
  });
}
