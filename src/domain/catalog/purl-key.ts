/** The key of a package without its version, in any case: `npm/@angular/core`. */
export function purlKey(type: string, namespace: string | null, name: string): string {
  const key = namespace === null ? `${type}/${name}` : `${type}/${namespace}/${name}`;
  return key.toLowerCase();
}

const DISTRIBUTION_TYPES = new Set(['deb', 'rpm', 'apk', 'alpm']);

/** Whether packages of this type are made by distributions. */
export function isDistributionType(type: string): boolean {
  return DISTRIBUTION_TYPES.has(type);
}

/** A Go module's path without the major version that it ends in from 2 on: `…/caddy/v2` is `…/caddy`. */
export function unversionedGoPath(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash > 0 && /^v\d{1,4}$/.test(path.slice(slash + 1)) ? path.slice(0, slash) : path;
}
