import { z } from 'zod';
import { IMAGE_KINDS } from '@/domain/image/kind';
import { imageCounts, previewPolicyOutput } from './preview-policy';
import { summarizePolicies as summarize } from './service/preview';
import { overviewInput } from '@/server/overview/get-software-states';
import { readerIdOf } from '@/server/platform/auth/principal';
import { instant } from '@/server/platform/trpc/outputs';
import { permittedToList } from '@/server/platform/trpc/init';

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
  /** Of the images that are denied those that were scanned last. */
  latestDenied: z.array(
    z.object({
      id: z.guid(),
      kind: z.enum(IMAGE_KINDS),
      name: z.string(),
      tag: z.string(),
      latestScanDate: instant,
    }),
  ),
});

/** Summarizes how many images of a scope the policies deny and warn of today, which, and what comes when. */
export const summarizePolicies = permittedToList('inventory:read')
  .input(overviewInput)
  .output(summarizePoliciesOutput)
  .query(({ ctx, input }) =>
    summarize(ctx.deps, ctx.principal.organizationId, {
      ...input,
      readerId: readerIdOf(ctx.principal),
    }),
  );
