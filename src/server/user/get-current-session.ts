import { z } from 'zod';
import { PERSON_ROLES } from '@/domain/roles/permissions';
import { membershipsOf } from '@/server/organization/service';
import { personProcedure } from '@/server/platform/trpc/init';

const membership = z.object({
  organizationId: z.uuid(),
  organizationName: z.string(),
  role: z.enum(PERSON_ROLES),
});

/** The person who is signed in, where they act, and where else they could. */
export const currentSessionOutput = z.object({
  person: z.object({ id: z.uuid(), name: z.string(), email: z.string() }),
  active: membership.nullable(),
  memberships: z.array(membership),
});

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
