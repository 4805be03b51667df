import { z } from 'zod';
import { rest } from '@/server/platform/trpc/meta';
import { day, instant } from '@/server/platform/trpc/outputs';
import { notePolicyRead } from '@/server/platform/auth/key-use';
import { listEolPolicies } from './service/policies';
import { permitted } from '@/server/platform/trpc/init';

export const listPoliciesV1Output = z.array(
  z
    .object({
      id: z.guid(),
      policy_scope: z.enum(['global', 'project', 'software']),
      policy_type: z.enum(['EOL', 'NOTARY']),
      warn_date: day.optional(),
      deny_date: day.optional(),
      warn_days: z.number().int().optional(),
      deny_days: z.number().int().optional(),
      project_name: z.string().optional(),
      product_name: z.string().optional(),
      cycle: z.string().optional(),
      cycle_operator: z.enum(['LT', 'LTE', 'EQ']).optional(),
      created_at: instant,
      updated_at: instant,
    })
    .meta({
      id: 'ListedPolicy',
      example: {
        id: '01931c61-7a20-7e55-8c4d-3f6b9d1e2a70',
        policy_scope: 'project',
        policy_type: 'EOL',
        warn_days: 90,
        deny_days: 0,
        project_name: 'github//acme/shop',
        created_at: '2026-01-02T09:00:00.000Z',
        updated_at: '2026-01-02T09:00:00.000Z',
      },
    }),
);

export const listPoliciesV1Meta = rest({
  method: 'GET',
  path: '/v1/policy',
  summary: 'List end-of-life policies',
  description:
    'The policies of type EOL as scanners of the first API read them: fields that are not set are left out. A policy for the project `unassigned` stands there a second time under the empty name that scanners outside of git send. Days after the end are negative `deny_days`; a denial that begins on a later day (`denies_from`) is left out until then, and the policy with it where nothing else is left. Oldest first.',
  tag: 'Policies',
  atRoot: true,
});

export const listPoliciesV1 = permitted('policy:read')
  .meta(listPoliciesV1Meta)
  .output(listPoliciesV1Output)
  .query(({ ctx }) => {
    notePolicyRead(ctx.deps, ctx.principal, ctx.remoteAddress);
    return listEolPolicies(ctx.deps, ctx.principal);
  });
