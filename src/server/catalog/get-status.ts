import { z } from 'zod';
import { rest } from '@/server/platform/trpc/meta';
import { instant } from '@/server/platform/trpc/outputs';
import { operatorRevisionRecord, revisionRecord } from './dto';
import { catalogStatus } from './service/status';
import { permitted } from '@/server/platform/trpc/init';

const status = {
  revision: z.number().int().describe('Counts the changes of the catalog'),
  products: z.number().int(),
  cycles: z.number().int(),
  source: z.string().nullable().describe('Where the last change came from'),
  updated_at: instant.nullable().describe('When the catalog last changed'),
  read_from: z
    .string()
    .nullable()
    .describe('The source that was last read with success; null: all is as it was shipped'),
  document_made_at: instant
    .nullable()
    .describe('When the document of that source was made, as it says itself; null: it does not'),
  checked_at: instant
    .nullable()
    .describe(
      'When a source was last looked at with success, whatever was shipped later; where all is as shipped and no address is set, when that was loaded',
    ),
  failing_since: instant
    .nullable()
    .describe('When the first update by schedule or on request failed since then; null: none has'),
  schedule: z
    .object({
      source: z.string(),
      interval_minutes: z.number().int(),
      next_at: instant.nullable().describe('Null: at once'),
    })
    .nullable()
    .describe('Null when the catalog has no address to be updated from'),
};

/** The catalog's status for everybody. */
export const getStatusOutput = z
  .object({
    ...status,
    last: revisionRecord.nullable().describe('The last update that ended'),
    running: revisionRecord.nullable(),
  })
  .meta({
    id: 'CatalogStatus',
    example: {
      revision: 7,
      products: 464,
      cycles: 8351,
      source: 'https://catalog.example.com/products/full',
      updated_at: '2026-04-30T02:00:02.000Z',
      read_from: 'https://catalog.example.com/products/full',
      document_made_at: '2026-04-29T21:14:09.000Z',
      checked_at: '2026-05-01T02:00:01.000Z',
      failing_since: null,
      last: null,
      running: null,
      schedule: {
        source: 'https://catalog.example.com/products/full',
        interval_minutes: 1440,
        next_at: '2026-05-02T02:00:00.000Z',
      },
    },
  });

/** The catalog's status for operators: also who asked for an update, and why nothing came of it. */
export const operatorStatusOutput = z.object({
  ...status,
  last: operatorRevisionRecord.nullable(),
  running: operatorRevisionRecord.nullable(),
});

export const getStatusMeta = rest({
  method: 'GET',
  path: '/catalog/status',
  summary: 'Where the catalog comes from, and how fresh it is',
  tag: 'Catalog',
});

export const getStatus = permitted('catalog:read')
  .meta(getStatusMeta)
  .output(getStatusOutput)
  .query(({ ctx }) => catalogStatus(ctx.deps));
