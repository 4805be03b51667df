import { foldedNamesOf } from '@/domain/catalog/product-names';
import type { Product } from '@/domain/catalog/catalog';

/** A word that a release cycle of a product has to answer to. */
export interface SoftwareWord {
  readonly text: string;
  /** The word as a version, without a leading `v`; null: it is none. */
  readonly version: string | null;
  /** Names of products that go by the word, though their name does not contain it. */
  readonly productNames: readonly string[];
}

/** Shorter ones would be the beginning of too many names. */
const SHORTEST_ALIAS = 3;

/**
 * Takes words apart as people write software, `node@20` and `nginx:1.27` too, and finds the products that go by other
 * names: `k8s`, `nodejs`.
 * @param words folded
 */
export function softwareWords(
  words: readonly string[],
  products: readonly Product[],
): SoftwareWord[] {
  return words.flatMap(partsOf).map((text) => {
    const version = /^v?(\d.*)$/u.exec(text)?.[1] ?? null;
    return { text, version, productNames: version === null ? goingBy(text, products) : [] };
  });
}

/** A word of nothing but separators stays as it is: it must not find everything. */
function partsOf(word: string): readonly string[] {
  const parts = word.split(/[@:=]+/u).filter(Boolean);
  return parts.length > 0 ? parts : [word];
}

function goingBy(word: string, products: readonly Product[]): string[] {
  if (word.length < SHORTEST_ALIAS) return [];
  return products
    .filter((product) => foldedNamesOf(product).some((name) => name.startsWith(word)))
    .map(({ name }) => name);
}
