import { valid } from 'semver';
import { withModulePath } from '@/domain/catalog/keys';
import type { ComponentQuery } from '@/domain/catalog/match';
import { decodePercent, parsePurl, type Purl } from '@/domain/identifiers/purl';
import { rebuilderOf } from '@/domain/maintainer/rebuilt';
import { isLineOf } from '@/domain/validation/foreign-text';
import { normalizeNugetVersion, parseReleaseVersion } from './release-version';

/** The kinds of registries that can be asked about a component. */
export const REGISTRY_ECOSYSTEMS = ['npm', 'pypi', 'nuget', 'maven', 'golang'] as const;
export type RegistryEcosystem = (typeof REGISTRY_ECOSYSTEMS)[number];

/** The kinds of registries that are asked in the background about packages that are held, by the types of their purls. */
export const PACKAGE_ECOSYSTEMS = [...REGISTRY_ECOSYSTEMS, 'cargo', 'gem', 'composer'] as const;
export type PackageEcosystem = (typeof PACKAGE_ECOSYSTEMS)[number];

/** One version of one package, as its registry names it. */
export interface PackageVersion {
  readonly ecosystem: PackageEcosystem;
  /** npm: the scope with its `@`; Maven: the group; Composer: the vendor. Null elsewhere. */
  readonly namespace: string | null;
  readonly name: string;
  readonly version: string;
}

/** The same, of a registry that checks ask, too. */
export interface RegistryComponent extends PackageVersion {
  readonly ecosystem: RegistryEcosystem;
}

/** A name and version as given, before its ecosystem's rules are applied. */
export interface GivenComponent {
  readonly ecosystem: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly version: string | null;
}

type Parts = Omit<RegistryComponent, 'ecosystem'>;

const MAX_NAME_LENGTH = 255;
const MAX_VERSION_LENGTH = 128;

/**
 * Whether what a registry calls a version is kept: no component's is longer, and what holds control characters or half a
 * character is none, and cannot be stored.
 */
export function isKeptVersion(version: string): boolean {
  return isLineOf(version, MAX_VERSION_LENGTH);
}

/** `.` and `..` would walk up the path of an address. */
const isDotted = (segment: string) => /^\.+$/.test(segment);

function npm({ namespace, name, version }: Parts): Parts | null {
  const [scope, bare] =
    namespace === null && name.startsWith('@') ? name.split(/\/(.*)/s, 2) : [namespace, name];
  const isName = (part: string) => /^[\w.~!*'()-]+$/.test(part) && !isDotted(part);
  if (bare === undefined || !isName(bare)) return null;
  if (typeof scope === 'string' && !(scope.startsWith('@') && isName(scope.slice(1)))) return null;
  // Anything but a full version is a tag, which stands for another version tomorrow.
  const exact = version.replace(/^[v=]+/, '');
  if (valid(exact, { loose: true }) === null) return null;
  return { namespace: scope ?? null, name: bare, version: exact };
}

function pypi({ namespace, name, version }: Parts): Parts | null {
  if (namespace !== null || !/^[a-z\d]([\w.-]*[a-z\d])?$/i.test(name)) return null;
  return { namespace, name: name.toLowerCase().replace(/[-_.]+/g, '-'), version };
}

function nuget({ namespace, name, version }: Parts): Parts | null {
  if (namespace !== null || !/^\w+([.-]\w+)*$/.test(name)) return null;
  const normalized = normalizeNugetVersion(version);
  return normalized === null ? null : { namespace, name: name.toLowerCase(), version: normalized };
}

function maven({ namespace, name, version }: Parts): Parts | null {
  const [group, artifact] = namespace === null ? name.split(/[:/](.*)/s, 2) : [namespace, name];
  if (group === undefined || artifact === undefined) return null;
  if (!/^[\w-]+(\.[\w-]+)*$/.test(group)) return null;
  if (!/^[\w.-]+$/.test(artifact) || isDotted(artifact)) return null;
  // What its project publishes says nothing of it.
  if (rebuilderOf(version) !== null) return null;
  return { namespace: group, name: artifact, version };
}

function golang({ namespace, name, version }: Parts): Parts | null {
  const path = namespace === null ? name : `${namespace}/${name}`;
  const elements = path.split('/');
  // A path without a dot in its first element belongs to Go itself, and no proxy has it.
  if (!elements[0]?.includes('.')) return null;
  if (!elements.every((element) => /^[\w.~-]+$/.test(element) && !isDotted(element))) return null;
  const tagged = /^\d/.test(version) ? `v${version}` : version;
  return parseReleaseVersion(tagged) === null
    ? null
    : { namespace: null, name: path, version: tagged };
}

function cargo({ namespace, name, version }: Parts): Parts | null {
  if (namespace !== null || !/^[a-z][\w-]{0,63}$/i.test(name)) return null;
  return valid(version) === null ? null : { namespace, name: name.toLowerCase(), version };
}

function gem({ namespace, name, version }: Parts): Parts | null {
  if (namespace !== null || !/^[\w.-]+$/.test(name) || isDotted(name)) return null;
  return /^\d+(\.[\da-z]+)*(-[\w.-]+)?$/i.test(version) ? { namespace, name, version } : null;
}

function composer({ namespace, name, version }: Parts): Parts | null {
  const isPart = (part: string) => /^[a-z\d]([\w.-]*[a-z\d])?$/i.test(part);
  if (namespace === null || !isPart(namespace) || !isPart(name)) return null;
  if (!/^v?\d+(\.\d+)*/i.test(version)) return null;
  const exact = version.replace(/^v/i, '');
  return { namespace: namespace.toLowerCase(), name: name.toLowerCase(), version: exact };
}

const RULES: Record<PackageEcosystem, (parts: Parts) => Parts | null> = {
  npm,
  pypi,
  nuget,
  maven,
  golang,
  cargo,
  gem,
  composer,
};

function isPackageEcosystem(ecosystem: string): ecosystem is PackageEcosystem {
  return PACKAGE_ECOSYSTEMS.some((known) => known === ecosystem);
}

function isAskedByChecks(version: PackageVersion): version is RegistryComponent {
  return REGISTRY_ECOSYSTEMS.some((known) => known === version.ecosystem);
}

/**
 * The component as its registry spells it, so that equal components are one. Null for what no such registry can
 * hold: another ecosystem, a name or version against the ecosystem's rules, no version. What is let through has
 * no `..`, `%`, `?`, `#`, `\` or control character in any part, and a slash only in a Go module's path.
 */
export function canonicalComponent(given: GivenComponent): RegistryComponent | null {
  const canonical = canonicalPackage(given);
  return canonical !== null && isAskedByChecks(canonical) ? canonical : null;
}

/** The same for all registries that are asked in the background. */
export function canonicalPackage(given: GivenComponent): PackageVersion | null {
  const { ecosystem, namespace, name, version } = given;
  if (!isPackageEcosystem(ecosystem) || version === null) return null;
  if (name.length + (namespace?.length ?? 0) > MAX_NAME_LENGTH) return null;
  if (version.length > MAX_VERSION_LENGTH) return null;
  if (!/^[\w.+~!-]+$/.test(version) || isDotted(version)) return null;
  const parts = RULES[ecosystem]({ namespace: namespace === '' ? null : namespace, name, version });
  return parts === null ? null : { ecosystem, ...parts };
}

/**
 * A Go module's path as the purl writes it, the subpath included where that is a part of it. The purl specification has no
 * case for it, but module paths do, and a proxy does not know `github.com/azure/x` for `github.com/Azure/x`.
 */
function goPathAsWritten(text: string, purl: Purl): string {
  const { subpath } = purl;
  const path = goPathBeforeSubpath(text, purl);
  return subpath === null || withModulePath(purl) === purl ? path : `${path}/${subpath}`;
}

function goPathBeforeSubpath(text: string, { namespace, name }: Purl): string {
  const path = namespace === null ? name : `${namespace}/${name}`;
  const written = decodePercent(text) ?? '';
  const at = written.toLowerCase().indexOf(path);
  const found = at === -1 ? path : written.slice(at, at + path.length);
  return found.toLowerCase() === path ? found : path;
}

/**
 * Finds the package and the version that a purl names, as its registry spells them; null where no registry can know it, as
 * {@link packageOfQuery} says.
 */
export function packageOfPurl(text: string): PackageVersion | null {
  const reading = parsePurl(text);
  if (!reading.ok) return null;
  const { purl } = reading;
  // It names the registry that it comes from, which need not be the one that is configured.
  if (purl.qualifiers.has('repository_url')) return null;
  if (purl.type === 'golang')
    return canonicalPackage({
      ecosystem: 'golang',
      namespace: null,
      name: goPathAsWritten(text, purl),
      version: purl.version,
    });
  return canonicalPackage({ ...purl, ecosystem: purl.type });
}

/**
 * Finds the package and the version that a question by purl or by name and ecosystem is about. Null where no
 * registry can know it: `generic`, another type of purl, a purl that names its own repository, a CPE, a custom
 * name, no version, a name that the ecosystem does not allow, or a jar that others than its project built.
 */
export function packageOfQuery(query: ComponentQuery): PackageVersion | null {
  switch (query.kind) {
    case 'purl':
      return packageOfPurl(query.purl);
    case 'name':
      return canonicalPackage({ ...query, namespace: null });
    case 'cpe':
    case 'custom':
      return null;
  }
}
