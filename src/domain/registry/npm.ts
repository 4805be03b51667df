import { z } from 'zod';
import { readAs, statement, type Statement } from './evidence';
import type { RegistryComponent } from './component';

const version = z.object({
  version: z.string(),
  // Lifting a deprecation leaves an empty text; some registries write a boolean.
  deprecated: z.union([z.string(), z.boolean()]).nullish(),
});
const packument = z.object({ versions: z.record(z.string(), version) });

/** A package's place below the registry: a scope and its name are one segment. */
export function npmPath({
  namespace,
  name,
}: Pick<RegistryComponent, 'namespace' | 'name'>): string {
  return namespace === null ? name : `${namespace}/${name}`;
}

function judge({ deprecated }: z.output<typeof version>): Statement | null {
  if (deprecated === undefined || deprecated === null) return null;
  if (deprecated === false || deprecated === '') return null;
  return statement(
    'REGISTRY_DEPRECATED',
    'Deprecated by its publisher',
    deprecated === true ? null : deprecated,
  );
}

/**
 * Reads the document of one version (`GET /<name>/<version>`). Source: npm's package metadata, `deprecated`.
 * @throws UnreadableAnswer
 */
export function readNpmVersion(document: unknown): Statement | null {
  return judge(readAs(version, document));
}

/**
 * Reads one version from the document of the whole package (`GET /<name>`); `missing` when it does not list it.
 * @throws UnreadableAnswer
 */
export function readNpmPackage(document: unknown, wanted: string): Statement | null | 'missing' {
  const { versions } = readAs(packument, document);
  const found = Object.hasOwn(versions, wanted) ? versions[wanted] : undefined;
  return found === undefined ? 'missing' : judge(found);
}
