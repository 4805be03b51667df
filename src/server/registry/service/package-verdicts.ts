import { dayOf, type Day } from '@/domain/eol/calendar';
import { isTold } from '@/domain/registry/age';
import type { PackageVersion } from '@/domain/registry/component';
import { packageFacts } from '@/domain/registry/package-facts';
import { type PackageReading, packageVerdict } from '@/domain/registry/verdict';
import type { Transaction } from '@/server/platform/db/db';
import { findPackages } from '../repository/packages';
import { packageKeyOf } from './package-key';

/** Packages whose facts are in memory at once: those of one may have 100 kB. */
const READ_AT_ONCE = 100;

/**
 * Judges packages by what registries have said of them so far, be it for another organization, in their order; null for those of
 * which nothing is known, or nothing that was read lately. No registry is asked. Plan: a look-up of the primary key for each.
 */
export async function packageReadings(
  db: Transaction,
  packages: readonly PackageVersion[],
  today: Day,
): Promise<(PackageReading | null)[]> {
  const readings: (PackageReading | null)[] = [];
  for (let from = 0; from < packages.length; from += READ_AT_ONCE) {
    const asked = packages
      .slice(from, from + READ_AT_ONCE)
      .map((version) => ({ version, key: packageKeyOf(version) }));
    const stored = await findPackages(db, [...new Set(asked.map(({ key }) => key))]);
    const byKey = new Map(stored.map((one) => [one.key, one]));
    for (const { version, key } of asked) {
      const row = byKey.get(key);
      readings.push(
        row?.checkedAt ? readingOf(row.facts, version, dayOf(row.checkedAt), today) : null,
      );
    }
  }
  return readings;
}

function readingOf(
  facts: unknown,
  version: PackageVersion,
  readOn: Day,
  today: Day,
): PackageReading | null {
  const read = packageFacts.safeParse(facts);
  if (!read.success || !isTold(readOn, today)) return null;
  const verdict = packageVerdict(read.data, version, readOn);
  return verdict && { verdict, readOn };
}
