import {
  createLoader,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { hrefs } from '@/features/hrefs';
import { pageParsers } from '@/lib/page-params';

/**
 * Which cycles a product's page draws: `current` those that are supported, in use or ended lately; `used`
 * those that images hold; `ended` those of them that have ended.
 */
export const CYCLE_CHOICES = ['current', 'used', 'ended', 'all'] as const;
export type CycleChoice = (typeof CYCLE_CHOICES)[number];

/** Where the list of images begins. */
export const HOLDERS_ID = 'images';

/** The state of a product's page in the address. */
export const productPageParsers = {
  show: parseAsStringLiteral(CYCLE_CHOICES).withDefault('current'),
  /** The name of the cycle that is opened; of its images alone is the list. */
  cycle: parseAsString,
  ...pageParsers,
};

export type ProductPageParams = inferParserType<typeof productPageParsers>;

export const loadProductPageParams = /* @__PURE__ */ createLoader(productPageParsers);
const serialize = createSerializer(productPageParsers);

/** The address of a product's page. */
export function productHref(slug: string, params: Partial<ProductPageParams> = {}): string {
  return serialize(hrefs.product(slug), params);
}

/** The address of the list of images that hold a product, or one cycle of it. */
export function holdersHref(slug: string, params: Partial<ProductPageParams> = {}): string {
  return `${productHref(slug, params)}#${HOLDERS_ID}`;
}

/** The question that an address puts to `catalog.holders`. */
export function toHoldersQuery(slug: string, { cycle, page, size }: ProductPageParams) {
  return { slug, cycle, page, size };
}
