import type { Day } from '@/domain/eol/calendar';
import type { PackageVersion } from '@/domain/registry/component';
import { packageFacts } from '@/domain/registry/package-facts';
import { packageVerdict, type PackageVerdict } from '@/domain/registry/verdict';
import type { Transaction } from '@/server/platform/db/db';
import { findPackages } from '../repository/packages';
import { packageKeyOf } from './package-key';

/** Packages whose facts are in memory at once: those of one may have 100 kB. */
const READ_AT_ONCE = 100;

/**
 * Judges packages by what registries have said of them so far, be it for another organization, in their order; null for those of
 * which nothing is known. No registry is asked. Plan: a look-up of the primary key for each.
 */
export async function packageVerdicts(
  db: Transaction,
  packages: readonly PackageVersion[],
  today: Day,
): Promise<(PackageVerdict | null)[]> {
  const verdicts: (PackageVerdict | null)[] = [];
  for (let from = 0; from < packages.length; from += READ_AT_ONCE) {
    const asked = packages
      .slice(from, from + READ_AT_ONCE)
      .map((version) => ({ version, key: packageKeyOf(version) }));
    const stored = await findPackages(db, [...new Set(asked.map(({ key }) => key))]);
    const facts = new Map(stored.map((one) => [one.key, packageFacts.safeParse(one.facts)]));
    for (const { version, key } of asked) {
      const read = facts.get(key);
      verdicts.push(read?.success ? packageVerdict(read.data, version, today) : null);
    }
  }
  return verdicts;
}
