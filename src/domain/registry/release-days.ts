import type { Day } from '@/domain/eol/calendar';
import { compareNumbers, leadingNumbers } from '@/domain/version/numbers';

/** A version and the day that a registry gives for it. */
export interface DatedVersion {
  readonly version: string;
  readonly on: Day;
}

/** Of so many days in order at least, one may be out of order. */
const IN_ORDER_FOR_EACH_OTHER = 10;

/**
 * Whether days can be those of releases: they grow with the versions, from patch to patch of a minor version and from the
 * first release of a minor or major version to that of the next. The days of some mirrors do not, as they are those on which
 * a mirror got each version, and tell nothing of how long a line lives.
 */
export function areReleaseDays(given: Iterable<DatedVersion>): boolean {
  const versions = [...given]
    .map(({ version, on }) => ({ numbers: leadingNumbers(version.replace(/^[v=]/i, '')), on }))
    .sort((left, right) => compareNumbers(left.numbers, right.numbers));
  let [last, ofMinor, ofMajor] = [versions[0], versions[0], versions[0]];
  let pairs = 0;
  let others = 0;
  for (const next of versions.slice(1)) {
    const isOfMajor = next.numbers[0] === last?.numbers[0];
    const isOfMinor = isOfMajor && (next.numbers[1] ?? 0) === (last?.numbers[1] ?? 0);
    const before = isOfMinor ? last : isOfMajor ? ofMinor : ofMajor;
    pairs += 1;
    if (before && next.on < before.on) others += 1;
    last = next;
    if (!isOfMinor) ofMinor = next;
    if (!isOfMajor) ofMajor = next;
  }
  return others * IN_ORDER_FOR_EACH_OTHER <= pairs;
}
