import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { day, instant } from '@/server/platform/trpc/outputs';
import {
  type Product,
  REFERENCE_TYPES,
  type ReleaseCycle,
  SUPPORT_LEVELS,
  type SupportEnd,
} from '@/domain/catalog/catalog';
import { OUTCOMES, STEPS, TRIGGERS } from './service/attempt';
import type { OverrideRow, OwnProductRow } from './repository/overlay';
import type { OwnIdentifierRow } from './repository/own-identifiers';

/** Facts of the catalog on a release cycle. */
export const catalogFacts = z.object({
  product: z.string(),
  /** By the catalog itself, whichever end counts. */
  eolDate: day.nullable(),
  latestRelease: z.string().nullable(),
  latestReleaseDate: day.nullable(),
  support: z.array(
    z.object({ level: z.enum(SUPPORT_LEVELS), endsOn: day.nullable(), ended: z.boolean() }),
  ),
  references: z.array(z.object({ type: z.enum(REFERENCE_TYPES), url: z.string() })),
});

const MAX_REASON_LENGTH = 1_000;

/** Why an organization departs from the catalog. */
export const reasonInput = storedText(MAX_REASON_LENGTH).trim().min(1);

export const ownDateRecord = z.object({
  id: z.guid(),
  product: z.string(),
  cycle: z.string(),
  /** False: the catalog does not have the cycle (any more); the date counts for what scanners say of it. */
  in_catalog: z.boolean(),
  ends_on: day,
  reason: z.string(),
  set_by: z.string(),
  set_at: instant,
});

export const ownProductRecord = z
  .object({
    id: z.guid(),
    slug: z.string(),
    name: z.string(),
    product: z.unknown().describe('In the form in which it was saved'),
    reason: z.string(),
    set_by: z.string(),
    set_at: instant,
    source: z
      .object({ id: z.guid(), name: z.string() })
      .nullable()
      .describe('The catalog of others that it was read from; null for one of your own'),
  })
  .meta({
    id: 'OwnProduct',
    example: {
      ...{ id: '01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f', slug: 'acme-billing', name: 'ACME Billing' },
      product: { slug: 'acme-billing', name: 'ACME Billing', category: 'service' },
      ...{ reason: 'Ours', set_by: 'Ada Lovelace', set_at: '2026-03-01T08:00:00.000Z' },
      source: null,
    },
  });

export const ownIdentifierRecord = z
  .object({
    id: z.guid(),
    product: z.string().describe('The slug of a product'),
    kind: z.enum(['purl', 'cpe', 'repology', 'alias']),
    value: z.string(),
    reason: z.string(),
    set_by: z.string(),
    set_at: instant,
  })
  .meta({
    id: 'OwnIdentifier',
    example: {
      ...{ id: '01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f', product: 'nginx', kind: 'purl' },
      ...{ value: 'pkg:generic/acme-nginx', reason: 'Our build of it' },
      ...{ set_by: 'Ada Lovelace', set_at: '2026-03-01T08:00:00.000Z' },
    },
  });

export function toOwnIdentifierRecord(row: OwnIdentifierRow) {
  const { id, product, kind, value, reason, setBy, setAt } = row;
  return { id, product, kind, value, reason, set_by: setBy, set_at: setAt.toISOString() };
}

/** What a document of own products changes, or would change. */
export const ownCatalogChanges = z
  .object({
    applied: z.boolean().describe('False for a dry run, and where nothing is to be changed'),
    changes: z.array(
      z.object({
        change: z.enum(['added', 'changed', 'removed']),
        line: z
          .number()
          .int()
          .nullable()
          .describe('Where the document says it, from 1; null for what it does not name'),
        slug: z.string(),
        name: z.string(),
        fields: z
          .array(
            z.object({
              field: z.string().describe('`vendor`, or `cycle 3, supportedUntil`'),
              before: z.string().nullable(),
              after: z.string().nullable(),
            }),
          )
          .describe('What a changed product says otherwise'),
      }),
    ),
    same: z.number().int().describe('Products that are as the document says'),
  })
  .meta({
    id: 'OwnCatalogChanges',
    example: {
      applied: true,
      changes: [
        {
          ...{ change: 'changed', line: 3, slug: 'acme-billing', name: 'ACME Billing' },
          fields: [{ field: 'cycle 3, supportedUntil', before: '2027-03-31', after: '2028-03-31' }],
        },
      ],
      same: 4,
    },
  });
export type OwnCatalogChanges = z.output<typeof ownCatalogChanges>;

const described = {
  slug: z.string(),
  name: z.string(),
  vendor: z.string().nullable(),
  category: z.string(),
  source: z
    .enum(['starter', 'import', 'organization'])
    .describe('Shipped with the service, imported, or added by the organization'),
};

const exampleOf = {
  slug: 'nodejs',
  name: 'Node.js',
  vendor: 'OpenJS Foundation',
  category: 'framework',
  source: 'import',
} as const;

export const productSummary = z
  .object({
    ...described,
    cycles: z.number().int().describe('Release cycles that are known'),
    cycles_in_use: z.number().int().describe('Release cycles that some image holds now'),
    images: z.number().int().describe('Image tags that hold it now'),
  })
  .meta({
    id: 'CatalogProductSummary',
    example: { ...exampleOf, cycles: 26, cycles_in_use: 3, images: 41 },
  });

const override = z
  .object({
    catalog_ends_on: day.nullable().describe('What the catalog says'),
    catalog_ended: z.boolean(),
    reason: z.string(),
    set_by: z.string(),
    set_on: day,
  })
  .meta({
    id: 'CatalogOwnDate',
    example: {
      catalog_ends_on: '2026-04-30',
      catalog_ended: false,
      reason: 'Supported until 2027 by contract 4711',
      set_by: 'Ada Lovelace',
      set_on: '2026-03-01',
    },
  });

const support = z
  .object({
    level: z.enum(SUPPORT_LEVELS),
    ends_on: day.nullable(),
    ended: z.boolean().describe('It has ended on a day that is not known'),
    override: override.nullable().describe('Where the organization set a date of its own'),
  })
  .meta({
    id: 'CatalogSupport',
    example: { level: 'STANDARD_SUPPORT', ends_on: '2026-04-30', ended: false, override: null },
  });

export const cycleFacts = z.object({
  name: z.string(),
  label: z.string(),
  codename: z.string().nullable(),
  lts: z.boolean(),
  released_on: day.nullable(),
  latest_release: z.string().nullable(),
  latest_released_on: day.nullable(),
  release_notes_url: z.string().nullable(),
  support: z.array(support),
});

const cycle = cycleFacts
  .extend({ images: z.number().int().describe('Image tags that hold it now') })
  .meta({ id: 'CatalogCycle' });

export const productRecord = z
  .object({
    ...described,
    identifiers: z.array(
      z.object({ kind: z.enum(['purl', 'cpe', 'repology', 'alias']), value: z.string() }),
    ),
    references: z.array(
      z.object({
        type: z.enum(['CHANGELOG', 'ARTICLE', 'WEB', 'SOURCE', 'PACKAGE']),
        url: z.string(),
      }),
    ),
    cycles: z.array(cycle).describe('Newest first'),
  })
  .meta({
    id: 'CatalogProduct',
    example: {
      ...exampleOf,
      identifiers: [{ kind: 'purl', value: 'pkg:docker/library/node' }],
      references: [{ type: 'WEB', url: 'https://nodejs.org/en/about/previous-releases' }],
      cycles: [
        {
          name: '20',
          label: '20 (LTS)',
          codename: 'Iron',
          lts: true,
          released_on: '2023-04-18',
          latest_release: '20.20.2',
          latest_released_on: '2026-03-24',
          release_notes_url: null,
          support: [
            { level: 'STANDARD_SUPPORT', ends_on: '2026-04-30', ended: false, override: null },
          ],
          images: 12,
        },
      ],
    },
  });

const summary = z.object({
  products: z.number().int(),
  cycles: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  dateChanges: z.number().int(),
  softwareCycles: z.number().int(),
});

export const revisionRecord = z
  .object({
    id: z.guid(),
    revision: z.number().int().nullable().describe('Of the catalog, when it changed'),
    source: z.string().describe('An address without credentials, a file, or `starter`'),
    trigger: z.enum(TRIGGERS),
    started_at: instant,
    finished_at: instant.nullable().describe('Null while it runs'),
    outcome: z.enum(OUTCOMES).nullable(),
    step: z.enum(STEPS).nullable().describe('What is being done while it runs'),
    summary: summary.nullable(),
  })
  .meta({
    id: 'CatalogUpdate',
    example: {
      id: '01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f',
      revision: 7,
      source: 'https://catalog.example.com/products/full',
      trigger: 'schedule',
      started_at: '2026-04-30T02:00:00.000Z',
      finished_at: '2026-04-30T02:00:02.000Z',
      outcome: 'imported',
      step: null,
      summary: {
        ...{ products: 464, cycles: 8351, added: 0, changed: 12, removed: 0, dateChanges: 3 },
        softwareCycles: 2,
      },
    },
  });

/** An attempt as operators see it: a tenant is told neither the names of others nor the details of their errors. */
export const operatorRevisionRecord = z.object({
  ...revisionRecord.shape,
  actor_name: z.string().nullable(),
  message: z.string().nullable(),
});

/** Makes a product's record for a list. */
export function toProductSummary(
  product: Product,
  use: { readonly images: number; readonly cycles: number },
) {
  const { slug, name, vendor, category, source, cycles } = product;
  return {
    slug,
    name,
    vendor,
    category,
    source,
    cycles: cycles.length,
    cycles_in_use: use.cycles,
    images: use.images,
  };
}

/** Makes a product's record with everything that the catalog says of it. */
export function toProductRecord(product: Product, images: ReadonlyMap<string, number>) {
  const { slug, name, vendor, category, source, identifiers, references, cycles } = product;
  return {
    slug,
    name,
    vendor,
    category,
    source,
    identifiers: identifiers.map(({ kind, value }) => ({ kind, value })),
    references: references.map(({ type, url }) => ({ type, url })),
    cycles: cycles.map((cycle) => ({
      ...toCycleRecord(cycle),
      images: images.get(cycle.name) ?? 0,
    })),
  };
}

/** Makes a release cycle's record with everything that the catalog says of it. */
export function toCycleRecord(cycle: ReleaseCycle) {
  return {
    name: cycle.name,
    label: cycle.label,
    codename: cycle.codename,
    lts: cycle.lts,
    released_on: cycle.releasedOn,
    latest_release: cycle.latestRelease,
    latest_released_on: cycle.latestReleasedOn,
    release_notes_url: cycle.releaseNotesUrl,
    support: cycle.support.map(toSupportRecord),
  };
}

function toSupportRecord({ level, endsOn, ended, override }: SupportEnd) {
  return {
    level,
    ends_on: endsOn,
    ended,
    override: override
      ? {
          catalog_ends_on: override.catalogEndsOn,
          catalog_ended: override.catalogEnded,
          reason: override.reason,
          set_by: override.setBy,
          set_on: override.setOn,
        }
      : null,
  };
}

/** @param inCatalog whether the catalog, or a product of the organization's own, has the cycle now */
export function toOverrideRecord(row: OverrideRow, inCatalog: boolean) {
  return {
    id: row.id,
    product: row.productName,
    cycle: row.cycle,
    in_catalog: inCatalog,
    ends_on: row.endsOn,
    reason: row.reason,
    set_by: row.setBy,
    set_at: row.setAt.toISOString(),
  };
}

export function toOwnProductRecord(row: OwnProductRow) {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    product: row.document,
    reason: row.reason,
    set_by: row.setBy,
    set_at: row.setAt.toISOString(),
    source: row.sourceId === null ? null : { id: row.sourceId, name: row.sourceName ?? '' },
  };
}
