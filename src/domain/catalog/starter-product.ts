import { z } from 'zod';
import { parseCpe } from '@/domain/identifiers/cpe';
import { parseImageReference, readImageReference } from '@/domain/identifiers/image-reference';
import { formatPurl } from '@/domain/identifiers/purl';
import { calendarDay, storedText } from '@/domain/validation/fields';
import {
  type Product,
  PRODUCT_CATEGORIES,
  type ProductSource,
  type ReleaseCycle,
  type SupportEnd,
  type SupportLevel,
} from './catalog';
import { purlIdentifierFault } from './purl-patterns';

/**
 * The project's own form of a product: what the starter catalog is written in, and what organizations add
 * their own products in. Days are `YYYY-MM-DD`; what is left out is not known.
 */

const MAX_NAME = 255;
const MAX_ADDRESS = 2_048;
const MAX_IDENTIFIER = 1_024;
const MAX_IDENTIFIERS = 200;
const MAX_CYCLES = 2_000;
const MAX_REASON = 1_000;

const name = storedText(MAX_NAME).trim().min(1);
const address = storedText(MAX_ADDRESS).refine(isWebAddress, {
  error: 'must be an http or https address',
});
const day = calendarDay.optional();
/** A day; `true`: it has ended on an unknown day; null: the vendor has this level, its end is not known. */
const until = z
  .union([calendarDay, z.literal(true)])
  .nullable()
  .optional();

const cycleShape = {
  name: name.describe('What versions are matched with: `3.11`, `22.04`'),
  label: name.describe('What people read: `22.04 LTS`; left out: the name').optional(),
  codename: name.nullable().optional(),
  lts: z.boolean().optional(),
  releasedOn: day,
  latestRelease: name.optional(),
  latestReleasedOn: day,
  releaseNotesUrl: address.optional(),
  activeUntil: until.describe('End of active support: a day, or true for an unknown past day'),
  supportedUntil: until.describe('End of security fixes that cost nothing: a day, or true'),
  extendedUntil: until.describe('End of extended or paid support: a day, or true'),
};

const values = (of: z.ZodString) => z.array(of).max(MAX_IDENTIFIERS).default([]);

const productShape = {
  slug: z
    .string()
    .max(MAX_NAME)
    .regex(/^[a-z0-9]+(?:[-._][a-z0-9]+)*$/, {
      error: 'must be lower-case letters and digits joined by single -, . or _',
    }),
  name: name.describe('As scanners name it: `Node.js`'),
  vendor: name.nullable().default(null),
  category: z.enum(PRODUCT_CATEGORIES),
  aliases: values(name),
  purls: values(storedText(MAX_IDENTIFIER).regex(/^pkg:/)).describe(
    'Without version; `*` at the end is any rest of the name: `pkg:npm/express`, `pkg:npm/@acme/*`',
  ),
  cpes: values(storedText(MAX_IDENTIFIER).regex(/^cpe:(?:2\.3:|\/)/)).describe(
    'Prefixes, CPE 2.2 or 2.3: `cpe:2.3:a:nodejs:node.js`',
  ),
  images: values(storedText(MAX_IDENTIFIER)).describe(
    'Names of images, without tag: `registry.example.com/acme/billing`',
  ),
  repology: values(name),
};

const referenceShape = {
  type: z.enum(['CHANGELOG', 'ARTICLE', 'WEB', 'SOURCE', 'PACKAGE']),
  url: address,
};

/** One product; strict about everything it reads, silent about fields it does not know. */
export const starterProduct = z
  .object({
    ...productShape,
    references: z.array(z.object(referenceShape)).max(MAX_IDENTIFIERS).default([]),
    cycles: z.array(z.object(cycleShape)).max(MAX_CYCLES).describe('Newest first'),
  })
  .superRefine(requireDistinctCycles);

/**
 * A product as an organization enters it: what it would be recognized by and cannot be read is refused. What is stored is
 * read with {@link starterProduct}, so that a product that was entered before a rule stays.
 */
export const enteredProduct = starterProduct.superRefine(requireReadable);

/** The same in a file, where a field that nobody knows is a mistake. */
export const productOfFile = z
  .strictObject({
    ...productShape,
    references: z.array(z.strictObject(referenceShape)).max(MAX_IDENTIFIERS).default([]),
    cycles: z
      .array(z.strictObject(cycleShape))
      .max(MAX_CYCLES)
      .default([])
      .describe('Newest first'),
    reason: storedText(MAX_REASON).trim().min(1).describe('Why it is there, or what changed'),
  })
  .superRefine(requireDistinctCycles)
  .superRefine(requireReadable);

type Issues = z.core.$RefinementCtx;

function requireDistinctCycles(
  { cycles }: { readonly cycles: readonly { readonly name: string }[] },
  context: Issues,
): void {
  const seen = new Set<string>();
  cycles.forEach((cycle, index) => {
    if (seen.has(cycle.name)) {
      const message = 'is the name of an earlier cycle';
      context.addIssue({ code: 'custom', path: ['cycles', index, 'name'], message });
    }
    seen.add(cycle.name);
  });
}

function requireReadable(
  { purls, cpes, images }: Record<'purls' | 'cpes' | 'images', readonly string[]>,
  context: Issues,
): void {
  const report = (field: string, index: number, fault: string | null) => {
    if (fault === null) return;
    context.addIssue({ code: 'custom', path: [field, index], message: `cannot be used: ${fault}` });
  };
  purls.forEach((text, index) => report('purls', index, purlIdentifierFault(text)));
  cpes.forEach((text, index) => {
    const reading = parseCpe(text);
    report('cpes', index, reading.ok ? null : reading.fault);
  });
  images.forEach((text, index) => {
    const reference = readImageReference(text);
    const isName = reference !== null && reference.explicitTag === null;
    report(
      'images',
      index,
      isName ? null : 'it is not the name of an image without tag and digest',
    );
  });
}

export type StarterProduct = z.output<typeof starterProduct>;
type StarterCycle = StarterProduct['cycles'][number];
type Until = StarterCycle['supportedUntil'];

/** A product that was read with {@link starterProduct}, in the catalog's own terms. */
export function toProduct(
  data: StarterProduct,
  source: Extract<ProductSource, 'starter' | 'organization'>,
): Product {
  const identifiers = (['purl', 'cpe', 'repology', 'alias'] as const).flatMap((kind) =>
    [...new Set(valuesOf(data, kind))].map((value) => ({ kind, value })),
  );
  const { slug, name: productName, vendor, category, references } = data;
  return {
    slug,
    name: productName,
    vendor,
    category,
    identifiers,
    references,
    source,
    cycles: data.cycles.map(toCycle),
  };
}

function valuesOf(data: StarterProduct, kind: 'purl' | 'cpe' | 'repology' | 'alias') {
  const purl = [...data.purls, ...data.images.map(imagePurl)];
  return { purl, cpe: data.cpes, repology: data.repology, alias: data.aliases }[kind];
}

/** The name of an image as a package URL: `pkg:oci/billing?repository_url=docker.io/acme/billing`. */
function imagePurl(image: string): string {
  const { canonicalName } = parseImageReference(image);
  const name = canonicalName.slice(canonicalName.lastIndexOf('/') + 1);
  const qualifiers = new Map([['repository_url', canonicalName]]);
  return formatPurl({
    ...{ type: 'oci', namespace: null, name, version: null, qualifiers, subpath: null },
  });
}

function toCycle(cycle: StarterCycle): ReleaseCycle {
  return {
    name: cycle.name,
    label: cycle.label ?? cycle.name,
    codename: cycle.codename ?? null,
    lts: cycle.lts ?? false,
    releasedOn: cycle.releasedOn ?? null,
    latestRelease: cycle.latestRelease ?? null,
    latestReleasedOn: cycle.latestReleasedOn ?? null,
    releaseNotesUrl: cycle.releaseNotesUrl ?? null,
    support: [
      ...supportEnd('ACTIVE_SUPPORT', cycle.activeUntil),
      // Every vendor has this one: what is left out is its end.
      ...supportEnd('STANDARD_SUPPORT', cycle.supportedUntil ?? null),
      ...supportEnd('EXTENDED_SUPPORT', cycle.extendedUntil),
    ],
  };
}

function supportEnd(level: SupportLevel, ends: Until): SupportEnd[] {
  if (ends === undefined) return [];
  return [{ level, endsOn: ends === true ? null : ends, ended: ends === true }];
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
