import type { Purl } from '@/domain/identifiers/purl';

const PLAIN = /^[a-z0-9]*$/;
/** Twice as long as a name may be anywhere; what is longer is nobody's. */
const MAX_LENGTH = 4_096;

/**
 * A name without case, blanks and punctuation, so that `Node.js`, `NodeJS` and `node-js` are one. Plus and hash stay:
 * they are all that parts `C` from `C++` and `C#`. Empty for a text that is no name.
 */
export function nameKey(name: string): string {
  if (name.length > MAX_LENGTH) return '';
  if (PLAIN.test(name)) return name;
  return name.toLowerCase().replace(/[^\p{L}\p{N}+#]+/gu, '');
}

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

/**
 * Names a Go module by its whole path. Syft long wrote what follows the third segment as a subpath: of
 * `github.com/hashicorp/vault/api`, which is another module than `…/vault`, `pkg:golang/github.com/hashicorp/vault#api`.
 * Where `type=module` says that what stands before it is the module, the subpath is a package within.
 */
export function withModulePath(purl: Purl): Purl {
  const { type, namespace, name, subpath, qualifiers } = purl;
  if (type !== 'golang' || namespace === null || subpath === null) return purl;
  if (qualifiers.get('type') === 'module') return purl;
  const path = `${namespace}/${name}/${subpath}`;
  const slash = path.lastIndexOf('/');
  return { ...purl, namespace: path.slice(0, slash), name: path.slice(slash + 1), subpath: null };
}
