import { z } from 'zod';
import { OUTCOMES, STEPS, TRIGGERS } from '@/server/catalog/revision';
import { instant } from '../outputs';

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
    revision: z.number().int().nullable().describe('Of the catalogue, when it changed'),
    source: z.string().describe('An address without credentials, a file, or `starter`'),
    trigger: z.enum(TRIGGERS),
    started_at: instant,
    finished_at: instant.nullable().describe('Null while it runs'),
    outcome: z.enum(OUTCOMES).nullable(),
    step: z.enum(STEPS).nullable().describe('What is being done while it runs'),
    summary: summary.nullable(),
  })
  .meta({
    id: 'CatalogueUpdate',
    example: {
      id: '01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f',
      revision: 7,
      source: 'https://catalogue.example.com/products/full',
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

/** As operators see it: a tenant is told neither the names of others nor what is inside of their errors. */
export const operatorRevisionRecord = z.object({
  ...revisionRecord.shape,
  actor_name: z.string().nullable(),
  message: z.string().nullable(),
});
