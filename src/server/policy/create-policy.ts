import { z } from 'zod';
import { rest } from '@/server/platform/trpc/meta';
import { policyBody, policyRecord, policyFieldsOf } from './dto';
import { createPolicy as create } from './service/policies';
import { permitted } from '@/server/platform/trpc/init';

export const createPolicyInput = z.object({ body: policyBody });

export const createPolicyOutput = policyRecord;

export const createPolicyMeta = rest({
  method: 'POST',
  path: '/v1/policy',
  summary: 'Create a policy',
  description:
    'An organization has at most one NOTARY policy and 1,000 policies in all; one more is a 409. A policy that would deny before it warns is a 422. Of the policies that cover a release cycle those for software decide before those for the project and those for all, within a scope the newest first; one that does not apply yet is passed over.',
  tag: 'Policies',
  errors: [409],
  success: 201,
  body: 'json',
  atRoot: true,
});

export const createPolicy = permitted('policy:write')
  .meta(createPolicyMeta)
  .input(createPolicyInput)
  .output(createPolicyOutput)
  .mutation(({ ctx, input }) => create(ctx.deps, ctx.principal, policyFieldsOf(input.body)));
