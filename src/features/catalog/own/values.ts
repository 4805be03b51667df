import type { z } from 'zod';
import type { starterProduct, StarterProduct } from '@/domain/catalog/starter-product';
import type { Category } from '@/domain/catalog/categories';

/** A cycle as its row of the form holds it. Days are `YYYY-MM-DD`; "" is not known. */
export interface CycleValues {
  readonly name: string;
  readonly lts: boolean;
  readonly releasedOn: string;
  readonly activeUntil: string;
  readonly supportedUntil: string;
  /** It has ended on a day that is not known; `supportedUntil` is "" then. */
  readonly hasEnded: boolean;
  readonly extendedUntil: string;
  /** Fields that the row keeps without showing them. */
  readonly kept: Partial<StarterProduct['cycles'][number]>;
}

/** A product as the form holds it. Lists are a text with one entry on each line. */
export interface ProductValues {
  readonly slug: string;
  readonly name: string;
  readonly vendor: string;
  readonly category: Category;
  readonly aliases: string;
  readonly purls: string;
  readonly images: string;
  readonly cpes: string;
  readonly references: string;
  readonly cycles: CycleValues[];
  readonly reason: string;
}

export function emptyCycle(): CycleValues {
  return {
    name: '',
    lts: false,
    releasedOn: '',
    activeUntil: '',
    supportedUntil: '',
    hasEnded: false,
    extendedUntil: '',
    kept: {},
  };
}

export const NEW_PRODUCT: ProductValues = {
  slug: '',
  name: '',
  vendor: '',
  category: 'service',
  aliases: '',
  purls: '',
  images: '',
  cpes: '',
  references: '',
  cycles: [emptyCycle()],
  reason: '',
};

/** What a link says of a product that is to be added. */
export interface Begin {
  readonly name: string | null;
  readonly purl: string | null;
  readonly cpe: string | null;
}

/** An empty form, but for what a link says. */
export function newProduct(begin?: Begin): ProductValues {
  const { name = null, purl = null, cpe = null } = begin ?? {};
  return { ...NEW_PRODUCT, name: name ?? '', purls: purl ?? '', cpes: cpe ?? '' };
}

/** A product that was saved, for the form. */
export function valuesOf(product: StarterProduct, reason: string): ProductValues {
  return {
    slug: product.slug,
    name: product.name,
    vendor: product.vendor ?? '',
    category: product.category,
    aliases: product.aliases.join('\n'),
    purls: product.purls.join('\n'),
    images: product.images.join('\n'),
    cpes: product.cpes.join('\n'),
    references: product.references.map(({ url }) => url).join('\n'),
    cycles: product.cycles.map((cycle) => ({
      name: cycle.name,
      lts: cycle.lts ?? false,
      releasedOn: cycle.releasedOn ?? '',
      activeUntil: dayIn(cycle.activeUntil),
      supportedUntil: dayIn(cycle.supportedUntil),
      hasEnded: cycle.supportedUntil === true,
      extendedUntil: dayIn(cycle.extendedUntil),
      kept: cycle,
    })),
    reason,
  };
}

/** The form's values as they are saved; checked there. */
export function documentOf(
  values: ProductValues,
  before: StarterProduct | null,
): z.input<typeof starterProduct> {
  const { slug, name, vendor, category, cycles } = values;
  const types = new Map(before?.references.map(({ url, type }) => [url, type]));
  return {
    slug,
    name,
    vendor: vendor.trim() || null,
    category,
    aliases: linesOf(values.aliases),
    purls: linesOf(values.purls),
    images: linesOf(values.images),
    cpes: linesOf(values.cpes),
    repology: before?.repology ?? [],
    references: linesOf(values.references).map((url) => ({ type: types.get(url) ?? 'WEB', url })),
    cycles: cycles.map(toCycle),
  };
}

function toCycle({ kept, ...row }: CycleValues) {
  return {
    ...kept,
    name: row.name,
    lts: row.lts,
    releasedOn: row.releasedOn || undefined,
    activeUntil: untilOf(row.activeUntil, kept.activeUntil),
    supportedUntil: row.hasEnded ? (true as const) : row.supportedUntil || undefined,
    extendedUntil: untilOf(row.extendedUntil, kept.extendedUntil),
  };
}

type Until = StarterProduct['cycles'][number]['activeUntil'];

function dayIn(until: Until): string {
  return typeof until === 'string' ? until : '';
}

/** A level that is there without a day stays so while the row says nothing of it. */
function untilOf(day: string, before: Until): Until {
  if (day !== '') return day as Exclude<Until, true | null | undefined>; // checked when it is saved
  return typeof before === 'string' ? undefined : before;
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A name in an address: "ACME Billing" as "acme-billing". */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
