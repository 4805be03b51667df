import { parseImageReference } from '@/domain/identifiers/image-reference';
import type { CatalogLayer, Listing } from './layer';
import { unversionedGoPath } from './keys';
import { looked } from './match-trace';

const NONE: readonly Listing[] = [];

/** The products whose patterns the key of a package begins like: those of the longest such beginning. */
export function listedByPattern(
  layer: CatalogLayer,
  type: string,
  key: string,
): readonly Listing[] {
  const ofType = layer.patterns.get(type);
  if (ofType === undefined) return NONE;
  const longest = ofType.find(({ start }) => key.startsWith(start))?.start;
  const found = ofType.filter(({ start }) => start === longest).map(({ listing }) => listing);
  return looked(layer, 'purl-pattern', `pkg:${key}`, found);
}

/** The products of a package by its key: those that list it to the letter, else those with a pattern for it. */
export function listedByKey(layer: CatalogLayer, type: string, key: string): readonly Listing[] {
  const listed = listedTo(layer, key);
  looked(layer, 'purl', `pkg:${key}`, listed);
  return listed.length > 0 ? listed : listedByPattern(layer, type, key);
}

/** The products of a Go module by its path without the major version. */
export function goModules(layer: CatalogLayer, key: string): readonly Listing[] {
  const path = unversionedGoPath(key);
  return looked(layer, 'go-module', path, listedTo(layer, path));
}

/**
 * The products that list a package by its key. A Go module that is listed under a major version is found by its path without
 * one, too, and may be counted otherwise then: etcd's client of version 2 is 2.305 in etcd 3.5.
 */
export function listedTo(layer: CatalogLayer, key: string): readonly Listing[] {
  const listed = layer.purls.get(key) ?? NONE;
  if (!key.startsWith('golang/')) return listed;
  const major = `pkg:${key}/v`;
  return listed.map((listing) =>
    listing.identifier.toLowerCase().startsWith(major) ? { ...listing, isExact: false } : listing,
  );
}

/** The products that are recognized by an image of that name, however much of it is written; null for none. */
export function listedImage(layer: CatalogLayer, name: string): readonly Listing[] | null {
  if (layer.images.size === 0) return null;
  const asked = parseImageReference(name).canonicalName.toLowerCase();
  const found = layer.images.get(asked);
  looked(layer, 'image-name', asked, found ?? NONE);
  return found ?? null;
}
