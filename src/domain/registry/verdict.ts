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

/** Judges a version by what its registry says: a statement, else whether its line is stale; null for neither. */
export function packageVerdict(
  facts: PackageFacts,
  asked: PackageVersion,
  today: Day,
): PackageVerdict | null {
  const said = statementOn(facts, asked);
  if (said) {
    const { kind, message, successor, url } = said;
    return { degree: 'registry', kind, message, successor, url, releasedOn: null };
  }
  const stale = staleLine(facts, asked, today);
  if (!stale) return null;
  const { line, newest, on, living, days } = stale;
  return {
    ...{ degree: 'stale', kind: null, successor: null, url: null, releasedOn: on },
    message: `Estimate: line ${line} has had no release since ${newest} of ${on}, more than ${String(days)} days, while line ${living.line} had ${living.newest} on ${living.on}`,
  };
}
