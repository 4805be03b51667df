import type { Identifier, IdentifierKind, Product, ReleaseCycle } from './catalog';
import { compareNumbers, leadingNumbers } from '@/domain/version/compare-versions';
import { KNOWN_LANGUAGE_PACKAGES } from './known-language-packages';
import { KNOWN_NAMES } from './known-names';
import { KNOWN_PROGRAMS } from './known-programs';

const KNOWN = [KNOWN_LANGUAGE_PACKAGES, KNOWN_PROGRAMS, KNOWN_NAMES];

/** What a product is also known by, beyond what the catalogue's source says. */
export function knownIdentifiers(slug: string): readonly Identifier[] {
  return KNOWN.flatMap((names) => names.get(slug) ?? []).map((value): Identifier => ({
    kind: kindOf(value),
    value,
  }));
}

function kindOf(value: string): IdentifierKind {
  if (value.startsWith('pkg:')) return 'purl';
  return value.startsWith('cpe:') ? 'cpe' : 'alias';
}

/** Identifiers that endoflife.date gives a product although they are also, or only, something else's. */
const TOO_BROAD = new Set([
  // A library of the Maven project, with versions of its own.
  'apache-maven cpe:a:apache:maven_shared_utils',
  'apache-maven maven-shared-utils',
  // Cloudera's distribution counts its own versions.
  'apache-hadoop cpe:a:cloudera:hadoop',
  // Since 2.10 this repository is ansible-core, and the package that people install is made elsewhere.
  'ansible pkg:github/ansible/ansible',
  // A container runtime's packaging, not Docker's own.
  'docker-engine docker-containers',
  // The same repology project holds several vendors' builds.
  'oracle-graalvm graalvm',
]);

export function isTooBroad(slug: string, { value }: Identifier): boolean {
  const bare = value.replace(/^cpe:(?:2\.3:|\/)/, 'cpe:');
  return TOO_BROAD.has(`${slug} ${bare}`);
}

/** Types of purl whose packages are versioned by who makes the product, not by who packs it. */
const EXACT_TYPES = new Set(
  'generic github golang npm pypi maven nuget gem composer cargo hex bitnami conda'.split(' '),
);

/**
 * Whether an identifier surely counts a product's own versions. What others pack counts its packers': the tag of
 * `docker/discourse/base` is that of a base image, a formula or an installer has revisions of its own. Docker's
 * official images, and what the tables here list, were looked at.
 */
export function isExact({ slug }: Product, identifier: string): boolean {
  const type = /^pkg:([^/]+)\//.exec(identifier)?.[1];
  if (type === undefined || EXACT_TYPES.has(type)) return true;
  if (identifier.startsWith('pkg:docker/library/')) return true;
  return KNOWN.some((names) => names.get(slug)?.includes(identifier));
}

type Accepts = (version: string) => boolean;

const OLD_GRAALVM: Accepts = (version) => {
  const [major = 0, minor = 0] = leadingNumbers(version);
  return major < 20 || major > 22 || (minor === 0 && !/^\d+\.0\.0(?:\.|$)/.test(version));
};

/** Identifiers that are good for some versions only. */
const LIMITS = new Map<string, Accepts>([
  // Font Awesome 5 came as 1.x of this package.
  [
    'font-awesome pkg:npm/%40fortawesome/fontawesome-svg-core',
    (version) => (leadingNumbers(version)[0] ?? 0) >= 6,
  ],
]);

/**
 * Which versions an identifier of a product is good for; null for all. GraalVM's releases up to 22.3 were named
 * after years, and `22.3` is not for Java 22. Whoever calls a build "Oracle's OpenJDK" often means any
 * OpenJDK: Oracle's end half a year after they start, so a version beyond the latest is someone else's.
 */
export function acceptsVersion(
  slug: string,
  identifier: string,
  cycles: readonly ReleaseCycle[],
): Accepts | null {
  if (slug === 'graalvm-ce' || slug === 'oracle-graalvm') return OLD_GRAALVM;
  if (slug === 'openjdk-builds-from-oracle') return notBeyondLatest(cycles);
  return LIMITS.get(`${slug} ${identifier}`) ?? null;
}

function notBeyondLatest(cycles: readonly ReleaseCycle[]): Accepts {
  const latest = new Map(
    cycles.map((cycle) => [cycle.name, leadingNumbers(cycle.latestRelease ?? cycle.name)]),
  );
  return (version) => {
    const numbers = leadingNumbers(version);
    const last = latest.get(String(numbers[0]));
    return last !== undefined && compareNumbers(numbers.slice(0, 3), last) <= 0;
  };
}
