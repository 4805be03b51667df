import { z } from 'zod';
import { isDistributionType } from '@/domain/catalog/keys';
import { parsePurl } from '@/domain/identifiers/purl';
import type { ComponentScope } from '../document';
import { moreNeeded } from './components';
import { itemsOf, longText, memberOf, nameText, type Path, parsePart } from './shape';

const relationship = z.object({
  spdxElementId: longText,
  relatedSpdxElement: longText,
  relationshipType: nameText,
});

const DEVELOPMENT = new Set([
  'BUILD_DEPENDENCY_OF',
  'BUILD_TOOL_OF',
  'DEV_DEPENDENCY_OF',
  'DEV_TOOL_OF',
  'TEST_DEPENDENCY_OF',
  'TEST_TOOL_OF',
  'TEST_OF',
]);

/**
 * The element that a relationship names as a dependency, and how it is needed: null where it says only that it is.
 * Undefined for all other relationships.
 */
function dependencyOf(
  type: string,
  element: string,
  related: string,
): { id: string; scope: ComponentScope | null } | undefined {
  if (DEVELOPMENT.has(type)) return { id: element, scope: 'development' };
  switch (type) {
    case 'OPTIONAL_DEPENDENCY_OF':
    case 'PROVIDED_DEPENDENCY_OF':
      return { id: element, scope: 'optional' };
    case 'RUNTIME_DEPENDENCY_OF':
      return { id: element, scope: 'required' };
    case 'DEPENDENCY_OF':
      return { id: element, scope: null };
    case 'DEPENDS_ON':
      return { id: related, scope: null };
    default:
      return undefined;
  }
}

/** What elements are made of, by their ids. */
interface Origins {
  /** What an element was generated from. */
  readonly sources: ReadonlyMap<string, readonly string[]>;
  readonly parts: ReadonlyMap<string, readonly string[]>;
}

interface Relationships {
  /** How packages are needed, by their ids. */
  readonly scopes: ReadonlyMap<string, ComponentScope | null>;
  readonly origins: Origins;
}

/** Reads how packages belong together. Adds what the document describes to `described`. */
export function readRelationships(
  document: unknown,
  path: Path,
  described: Set<string>,
  documentId: string,
): Relationships {
  const scopes = new Map<string, ComponentScope | null>();
  const sources = new Map<string, string[]>();
  const parts = new Map<string, string[]>();
  const here = [...path, 'relationships'];
  for (const [index, item] of itemsOf(memberOf(document, 'relationships'), here).entries()) {
    const entry = parsePart(relationship, item, [...here, index]);
    const { spdxElementId: element, relatedSpdxElement: related, relationshipType } = entry;
    if (!element || !related || !relationshipType) continue;
    if (relationshipType === 'DESCRIBES' && element === documentId) described.add(related);
    if (relationshipType === 'DESCRIBED_BY' && related === documentId) described.add(element);
    if (relationshipType === 'GENERATED_FROM') push(sources, element, related);
    if (relationshipType === 'GENERATES') push(sources, related, element);
    if (relationshipType === 'CONTAINS') push(parts, element, related);
    if (relationshipType === 'CONTAINED_BY') push(parts, related, element);
    const dependency = dependencyOf(relationshipType, element, related);
    if (!dependency) continue;
    const { id, scope } = dependency;
    const before = scopes.get(id);
    scopes.set(id, before === undefined ? scope : moreNeeded(before, scope));
  }
  return { scopes, origins: { sources, parts } };
}

function push(all: Map<string, string[]>, key: string, value: string): void {
  const known = all.get(key);
  if (known) known.push(value);
  else all.set(key, [value]);
}

/**
 * Finds what a distribution's packages were built from: the source packages of Wolfi's (melange), and the archives within
 * Red Hat's source RPMs with where those came from. Who built the package supports it, so the end of what it was built
 * from says nothing of it. Of anything else that was generated, the source is all that tells what it is.
 */
export function sourcesOfPackages(
  { sources, parts }: Origins,
  packages: readonly { readonly id: string; readonly purl: string | null }[],
): ReadonlySet<string> {
  const found = new Set<string>();
  if (sources.size === 0) return found;
  const built = new Set<string>();
  const open: string[] = [];
  const visit = (id: string) => {
    if (found.has(id) || built.has(id)) return;
    found.add(id);
    open.push(id);
  };
  for (const { id, purl } of packages) {
    const reading = purl === null ? null : parsePurl(purl);
    if (!reading?.ok || !isDistributionType(reading.purl.type)) continue;
    built.add(id);
    open.push(id);
    if (reading.purl.qualifiers.get('arch') !== 'src') continue;
    for (const part of parts.get(id) ?? []) if (!built.has(part)) visit(part);
  }
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const source of sources.get(id) ?? []) visit(source);
  }
  return new Set([...found].filter((id) => !built.has(id)));
}
