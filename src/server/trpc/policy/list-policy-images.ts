import { listOutlookImages } from '@/server/policy/outlook/images';
import { permitted } from '../init';
import { listPolicyImagesInput, listPolicyImagesOutput } from './list-policy-images.schema';
import { toOutlookQuestion } from './outlook-question.schema';

/** The images that a number of the forecast counts. */
export const listPolicyImages = permitted('inventory:read')
  .input(listPolicyImagesInput)
  .output(listPolicyImagesOutput)
  .query(({ ctx, input: { action, on, page, size, ...question } }) =>
    listOutlookImages(ctx.deps, ctx.principal.organizationId, {
      ...toOutlookQuestion(question),
      action,
      on,
      page,
      size,
    }),
  );
