import { startOfDayMs, type Day } from '@/domain/eol/calendar';
import type { JudgedPackage } from '@/domain/policy/package';
import { packageOfPurl } from '@/domain/registry/component';
import type { PackageReading } from '@/domain/registry/verdict';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import {
  countInventory,
  countWhere,
  findFactsOfImages,
  findHeld,
  findJudged,
  findJudgedByPurl,
  inventoryIdsAfter,
  type JudgedRow,
} from '../repository/judged';
import { type ComponentVerdict, saveVerdicts } from '../repository/packages';
import { packageReadings } from './package-verdicts';

export type { JudgedRow } from '../repository/judged';

/** Lists all packages that an organization holds and policies judge, each by the id of its component. */
export function allJudgedPackages(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<JudgedRow[]> {
  return findJudged(organizationId, db, null);
}

/** Finds which of some components are packages that policies judge, with what is made of them. */
export function judgedAmong(
  organizationId: OrganizationId,
  db: Transaction,
  componentIds: readonly string[],
): Promise<JudgedRow[]> {
  return findJudged(organizationId, db, componentIds);
}

/** Finds the components of packages that policies judge, by their package URLs without qualifiers. */
export async function judgedByPurl(
  organizationId: OrganizationId,
  db: Transaction,
  purls: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (purls.length === 0) return new Map();
  const rows = await findJudgedByPurl(organizationId, db, purls);
  const groups = Map.groupBy(rows, ({ purl }) => purl);
  return new Map([...groups].map(([purl, group]) => [purl, group.map(({ id }) => id)]));
}

/** Lists the packages of some images that policies judge, by the image; images without any are left out. */
export async function judgedPackagesOf(
  organizationId: OrganizationId,
  db: Transaction,
  imageTagIds: readonly string[],
): Promise<ReadonlyMap<string, readonly JudgedRow[]>> {
  const images = await findFactsOfImages(organizationId, db, imageTagIds);
  const ids = new Set(images.flatMap(({ componentIds }) => componentIds));
  if (ids.size === 0) return new Map();
  const packages = await findJudged(organizationId, db, [...ids]);
  return new Map(
    images.map(({ imageTagId, componentIds }) => {
      const held = new Set(componentIds);
      return [imageTagId, packages.filter(({ id }) => held.has(id))];
    }),
  );
}

/** A component of an upload or a check, as far as its registry asks. */
export interface FoundComponent {
  /** The digest of what it is. */
  readonly key: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string | null;
  /** Whether an end of it is known, or it does not ship. */
  readonly isSettled: boolean;
  /** Whether the catalog knows its line, with no end. */
  readonly isCataloged: boolean;
}

/** What is known of the components of an upload or a check. */
export interface FoundPackages {
  readonly packages: readonly JudgedPackage[];
  /** What was made of those that the organization does not hold yet, by key. */
  readonly news: ReadonlyMap<string, PackageReading>;
  /** Keys of those that have facts, and whose end is known by now. */
  readonly settled: readonly string[];
}

/**
 * Finds what policies judge of the components of an upload or a check: of what the organization holds its facts; of the rest what
 * registries have said of the package so far, be it for another organization. Nothing is asked of a registry.
 */
export async function findPackagesIn(
  organizationId: OrganizationId,
  db: Transaction,
  components: readonly FoundComponent[],
  today: Day,
): Promise<FoundPackages> {
  const given = components.filter(({ purl }) => purl !== null);
  if (given.length === 0) return { packages: [], news: new Map(), settled: [] };
  const keys = given.map(({ key }) => key);
  const held = new Map((await findHeld(organizationId, db, keys)).map(({ id, key }) => [id, key]));
  const known = await findJudged(organizationId, db, [...held.keys()]);
  const settled = new Set(given.flatMap(({ key, isSettled }) => (isSettled ? [key] : [])));
  const keyOf = ({ id }: JudgedRow) => held.get(id) ?? '';
  const heldKeys = new Set(held.values());
  const fresh = given.filter(({ key }) => !heldKeys.has(key) && !settled.has(key));
  const news = await readingsOf(db, fresh, today);
  const byKey = new Map(fresh.map((one) => [one.key, one]));
  return {
    packages: [
      ...known.filter((one) => !settled.has(keyOf(one))),
      ...[...news].flatMap(([key, { verdict }]) => {
        const { name, version, purl } = byKey.get(key) ?? { purl: null };
        return purl === null ? [] : [{ ...verdict, name, version, purl }];
      }),
    ],
    news,
    settled: known.map(keyOf).filter((key) => settled.has(key)),
  };
}

async function readingsOf(
  db: Transaction,
  components: readonly FoundComponent[],
  today: Day,
): Promise<Map<string, PackageReading>> {
  const asked = components.flatMap((one) => {
    const version = one.purl === null ? null : packageOfPurl(one.purl);
    return version ? [{ ...one, asked: version }] : [];
  });
  const versions = asked.map(({ asked: version }) => version);
  const readings = await packageReadings(db, versions, today);
  return new Map(
    asked.flatMap(({ key, isCataloged }, position) => {
      const reading = readings[position];
      if (!reading || (reading.verdict.degree === 'stale' && isCataloged)) return [];
      return [[key, reading] as const];
    }),
  );
}

/**
 * Keeps what was found of an upload's components, once they are stored, so that every list says of the image what the upload
 * was answered.
 */
export async function keepPackagesIn(
  organizationId: OrganizationId,
  tx: Transaction,
  { news, settled }: Pick<FoundPackages, 'news' | 'settled'>,
  inventoryId: string,
): Promise<void> {
  const changed = [...news.keys(), ...settled];
  if (changed.length > 0) {
    const held = await findHeld(organizationId, tx, changed);
    const verdicts = held.map(({ id, key }): ComponentVerdict => {
      const reading = news.get(key);
      if (!reading) return { id, verdict: null };
      // As old as what the registry said: it is told for no longer because of the upload.
      return { id, verdict: reading.verdict, checkedAt: new Date(startOfDayMs(reading.readOn)) };
    });
    await saveVerdicts(organizationId, tx, verdicts);
  }
  await countInventory(organizationId, tx, inventoryId);
}

/** Inventories that are counted in a statement. */
const INVENTORIES_AT_ONCE = 2_000;

/** Counts which components of an organization's inventories have facts, in steps. */
export async function countInventories(
  organizationId: OrganizationId,
  db: Transaction,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  let after: string | null = null;
  for (;;) {
    signal.throwIfAborted();
    const ids: string[] = await inventoryIdsAfter(organizationId, db, after, INVENTORIES_AT_ONCE);
    if (ids.length === 0) return;
    await countWhere(organizationId, db, ids);
    after = ids.at(-1) ?? null;
  }
}
