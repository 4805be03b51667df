import { z } from 'zod';
import { imageCounts, previewPolicyOutput } from './preview-policy';
import { summarizePolicies as summarize } from './service/preview';
import { permitted } from '@/server/platform/trpc/init';

/** As the preview of no change at all. */
export const summarizePoliciesOutput = z.object({
  ...previewPolicyOutput.pick({
    today: true,
    running: true,
    timeline: true,
    images: true,
    projects: true,
  }).shape,
  counts: imageCounts,
});

/** Summarizes how many images the policies deny and warn of today, which, and what comes when. */
export const summarizePolicies = permitted('inventory:read')
  .output(summarizePoliciesOutput)
  .query(({ ctx }) => summarize(ctx.deps, ctx.principal.organizationId));
