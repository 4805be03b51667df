import { z } from 'zod';
import { PERSON_ROLES } from '@/domain/roles/permissions';

const membership = z.object({
  organizationId: z.uuid(),
  organizationName: z.string(),
  role: z.enum(PERSON_ROLES),
});

/** Who is signed in, where they act, and where else they could. */
export const currentSessionOutput = z.object({
  person: z.object({ id: z.uuid(), name: z.string(), email: z.string() }),
  active: membership.nullable(),
  memberships: z.array(membership),
});
