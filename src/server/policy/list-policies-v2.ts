import { z } from 'zod';
import { rest } from '@/server/platform/trpc/meta';
import { day } from '@/server/platform/trpc/outputs';
import { notePolicyRead } from '@/server/platform/auth/key-use';
import { listScannerPolicies } from './service/policies';
import { permitted } from '@/server/platform/trpc/init';

const eolPolicy = z
  .object({
    ID: z.guid(),
    PolicyType: z.literal('EOL'),
    PolicyScope: z.enum(['global', 'project', 'software']),
    WarnDate: day.optional(),
    DenyDate: day.optional(),
    WarnDays: z.number().int().optional(),
    DenyDays: z.number().int().optional(),
    ProjectName: z.string().optional(),
    ProductName: z.string().optional(),
    Cycle: z.string().optional(),
    CycleOperator: z.enum(['LT', 'LTE', 'EQ']).optional(),
  })
  .meta({
    example: {
      ID: '01931c61-7a20-7e55-8c4d-3f6b9d1e2a70',
      PolicyType: 'EOL',
      PolicyScope: 'project',
      WarnDays: 90,
      DenyDays: 0,
      ProjectName: 'github//acme/shop',
    },
  });

const notaryPolicy = z.object({
  ID: z.guid(),
  PolicyType: z.literal('NOTARY'),
  WarnDate: day.optional(),
  DenyDate: day.optional(),
  Policy: z.string().describe('The trust policy document as JSON text, base64-encoded'),
});

export const listPoliciesV2Output = z.array(
  z.discriminatedUnion('PolicyType', [
    z.object({ PolicyType: z.literal('EOL'), Policies: z.array(eolPolicy) }),
    z.object({ PolicyType: z.literal('NOTARY'), Policies: z.array(notaryPolicy) }),
  ]),
);

export const listPoliciesV2Meta = rest({
  method: 'GET',
  path: '/v2/policy',
  summary: 'List all policies by type',
  description:
    'One entry for each type that has policies, in the scanner’s own words; fields that are not set are left out. A policy for the project `unassigned` stands there a second time under the empty name that scanners outside of git send. Days after the end are negative `DenyDays`; a denial that begins on a later day (`denies_from`) is left out until then, and the policy with it where nothing else is left. Oldest first.',
  tag: 'Policies',
  atRoot: true,
});

export const listPoliciesV2 = permitted('policy:read')
  .meta(listPoliciesV2Meta)
  .output(listPoliciesV2Output)
  .query(({ ctx }) => {
    notePolicyRead(ctx.deps, ctx.principal, ctx.remoteAddress);
    return listScannerPolicies(ctx.deps, ctx.principal);
  });
