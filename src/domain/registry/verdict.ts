import type { Day } from '@/domain/eol/calendar';
import type { PackageVersion } from './component';
import { type PackageFacts, type StatementKind, statementOn } from './package-facts';
import { staleLine } from './stale';

/** The degrees of evidence that a registry's facts of a package can give. */
export type PackageDegree = 'registry' | 'stale';

/** What is known of one version of a package from its registry alone. */
export interface PackageVerdict {
  readonly degree: PackageDegree;
  /** What the registry says; null for a stale line, of which nobody says anything. */
  readonly kind: StatementKind | null;
  readonly message: string;
  /** What its maintainer names in its place. */
  readonly successor: string | null;
  readonly url: string | null;
  /** Of a stale line, its last release. */
  readonly releasedOn: Day | null;
}

/** What is made of a package's facts, and when its registry was read to say them. */
export interface PackageReading {
  readonly verdict: PackageVerdict;
  readonly readOn: Day;
}

/**
 * Judges a version by what its registry says: a statement, else whether its line is stale; null for neither.
 * @param readOn the day of the facts: a line that nobody has looked at since then does not grow stale by it
 */
export function packageVerdict(
  facts: PackageFacts,
  asked: PackageVersion,
  readOn: Day,
): PackageVerdict | null {
  const said = statementOn(facts, asked);
  if (said) {
    const { kind, message, successor, url } = said;
    return { degree: 'registry', kind, message, successor, url, releasedOn: null };
  }
  const stale = staleLine(facts, asked, readOn);
  if (!stale) return null;
  const { line, newest, on, living, days } = stale;
  return {
    ...{ degree: 'stale', kind: null, successor: null, url: null, releasedOn: on },
    message: `Estimate: line ${line} has had no release since ${newest} of ${on}, more than ${String(days)} days, while line ${living.line} had ${living.newest} on ${living.on}`,
  };
}
