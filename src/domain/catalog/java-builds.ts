import { compareNumbers, leadingNumbers } from '@/domain/version/numbers';

/**
 * What the versions of builds of Java tell of who made them (JEP 322 and 223: `21.0.2+13-LTS-58` is release, `+`, build,
 * and what the maker likes to add). On a long-term line Oracle writes `-LTS` into those of its JDK and not into those of
 * its OpenJDK, and a number of its own behind the build of both. Others write `-LTS` with no number behind, their
 * names, or nothing.
 */
const BUILD = /\+\d+(.*)$/s;
/** Oracle's own number behind the build. */
const OWN_NUMBER = /^-\d+$/;
const LONG_TERM = /-LTS(?:-|$)/i;
/** How it writes its JDK on a long-term line. */
const OWN_LONG_TERM = /^-LTS-\d+$/i;
/** The same up to 11.0.9, when there was no number of its own. */
const EARLY_LONG_TERM = /^-LTS(?:-\d+)?$/i;
const LAST_EARLY = [11, 0, 9] as const;
/** Updates of OpenJDK 8 since Oracle has left it to others: `8u392` is theirs, and Oracle's own is `8u391`. */
const OTHERS_UPDATE_OF_8 = /^(?:1\.8\.0_|8u)(?:2[2-9]2|[3-9]\d2|265|275)(?!\d)/;
/** `21.0.2`, `21.0.2+13-58`, and nothing else: no build without Oracle's number, no `-ea`, no other maker's name. */
const PLAIN = /^\d+(?:\.\d+)*(?:\+\d+-\d+)?$/;
/** Oracle's GraalVM is from Oracle as well. */
const GRAALVM = /-jvmci-/i;

/** Of long-term lines all from this on have Oracle's number behind the build: 11 had none at first. */
const FIRST_NUMBERED = 17;

/**
 * Purls by which scanners call whatever says that Oracle made it: its JDK, and its builds of OpenJDK. Syft does so where
 * `oracle` is in the path alone, whoever made it.
 */
const FROM_ORACLE = new Set(['pkg:generic/oracle/jdk', 'pkg:generic/oracle/jre']);
/** The purl by which scanners call each build of OpenJDK whose maker they do not know. */
const FROM_ANYBODY = 'pkg:generic/oracle/openjdk';

/** Whether an identifier says no more of a build of Java than that it is from Oracle. */
export function isAnyOfOracles(identifier: string): boolean {
  return FROM_ORACLE.has(identifier);
}

/** Whether what is said to be from Oracle is its licensed JDK, or may be. */
export function mayBeOraclesJdk(version: string): boolean {
  if (GRAALVM.test(version) || OTHERS_UPDATE_OF_8.test(version)) return false;
  const [, behind] = BUILD.exec(version) ?? [];
  if (behind === undefined) return true;
  if (majorOf(version) === 11) return mayBeOracles11(version, behind);
  return !isParted(version) || OWN_LONG_TERM.test(behind);
}

/** Of 11.0.2 and before it may be Oracle's build of OpenJDK as well, which has no mark, and has ended, too. */
function mayBeOracles11(version: string, behind: string): boolean {
  if (behind === '' && isWithinHalfYear(version)) return true;
  const isEarly = compareNumbers(leadingNumbers(version), LAST_EARLY) <= 0;
  return (isEarly ? EARLY_LONG_TERM : OWN_LONG_TERM).test(behind);
}

/**
 * Whether what Oracle made is a build of OpenJDK, or may be, which ends years before the JDK of the same number. Of other
 * lines both end on one day, and of 11 both have ended: which of them it is does not matter there.
 */
export function mayBeOraclesOpenJdk(version: string): boolean {
  return isParted(version) && PLAIN.test(version) && isWithinHalfYear(version);
}

/** Whether a build of OpenJDK is Oracle's, as its version says, also where the catalog has not heard of it yet. */
export function isOraclesOpenJdk(version: string): boolean {
  const [, behind = ''] = BUILD.exec(version) ?? [];
  return OWN_NUMBER.test(behind) && PLAIN.test(version) && isWithinHalfYear(version);
}

/**
 * Whether a build of OpenJDK is surely not Oracle's, as its version says. Of lines without long-term support nothing is
 * said, as they end alike, whoever built them.
 */
export function isOthersOpenJdk(version: string, identifier: string): boolean {
  if (!isOnLongTermLine(version)) return false;
  const [, behind] = BUILD.exec(version) ?? [];
  if (behind === undefined) return LONG_TERM.test(version);
  if (behind !== '') return !OWN_NUMBER.test(behind);
  if (isNameOfOracles(identifier)) return false;
  return identifier === FROM_ANYBODY || majorOf(version) >= FIRST_NUMBERED;
}

/** Whether a name says itself whose build it is. Scanners' purls and CPE names say Oracle's of anybody's. */
function isNameOfOracles(identifier: string): boolean {
  return !/^(?:pkg|cpe):/i.test(identifier) && /oracle/i.test(identifier);
}

/** Oracle makes the first release of a line and two updates, and leaves the line to others then. */
function isWithinHalfYear(version: string): boolean {
  return compareNumbers(leadingNumbers(version), [majorOf(version), 0, 2]) <= 0;
}

/** 11, 17, and every fourth from then on; 8 is older than Oracle's builds of OpenJDK. */
function isOnLongTermLine(version: string): boolean {
  return majorOf(version) === 11 || isParted(version);
}

/** Whether it is of a line on which Oracle supports its JDK for years after it has left its builds of OpenJDK. */
function isParted(version: string): boolean {
  const major = majorOf(version);
  return major >= 17 && major % 4 === 1;
}

function majorOf(version: string): number {
  return leadingNumbers(version)[0] ?? 0;
}
