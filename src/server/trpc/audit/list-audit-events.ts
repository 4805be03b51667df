import { listAuditEvents as list } from '@/server/audit/list';
import { permitted } from '../init';
import {
  listAuditEventsInput,
  listAuditEventsMeta,
  listAuditEventsOutput,
} from './list-audit-events.schema';

export const listAuditEvents = permitted('audit:read')
  .meta(listAuditEventsMeta)
  .input(listAuditEventsInput)
  .output(listAuditEventsOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input));
