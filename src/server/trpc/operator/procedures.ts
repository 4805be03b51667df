import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { listInstallationAuditEvents } from '@/server/audit/service';
import { catalogStatusForOperator, listRevisions } from '@/server/catalog/status';
import { catalogUpdaterOf } from '@/server/catalog/update/updater';
import { listLimited, listLimits } from '@/server/limits/limited';
import { listOperators, listOrganizations } from '@/server/operator/service';
import { listAuditEventsInput } from '@/server/audit/list-audit-events';
import { operatorStatusOutput } from '@/server/catalog/get-status';
import { operatorRevisionRecord } from '@/server/catalog/dto';
import { operatorProcedure } from '../init';
import {
  listInstallationAuditOutput,
  listLimitedOutput,
  listLimitsOutput,
  listOperatorsOutput,
  listOrganizationsInput,
  listOrganizationsOutput,
} from './procedures.schema';

/** What belongs to the installation and to no organization. For operators alone. */
export const operatorDashboard = {
  catalogStatus: operatorProcedure
    .output(operatorStatusOutput)
    .query(({ ctx }) => catalogStatusForOperator(ctx.deps)),

  catalogUpdates: operatorProcedure
    .input(z.object(pageInput))
    .output(pageOf(operatorRevisionRecord))
    .query(({ ctx, input }) => listRevisions(ctx.deps, input)),

  /** Begins an update, which goes on by itself; the status tells how it gets on. */
  updateCatalog: operatorProcedure
    .output(z.object({ revision_id: z.guid() }))
    .mutation(async ({ ctx }) => ({
      revision_id: await catalogUpdaterOf(ctx.deps).request(ctx.operator),
    })),

  organizations: operatorProcedure
    .input(listOrganizationsInput)
    .output(listOrganizationsOutput)
    .query(({ ctx, input }) => listOrganizations(ctx.deps, input)),

  operators: operatorProcedure
    .output(listOperatorsOutput)
    .query(({ ctx }) => listOperators(ctx.deps)),

  limits: operatorProcedure.output(listLimitsOutput).query(({ ctx }) => listLimits(ctx.deps)),

  limited: operatorProcedure
    .input(z.object(pageInput))
    .output(listLimitedOutput)
    .query(({ ctx, input }) => listLimited(ctx.deps, input)),

  auditEvents: operatorProcedure
    .input(listAuditEventsInput)
    .output(listInstallationAuditOutput)
    .query(({ ctx, input }) => listInstallationAuditEvents(ctx.deps, input)),
};
