import { z } from 'zod';
import { switchOrganization as switchTo } from './service/sessions';
import { personProcedure } from '@/server/platform/trpc/init';

export const switchOrganizationInput = z.object({ organizationId: z.uuid() });

export const switchOrganization = personProcedure
  .input(switchOrganizationInput)
  .mutation(({ ctx, input }) => switchTo(ctx.deps, ctx.caller, input.organizationId));
