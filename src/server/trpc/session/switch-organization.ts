import { switchOrganization as switchTo } from '@/server/session/service';
import { personProcedure } from '../init';
import { switchOrganizationInput } from './switch-organization.schema';

export const switchOrganization = personProcedure
  .input(switchOrganizationInput)
  .mutation(({ ctx, input }) => switchTo(ctx.deps, ctx.caller, input.organizationId));
