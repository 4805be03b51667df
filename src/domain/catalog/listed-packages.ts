import { parseImageReference } from '@/domain/identifiers/image-reference';
import type { CatalogLayer, Listing } from './layer';
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
  const listed = layer.purls.get(key);
  looked(layer, 'purl', `pkg:${key}`, listed ?? NONE);
  return listed ?? listedByPattern(layer, type, key);
}

/** The products that are recognized by an image of that name, however much of it is written; null for none. */
export function listedImage(layer: CatalogLayer, name: string): readonly Listing[] | null {
  if (layer.images.size === 0) return null;
  const asked = parseImageReference(name).canonicalName.toLowerCase();
  const found = layer.images.get(asked);
  looked(layer, 'image-name', asked, found ?? NONE);
  return found ?? null;
}
