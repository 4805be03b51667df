import type { Purl } from './purl';

/** Types whose names are the same in any case (purl specification, "Known purl types"). */
const LOWER_CASE_NAMES = new Set([
  'alpm',
  'apk',
  'bitbucket',
  'composer',
  'deb',
  'github',
  'gitlab',
  'golang',
  'hex',
  'luarocks',
  'oci',
  'pub',
  'pypi',
]);
const LOWER_CASE_NAMESPACES = new Set([
  'alpm',
  'apk',
  'bitbucket',
  'composer',
  'deb',
  'github',
  'gitlab',
  'golang',
  'hex',
  'rpm',
]);

/** Types that tools write in other ways than the specification. */
const TYPE_ALIASES: ReadonlyMap<string, string> = new Map([
  ['go', 'golang'],
  ['python', 'pypi'],
  ['rubygems', 'gem'],
  ['ruby', 'gem'],
  ['java', 'maven'],
  ['dotnet', 'nuget'],
  ['php', 'composer'],
  ['packagist', 'composer'],
  ['crates', 'cargo'],
  ['rust', 'cargo'],
  ['debian', 'deb'],
  ['dpkg', 'deb'],
  ['redhat', 'rpm'],
  ['alpine', 'apk'],
  ['arch', 'alpm'],
]);

/**
 * Applies the specification's rules of single types: whose names and namespaces have no case, and that PyPI takes
 * `_`, `.` and `-` for one (PEP 503). npm names keep their case: legacy ones differ by it.
 */
export function normalizeByType(purl: Purl): Purl {
  const type = TYPE_ALIASES.get(purl.type) ?? purl.type;
  const lowerName = LOWER_CASE_NAMES.has(type) ? purl.name.toLowerCase() : purl.name;
  const name = type === 'pypi' ? pypiName(lowerName) : lowerName;
  const namespace =
    purl.namespace !== null && LOWER_CASE_NAMESPACES.has(type)
      ? purl.namespace.toLowerCase()
      : purl.namespace;
  if (type === purl.type && name === purl.name && namespace === purl.namespace) return purl;
  return { ...purl, type, name, namespace };
}

/** A PyPI project's name as PEP 503 normalizes it: `Zope.Interface` is `zope-interface`. */
export function pypiName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}
