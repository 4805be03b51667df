import { z } from 'zod';
import { pageOf } from '@/domain/pagination';
import { auditEvent, listAuditEventsInput } from '@/server/audit/list-audit-events';
import { listInstallationAuditEvents } from '@/server/audit/service';
import { operatorProcedure } from '@/server/platform/trpc/init';

export const listInstallationAuditOutput = pageOf(
  auditEvent.omit({ before: true, after: true, imported_at: true }).extend({
    /** Details of the change, without secrets. */
    detail: z.looseObject({}),
  }),
);

export const listInstallationEvents = operatorProcedure
  .input(listAuditEventsInput)
  .output(listInstallationAuditOutput)
  .query(({ ctx, input }) => listInstallationAuditEvents(ctx.deps, input));
