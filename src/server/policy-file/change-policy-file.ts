import { z } from 'zod';
import { documented } from '@/domain/validation/shapes';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { policyFile, policyFileChanges } from './dto';
import { applyPolicyFile } from './service/file';

export const changePolicyFileInput = z.object({
  dry_run: z
    .enum(['true', 'false'])
    .describe('`true` tells what would change, and changes nothing')
    .optional(),
  body: z.string().meta({
    ...documented(policyFile),
    example: { version: 1, policies: [{ policy_scope: 'global', warn_days: 90, deny_days: 0 }] },
  }),
});

export const changePolicyFileMeta = rest({
  method: 'PUT',
  path: '/policy_file',
  summary: 'Apply a policy file',
  description:
    'Makes the policies, the own dates and the owners of projects what the file says: all of it or nothing, with one entry in the audit log. A list that the file leaves out is not touched. A file with a mistake is refused whole; each fault says its line. Where a project or a team of it is deleted meanwhile, it is a 409. Up to 1 MiB.',
  tag: 'Policies',
  errors: [409],
  body: 'text',
});

export const changePolicyFile = permitted('policy:write')
  .meta(changePolicyFileMeta)
  .input(changePolicyFileInput)
  .output(policyFileChanges)
  .mutation(({ ctx, input }) =>
    applyPolicyFile(ctx.deps, ctx.principal, input.body, input.dry_run === 'true'),
  );
