import { z } from 'zod';
import { getAuditEvent as get } from './service';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { auditEvent } from './list-audit-events';

/** Gets one entry, for an address that names it: the list moves on. */
export const getAuditEvent = permitted('audit:read')
  .input(z.object({ id: recordId }))
  .output(auditEvent)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input.id));
