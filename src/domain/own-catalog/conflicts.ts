import { foldedNamesOf } from '@/domain/catalog/product-names';
import { type StarterProduct, toProduct } from '@/domain/catalog/starter-product';
import { formatPurl, parsePurl } from '@/domain/identifiers/purl';

/** A product that there is already, and whose. */
export interface HeldProduct {
  readonly product: StarterProduct;
  /** The name of the catalog that it was read from; null for the organization's own. */
  readonly owner: string | null;
}

/** A product of a catalog of others that is left out. */
export interface SourceConflict {
  readonly slug: string;
  readonly name: string;
  /** What it has in common with which product. */
  readonly why: string;
}

/**
 * Sorts products of a catalog of others by whether something that there is already goes by the same name, or is recognized
 * by the same: that one wins, for two products that claim a package would leave to chance which dates it gets.
 */
export function besideHeld<Entry extends { readonly product: StarterProduct }>(
  entries: readonly Entry[],
  held: readonly HeldProduct[],
): { readonly taken: readonly Entry[]; readonly conflicts: readonly SourceConflict[] } {
  const owners = new Map<string, HeldProduct>();
  for (const one of held) {
    for (const { key } of identitiesOf(one.product)) if (!owners.has(key)) owners.set(key, one);
  }
  const conflicts: SourceConflict[] = [];
  const taken = entries.filter(({ product }) => {
    for (const { key, said } of identitiesOf(product)) {
      const other = owners.get(key);
      if (!other) continue;
      const { slug, name } = product;
      conflicts.push({ slug, name, why: `${ownerWords(other)} ${said}` });
      return false;
    }
    return true;
  });
  return { taken, conflicts };
}

function ownerWords({ product, owner }: HeldProduct): string {
  return `${product.name} ${owner === null ? 'of your own' : `from ${owner}`} has`;
}

/** Everything that makes a product that product: its names, and what it is recognized by. */
function identitiesOf(product: StarterProduct): { readonly key: string; readonly said: string }[] {
  const { slug, identifiers, ...rest } = toProduct(product, 'organization');
  const names = foldedNamesOf({ ...rest, slug, identifiers }).map((name) => ({
    key: `name ${name}`,
    said: `the name ${name}`,
  }));
  const others = identifiers.flatMap(({ kind, value }) =>
    kind === 'purl' || kind === 'cpe'
      ? [
          {
            key: `${kind} ${kind === 'purl' ? canonicalPurl(value) : value.toLowerCase()}`,
            said: value,
          },
        ]
      : [],
  );
  return [...names, ...others];
}

function canonicalPurl(text: string): string {
  const reading = parsePurl(text);
  return reading.ok ? formatPurl(reading.purl) : text;
}
