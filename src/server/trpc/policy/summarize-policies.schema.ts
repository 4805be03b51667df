import { z } from 'zod';
import { imageCounts, previewPolicyOutput } from './preview-policy.schema';

/** As the preview of no change at all. */
export const summarizePoliciesOutput = z.object({
  ...previewPolicyOutput.pick({ today: true, timeline: true, images: true, projects: true }).shape,
  counts: imageCounts,
});
