import { membershipsOf } from '@/server/organization/service';
import { personProcedure } from '../init';
import { currentSessionOutput } from './current-session.schema';

export const currentSession = personProcedure
  .output(currentSessionOutput)
  .query(async ({ ctx }) => {
    const { id, name, email, active } = ctx.caller;
    const memberships = await membershipsOf(ctx.deps, id);
    return {
      person: { id, name, email },
      active: memberships.find((one) => one.organizationId === active?.organizationId) ?? null,
      memberships,
    };
  });
