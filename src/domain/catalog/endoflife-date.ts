import { z } from 'zod';
import { calendarDay, indexedText, storedText } from '@/domain/validation/fields';
import type { Identifier, Product, ReleaseCycle, SupportEnd, SupportLevel } from './catalog';

/** A document that the catalog is not taken from. The message is shown to people and says why. */
export class CatalogDocumentError extends Error {
  override readonly name = 'CatalogDocumentError';
  /** Where in the document it is, as far as that is known. */
  readonly path: readonly (string | number)[];

  constructor(
    message: string,
    { path = [], cause }: { path?: readonly (string | number)[]; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.path = path;
  }
}

/**
 * Reads the answer of `GET /api/v1/products/full` of endoflife.date (schema 1.x). `isEol` and its kin were
 * computed on the day of the document: a date decides wherever there is one, and they count only where
 * there is none.
 */

const MAX_NAME = 255;
const MAX_VALUE = 2_048;
const MAX_PRODUCTS = 20_000;
const MAX_CYCLES = 10_000;

const name = storedText(MAX_NAME).min(1);
const value = storedText(MAX_VALUE);
const identifier = indexedText(MAX_VALUE).min(1);
const day = calendarDay.nullish();
const isPast = z.boolean().nullish();

const release = z.object({
  name,
  codename: value.nullish(),
  label: value.nullish(),
  releaseDate: day,
  isLts: z.boolean().nullish(),
  isEoas: isPast,
  eoasFrom: day,
  isEol: isPast,
  eolFrom: day,
  isEoes: isPast,
  eoesFrom: day,
  latest: z.object({ name: value, date: day, link: value.nullish() }).nullish(),
});

const product = z.object({
  name,
  label: name,
  category: name,
  aliases: z.array(name).max(1_000).default([]),
  identifiers: z
    .array(z.object({ type: z.string(), id: identifier }))
    .max(10_000)
    .default([]),
  links: z.object({ html: value.nullish(), releasePolicy: value.nullish() }).nullish(),
  releases: z.array(release).max(MAX_CYCLES),
});

const envelope = z.object({
  schema_version: z.string().regex(/^1(?:\.|$)/, { error: 'must be 1.x' }),
  // A document counts by what it says of products, whatever its date looks like.
  generated_at: z.iso.datetime({ offset: true }).nullish().catch(null),
  result: z.array(z.unknown()).min(1).max(MAX_PRODUCTS),
});

type ReleaseData = z.output<typeof release>;
type ProductData = z.output<typeof product>;

/** What a document says of all its products. */
export interface CatalogDocument {
  /** In its order. */
  readonly products: Product[];
  /** When it was made, as it says itself; null: it does not. */
  readonly madeAt: Date | null;
}

/**
 * Reads a document.
 * @throws CatalogDocumentError that names the first product which cannot be read: a document counts whole or not at all
 */
export function readEndoflifeDocument(text: string): CatalogDocument {
  return readEndoflifeValue(parseJson(text));
}

/**
 * The same of a document that was parsed.
 * @throws CatalogDocumentError that says where the fault is, too
 */
export function readEndoflifeValue(value: unknown): CatalogDocument {
  const document = envelope.safeParse(value);
  if (!document.success) {
    const path = pathOf(document.error);
    throw new CatalogDocumentError(`The document ${faultOf(document.error)}`, { path });
  }
  const seen = new Set<string>();
  const products = document.data.result.map((entry, index) => {
    const parsed = product.safeParse(entry);
    const called = `Product ${nameOf(entry) ?? `at position ${String(index)}`}`;
    const at = ['result', index];
    if (!parsed.success) {
      const path = [...at, ...pathOf(parsed.error)];
      throw new CatalogDocumentError(`${called}: ${faultOf(parsed.error)}`, { path });
    }
    if (seen.has(parsed.data.name)) {
      throw new CatalogDocumentError(`${called} stands there twice`, { path: at });
    }
    seen.add(parsed.data.name);
    return toProduct(parsed.data, at);
  });
  const { generated_at: madeAt } = document.data;
  return { products, madeAt: madeAt ? new Date(madeAt) : null };
}

function toProduct(data: ProductData, path: readonly (string | number)[]): Product {
  const cycles = data.releases.map(toCycle);
  const twice = cycles.find(({ name: own }, index) =>
    cycles.slice(0, index).some((earlier) => earlier.name === own),
  );
  if (twice) {
    const message = `Product ${data.name} has the cycle ${twice.name} twice`;
    throw new CatalogDocumentError(message, { path });
  }
  const links = [data.links?.releasePolicy, data.links?.html].filter(isWebAddress);
  return {
    slug: data.name,
    name: data.label,
    vendor: null,
    category: data.category,
    identifiers: identifiersOf(data),
    references: [...new Set(links)].map((url) => ({ type: 'WEB', url })),
    source: 'import',
    cycles,
  };
}

const KINDS = ['purl', 'cpe', 'repology'] as const;

function identifiersOf({ identifiers, aliases }: ProductData): Identifier[] {
  return [
    ...KINDS.flatMap((kind) =>
      unique(identifiers.filter(({ type }) => type === kind).map(({ id }) => id)).map((id) => ({
        kind,
        value: id,
      })),
    ),
    ...unique(aliases).map((alias) => ({ kind: 'alias' as const, value: alias })),
  ];
}

function toCycle(data: ReleaseData): ReleaseCycle {
  const notes = data.latest?.link;
  return {
    name: data.name,
    label: data.label ?? data.name,
    codename: data.codename ?? null,
    lts: data.isLts ?? false,
    releasedOn: data.releaseDate ?? null,
    latestRelease: data.latest?.name ?? null,
    latestReleasedOn: data.latest?.date ?? null,
    releaseNotesUrl: isWebAddress(notes) ? notes : null,
    support: [
      ...supportEnd('ACTIVE_SUPPORT', data.isEoas, data.eoasFrom),
      // Every product has this one: what may be missing is its end.
      ...supportEnd('STANDARD_SUPPORT', data.isEol ?? false, data.eolFrom),
      ...supportEnd('EXTENDED_SUPPORT', data.isEoes, data.eoesFrom),
    ],
  };
}

/** No entry where the document says neither whether nor when: the vendor has no such level for the cycle. */
function supportEnd(
  level: SupportLevel,
  past: ReleaseData['isEol'],
  from: ReleaseData['eolFrom'],
): SupportEnd[] {
  const endsOn = from ?? null;
  const hasPast = past ?? null;
  if (endsOn === null && hasPast === null) return [];
  return [{ level, endsOn, ended: endsOn === null && hasPast === true }];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CatalogDocumentError('The document is not JSON', { cause });
  }
}

/** The first fault and its place, without the value: a document may hold anything. */
function faultOf({ issues }: z.ZodError): string {
  const [first] = issues;
  return first ? `${first.path.join('.')}: ${first.message}` : 'cannot be read';
}

function pathOf({ issues }: z.ZodError): (string | number)[] {
  return (issues[0]?.path ?? []).filter((key) => typeof key !== 'symbol');
}

function nameOf(entry: unknown): string | null {
  const named = z.object({ name }).safeParse(entry);
  return named.success ? named.data.name : null;
}

function isWebAddress(text: string | null | undefined): text is string {
  return typeof text === 'string' && URL.canParse(text) && /^https?:/.test(text);
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
