import { z } from 'zod';
import { type Product, PRODUCT_CATEGORIES, type SupportLevel } from '@/domain/catalog/catalog';
import { CatalogDocumentError, readEndoflifeValue } from '@/domain/catalog/endoflife-date';
import {
  enteredProduct,
  productOfFile,
  type StarterProduct,
} from '@/domain/catalog/starter-product';
import type { Fault } from '@/domain/errors';
import { placed, readFileText, type ReadFile } from '@/domain/policy-file/text';
import { faultsOf } from '@/domain/validation/zod-faults';
import { readCycles } from './cycles';
import { lifecycleEntries } from './lifecycles';

/** They are held in memory, and every upload looks among them. */
export const MAX_OWN_PRODUCTS = 1_000;
/** Characters of all of them together, as JSON: four documents as long as one may be. Every process holds them in memory. */
const MAX_OWN_LENGTH = 4_194_304;
/** What is said of those that come to more. */
export const TOO_LONG = `The products of an organization’s own have at most ${String(MAX_OWN_LENGTH)} characters together`;

/**
 * Whether products come to more than an organization may have, and to more than before: those of an organization that had more
 * when there was no such bound can still be corrected.
 */
export function isTooLong(products: readonly unknown[], before: readonly unknown[]): boolean {
  const length = lengthOf(products);
  return length > MAX_OWN_LENGTH && length > lengthOf(before);
}

function lengthOf(products: readonly unknown[]): number {
  return products.reduce<number>((sum, one) => sum + JSON.stringify(one).length, 0);
}

/** The one version of the file that there is. */
const VERSION = 1;

/** What a file of an organization's own products says. */
export const ownCatalogFile = z
  .strictObject({
    version: z.literal(VERSION).describe('The version of this form'),
    products: z.array(productOfFile).max(MAX_OWN_PRODUCTS).describe('Products of your own'),
  })
  .meta({
    title: 'catalog.yaml',
    description: 'The products of an organization’s own, with their release cycles',
  });

/** Gives the JSON Schema of the file, for editors. */
export function ownCatalogSchema() {
  return z.toJSONSchema(ownCatalogFile, { io: 'input', unrepresentable: 'any' });
}

/** A product of the organization's own, and why it is there. */
export interface OwnEntry {
  readonly product: StarterProduct;
  readonly reason: string;
}

/** A product of a document, with its line from 1. */
export interface FileEntry extends OwnEntry {
  readonly line: number;
}

/** What a document is read with: the products that there are, and the reason for those of forms that give none. */
export interface ReadingOf {
  readonly known: ReadonlyMap<string, OwnEntry>;
  readonly reason: string;
  /** Whether a form that says only a part of what a product is, is refused. */
  readonly isWhole?: boolean;
}

/**
 * Reads a document of products: our own form in YAML or JSON, the answer of version 1 of endoflife.date's API, cycles of
 * its version 0 for products that there are, CLE, or statements of OpenEoX. Which of them it is, its outermost value tells.
 * @returns the products, or what is wrong and on which line: a document counts whole or not at all
 */
export function readOwnCatalog(
  text: string,
  reading: ReadingOf,
): { readonly entries: readonly FileEntry[] } | { readonly faults: Fault[] } {
  const file = readFileText(text);
  if ('faults' in file) return file;
  const found = entriesOf(file.value, reading);
  if ('faults' in found) return { faults: withPlaces(file, found.faults) };
  const faults = found.entries.flatMap(({ product, path }) => faultsOfEntry(product, path));
  const twice = repeated(found.entries);
  if (faults.length + twice.length > 0) {
    return { faults: withPlaces(file, [...faults, ...twice]) };
  }
  return {
    entries: found.entries.map(({ product, reason, path }) => ({
      ...{ reason, line: file.placeOf(path).line },
      product: enteredProduct.parse(product),
    })),
  };
}

type Path = readonly (string | number)[];

interface FoundEntry {
  /** Checked below. */
  readonly product: z.input<typeof enteredProduct>;
  readonly reason: string;
  readonly path: Path;
}

type Found = { readonly entries: readonly FoundEntry[] } | { readonly faults: readonly Fault[] };

function entriesOf(value: unknown, { known, reason, isWhole = false }: ReadingOf): Found {
  if (isWhole && !isOfWholeProducts(value)) {
    const message = 'is neither catalog.yaml nor the form of version 1 of endoflife.date';
    return { faults: [faultAt([], message)] };
  }
  if (Array.isArray(value)) return readCycles(value, known);
  if (isEndoflife(value)) return endoflifeEntries(value, known, reason);
  const lifecycles = lifecycleEntries(value, known, reason);
  if (lifecycles) {
    if (!('faults' in lifecycles)) return lifecycles;
    return { faults: lifecycles.faults.map(({ path, message }) => faultAt(path, message)) };
  }
  const parsed = ownCatalogFile.safeParse(value);
  if (!parsed.success) return { faults: faultsOf(parsed.error, 'body', value) };
  return {
    entries: parsed.data.products.map(({ reason: own, ...product }, index) => ({
      ...{ product, reason: own, path: ['products', index] },
    })),
  };
}

function isEndoflife(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'schema_version' in value;
}

function isOfWholeProducts(value: unknown): boolean {
  return isEndoflife(value) || (typeof value === 'object' && value !== null && 'products' in value);
}

/** Version 1 of endoflife.date names neither vendors nor reasons: those that are known stay. */
function endoflifeEntries(value: unknown, known: ReadingOf['known'], reason: string): Found {
  try {
    const { products } = readEndoflifeValue(value);
    if (products.length > MAX_OWN_PRODUCTS) {
      return {
        faults: [faultAt(['result'], `has more than ${String(MAX_OWN_PRODUCTS)} products`)],
      };
    }
    return {
      entries: products.map((product, index) => {
        const before = known.get(product.slug);
        return {
          product: documentOf(product, before?.product ?? null),
          reason: before?.reason ?? reason,
          path: ['result', index],
        };
      }),
    };
  } catch (error) {
    if (!(error instanceof CatalogDocumentError)) throw error;
    return { faults: [faultAt(error.path, error.message)] };
  }
}

/** Writes a product of another form in ours; what that form does not say stays as it was. */
function documentOf(
  product: Product,
  before: StarterProduct | null,
): z.input<typeof enteredProduct> {
  const valuesOf = (wanted: string) =>
    product.identifiers.flatMap(({ kind, value }) => (kind === wanted ? [value] : []));
  const images = before?.images ?? [];
  const isImage = (purl: string) => purl.startsWith('pkg:oci/') && purl.includes('repository_url=');
  const types = new Map(before?.references.map(({ url, type }) => [url, type]));
  const named = new Set(product.references.map(({ url }) => url));
  const cyclesBefore = new Map(before?.cycles.map((cycle) => [cycle.name, cycle]));
  return {
    ...{ slug: product.slug, name: product.name, vendor: before?.vendor ?? null },
    category:
      PRODUCT_CATEGORIES.find((one) => one === product.category) ?? before?.category ?? 'app',
    aliases: valuesOf('alias'),
    purls: valuesOf('purl').filter((purl) => !isImage(purl)),
    cpes: valuesOf('cpe'),
    images: [...new Set([...imagesIn(valuesOf('purl').filter(isImage)), ...images])],
    repology: valuesOf('repology'),
    references: [
      ...product.references.map(({ type, url }) => ({ type: types.get(url) ?? type, url })),
      ...(before?.references ?? []).filter(({ url }) => !named.has(url)),
    ],
    cycles: product.cycles.map((cycle) => ({
      ...{ name: cycle.name, label: cycle.label, codename: cycle.codename, lts: cycle.lts },
      ...(cycle.releasedOn !== null && { releasedOn: cycle.releasedOn }),
      ...(cycle.latestRelease !== null && { latestRelease: cycle.latestRelease }),
      ...(cycle.latestReleasedOn !== null && { latestReleasedOn: cycle.latestReleasedOn }),
      ...notesOf(cycle.releaseNotesUrl ?? cyclesBefore.get(cycle.name)?.releaseNotesUrl),
      ...untilOf('activeUntil', cycle.support, 'ACTIVE_SUPPORT'),
      ...untilOf('supportedUntil', cycle.support, 'STANDARD_SUPPORT'),
      ...untilOf('extendedUntil', cycle.support, 'EXTENDED_SUPPORT'),
    })),
  };
}

/** The form has a place for them with a latest release alone. */
function notesOf(releaseNotesUrl: string | undefined) {
  return releaseNotesUrl === undefined ? {} : { releaseNotesUrl };
}

function imagesIn(purls: readonly string[]): string[] {
  return purls.flatMap((purl) => {
    const repository = new URLSearchParams(purl.slice(purl.indexOf('?'))).get('repository_url');
    return repository === null ? [] : [repository];
  });
}

function untilOf(
  field: 'activeUntil' | 'supportedUntil' | 'extendedUntil',
  support: Product['cycles'][number]['support'],
  wanted: SupportLevel,
) {
  const end = support.find(({ level }) => level === wanted);
  if (!end) return {};
  const until = end.endsOn ?? (end.ended ? (true as const) : null);
  // What is left out of this level is its end, as null would say.
  return wanted === 'STANDARD_SUPPORT' && until === null ? {} : { [field]: until };
}

function faultsOfEntry(product: unknown, path: Path): Fault[] {
  const parsed = enteredProduct.safeParse(product);
  if (parsed.success) return [];
  return faultsOf(parsed.error, 'body', product).map((fault) => ({
    ...fault,
    loc: ['body', ...path, ...fault.loc.slice(1)],
  }));
}

function repeated(entries: readonly FoundEntry[]): Fault[] {
  const seen = new Set<string>();
  return entries.flatMap(({ product: { slug }, path }) => {
    if (seen.has(slug)) return [faultAt(path, `the product ${slug} stands above`)];
    seen.add(slug);
    return [];
  });
}

function faultAt(path: Path, message: string): Fault {
  return { loc: ['body', ...path], msg: `Value error, ${message}`, type: 'value_error' };
}

function withPlaces({ placeOf }: ReadFile, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ ...fault, msg: placed(fault.msg, placeOf(fault.loc.slice(1))) }));
}
