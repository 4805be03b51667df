import { z } from 'zod';
import { RHYTHMS, sourceAddress } from '@/domain/own-catalog/source';
import { headerKey } from '@/domain/validation/address';
import { storedText } from '@/domain/validation/fields';
import { instant } from '@/server/platform/trpc/outputs';
import { ownCatalogChanges } from '../dto';
import type { SourceRow, SourceSettings } from '../repository/sources';

const MAX_NAME_LENGTH = 100;
/** As many as anybody reads. */
export const MAX_CONFLICTS = 100;

const sourceConflict = z.object({
  slug: z.string(),
  name: z.string(),
  why: z.string().describe('What it has in common with which product'),
});
const storedConflicts = z.array(sourceConflict);

export const sourceUrl = sourceAddress.describe(
  'Another Eventide, by its host or by the address of its `own_catalog`, or any address that answers catalog.yaml or the form of version 1 of endoflife.date. Public hosts by https, and what the operator allows',
);
export const sourceKeyInput = headerKey
  .nullable()
  .describe(
    'Sent in the header `Authorization`: of another Eventide a key of the role viewer suffices. Stored sealed, never shown. Null: none; left out: the stored one, which is for its own address alone',
  )
  .optional();

/** A catalog of others as an admin sets it. */
export const catalogSourceInput = z
  .object({
    name: storedText(MAX_NAME_LENGTH)
      .trim()
      .min(1)
      .describe('What the products are said to be from'),
    url: sourceUrl,
    api_key: sourceKeyInput,
    rhythm: z
      .enum(RHYTHMS)
      .describe('How often it is read; `manual`: when it is asked for, and once at first'),
  })
  .meta({
    id: 'CatalogSourceModel',
    example: {
      ...{ name: 'ACME Group', url: 'https://eventide.example.com/api/own_catalog' },
      ...{ api_key: 'evt_YOUR_KEY', rhythm: 'daily' },
    },
  });

export const catalogSource = z
  .object({
    id: z.guid(),
    name: z.string(),
    url: z.string(),
    has_key: z.boolean(),
    key_readable: z.boolean().describe('False: the key has to be entered again. It is never shown'),
    rhythm: z.enum(RHYTHMS),
    next_read_at: instant.nullable().describe('Null: not before it is asked for'),
    last_success_at: instant.nullable(),
    last_failure_at: instant.nullable(),
    last_fault: z.string().nullable().describe('Why the last failure was one'),
    failing: z.boolean().describe('Whether the last reading failed: products are as before it'),
    products: z.number().int().min(0).describe('Products here that come from it'),
    conflicts: z
      .array(sourceConflict)
      .describe('Products of it that are left out, for one that there is wins: up to 100'),
    conflict_count: z.number().int().min(0),
  })
  .meta({
    id: 'CatalogSource',
    example: {
      ...{ id: '01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f', name: 'ACME Group' },
      ...{ url: 'https://eventide.example.com/api/own_catalog', has_key: true },
      ...{ key_readable: true, rhythm: 'daily', next_read_at: '2026-12-02T02:00:00.000Z' },
      ...{ last_success_at: '2026-12-01T02:00:00.000Z', last_failure_at: null },
      ...{ last_fault: null, failing: false, products: 12 },
      conflicts: [
        {
          ...{ slug: 'acme-billing', name: 'ACME Billing' },
          why: 'ACME Billing of your own has the name acme billing',
        },
      ],
      conflict_count: 1,
    },
  });
export type CatalogSource = z.output<typeof catalogSource>;

export const catalogSourcePreview = z
  .object({
    fault: z.string().nullable().describe('Why nothing can be read; null when it can'),
    changes: ownCatalogChanges.shape.changes,
    same: ownCatalogChanges.shape.same,
    conflicts: z.array(sourceConflict).describe('Products that would be left out'),
  })
  .meta({
    id: 'CatalogSourcePreview',
    example: { fault: null, changes: [], same: 12, conflicts: [] },
  });
export type CatalogSourcePreview = z.output<typeof catalogSourcePreview>;

/** Makes a catalog of others as admins see it. */
export function toCatalogSource(
  row: SourceRow,
  { readable, products }: { readonly readable: boolean; readonly products: number },
): CatalogSource {
  const { id, name, url, rhythm, lastFault, failures, conflictCount } = row;
  return {
    ...{ id, name, url, rhythm, products },
    has_key: row.sealedKey !== null,
    key_readable: readable,
    next_read_at: row.nextReadAt?.toISOString() ?? null,
    last_success_at: row.lastSuccessAt?.toISOString() ?? null,
    last_failure_at: row.lastFailureAt?.toISOString() ?? null,
    last_fault: lastFault,
    failing: failures > 0,
    conflicts: storedConflicts.parse(row.conflicts).slice(0, MAX_CONFLICTS),
    conflict_count: conflictCount,
  };
}

/** Makes what the audit trail keeps of it: the key is in neither form part of it. */
export function toAuditedSource({
  name,
  url,
  rhythm,
}: Pick<SourceSettings, 'name' | 'url' | 'rhythm'>) {
  return { name, url, rhythm };
}
