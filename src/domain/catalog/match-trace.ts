import type { CatalogLayer, Listing } from './layer';
import type { CatalogMatch } from './match';

/** By what a component is looked up in the catalog. */
export const MATCH_RULES = [
  'purl',
  'purl-pattern',
  'image-name',
  'purl-family',
  'go-module',
  'maven-artifact',
  'container-image',
  'ecosystem-name',
  'name',
  'shared-name',
  'distribution-name',
  'name-without-version',
  'cpe',
  'own-package',
  'vendor-package',
  'distribution-release',
  'source-package',
  'kernel',
] as const;
export type MatchRule = (typeof MATCH_RULES)[number];

/** The rules for people, as what follows "It was looked up". */
export const MATCH_RULE_WORDS: Readonly<Record<MatchRule, string>> = {
  purl: 'by its package URL, which the catalog lists for a product',
  'purl-pattern': 'by how its package URL begins, which a product has a pattern for',
  'image-name': 'by the name of its image, which a product lists',
  'purl-family': 'as a package that is released together with a product, under its version',
  'go-module': 'by the path of its Go module without the major version',
  'maven-artifact': 'by its Maven artifact, as the group is not known',
  'container-image': 'by the name of its container image',
  'ecosystem-name': 'by its name, among products that are published in its ecosystem',
  name: 'by its name, as slug, name or alias of a product',
  'shared-name': 'by a name that several products go by',
  'distribution-name': 'by the name that a distribution calls itself in os-release',
  'name-without-version': 'by its name without the version in it',
  cpe: 'by vendor and product of its CPE name',
  'own-package': 'by its package URL, among the organization’s own products',
  'vendor-package': 'as a package from a vendor’s own archive',
  'distribution-release': 'by the release of the distribution that built it',
  'source-package': 'by the source package that it is built from',
  kernel: 'by the way in which kernels of that builder are numbered',
};

/** One look into the catalog. */
export interface MatchStep {
  readonly rule: MatchRule;
  /** What was looked for: an identifier or a name. */
  readonly what: string;
  /** The products that are listed under it; none: it led nowhere. */
  readonly products: readonly string[];
}

/** A match, and every look that led to it, in order. */
export interface ExplainedMatch {
  readonly match: CatalogMatch;
  readonly steps: readonly MatchStep[];
}

/**
 * Tells whoever asks how a match comes about of a look into the catalog, and passes on what it found. Nobody asks while
 * uploads are matched: then it costs a comparison.
 */
export function looked<Found extends readonly Listing[]>(
  layer: CatalogLayer,
  rule: MatchRule,
  what: string,
  found: Found,
): Found {
  layer.onLook?.({ rule, what, products: found.map(({ entry }) => entry.product.name) });
  return found;
}

/** Lists every look that a match takes: it is the match itself that tells of them. */
export function explained(
  layers: readonly CatalogLayer[],
  match: (layers: readonly CatalogLayer[]) => CatalogMatch,
): ExplainedMatch {
  const steps: MatchStep[] = [];
  const onLook = (step: MatchStep) => {
    const isKnown = steps.some(({ rule, what, products }) => {
      return rule === step.rule && what === step.what && products.length === step.products.length;
    });
    if (!isKnown) steps.push(step);
  };
  return { match: match(layers.map((layer) => ({ ...layer, onLook }))), steps };
}
