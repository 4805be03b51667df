import { parseImageReference } from '@/domain/identifiers/image-reference';
import type { CatalogLayer, Listing } from './layer';

const NONE: readonly Listing[] = [];

/** The products whose patterns the key of a package begins like: those of the longest such beginning. */
export function listedByPattern(
  { patterns }: CatalogLayer,
  type: string,
  key: string,
): readonly Listing[] {
  const ofType = patterns.get(type);
  if (ofType === undefined) return NONE;
  const longest = ofType.find(({ start }) => key.startsWith(start))?.start;
  return ofType.filter(({ start }) => start === longest).map(({ listing }) => listing);
}

/** The products of a package by its key: those that list it to the letter, else those with a pattern for it. */
export function listedByKey(layer: CatalogLayer, type: string, key: string): readonly Listing[] {
  return layer.purls.get(key) ?? listedByPattern(layer, type, key);
}

/** The products that are recognized by an image of that name, however much of it is written; null for none. */
export function listedImage({ images }: CatalogLayer, name: string): readonly Listing[] | null {
  if (images.size === 0) return null;
  return images.get(parseImageReference(name).canonicalName.toLowerCase()) ?? null;
}
