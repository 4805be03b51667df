import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { calendarDay, storedText } from '@/domain/validation/fields';
import { rest } from '@/server/platform/trpc/meta';
import { callerKind, instant } from '@/server/platform/trpc/outputs';
import { listAuditEvents as list } from './service';
import { permittedToList } from '@/server/platform/trpc/init';

const MAX_FILTER_LENGTH = 255;

export const listAuditEventsInput = z.object({
  action: storedText(MAX_FILTER_LENGTH)
    .nullable()
    .meta({
      description: 'An action (`project.delete`), or what it was done to (`project`)',
      example: 'project.delete',
    })
    .optional(),
  actor: storedText(MAX_FILTER_LENGTH)
    .nullable()
    .meta({
      description: 'The id of a person or key, or text to find anywhere in its name, in any case',
      example: 'ada',
    })
    .optional(),
  from: calendarDay.nullable().describe('The first day (UTC)').optional(),
  to: calendarDay.nullable().describe('The last day (UTC), included').optional(),
  ...pageInput,
});

const record = z.looseObject({}).nullable();

export const auditEvent = z
  .object({
    id: z.guid(),
    at: instant,
    actor_kind: callerKind,
    actor_id: z.guid(),
    actor_name: z.string(),
    remote_address: z.string().describe('Where the call came from; empty inside the service'),
    request_id: z.string().describe('The request in the service’s log; empty when there was none'),
    action: z.string(),
    subject_kind: z.string(),
    subject_id: z.string(),
    before: record.describe('The record before the change, without secrets'),
    after: record.describe('The record after the change, without secrets'),
    imported_at: instant
      .nullable()
      .describe(
        'When it came with its organization from another installation; null: it happened here',
      ),
  })
  .meta({
    id: 'AuditEvent',
    example: {
      id: '01931c62-4b3e-7f10-a5d2-8c7e6f5a4b39',
      at: '2026-04-30T12:00:00.000Z',
      actor_kind: 'person',
      actor_id: '01931c40-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
      actor_name: 'Ada Lovelace',
      remote_address: '192.0.2.1',
      request_id: '7f0c2f5e-6f0c-4d3b-9a57-0d0b7c3f1a55',
      action: 'project.delete',
      subject_kind: 'project',
      subject_id: '01931c5e-1c2d-7e3f-9a4b-5c6d7e8f9a0b',
      before: {
        id: '01931c5e-1c2d-7e3f-9a4b-5c6d7e8f9a0b',
        name: 'github//acme/shop',
        images: 12,
      },
      after: null,
      imported_at: null,
    },
  });

export const listAuditEventsOutput = pageOf(auditEvent);

export const listAuditEventsMeta = rest({
  method: 'GET',
  path: '/audit_events',
  summary: 'List who changed what',
  description:
    'Every change that people and keys made to the organization’s records. Entries are only ever added. Newest first, then by id.',
  tag: 'Audit log',
});

export const listAuditEvents = permittedToList('audit:read')
  .meta(listAuditEventsMeta)
  .input(listAuditEventsInput)
  .output(listAuditEventsOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input));
