import { z } from 'zod';
import { bulkOutcome, MAX_ACTS } from '@/server/platform/trpc/bulk';
import { permitted } from '@/server/platform/trpc/init';
import { nameInput } from '@/server/platform/trpc/inputs';
import { waiverTerms } from './ask-waiver';
import { askForWaivers } from './service/ask';

/** Software of a project, and how the answer names it. */
const asked = z.object({
  key: z.string().max(100),
  project_name: nameInput.min(1),
  product_name: nameInput.min(1),
  cycle: nameInput.min(1),
});

export const askWaiversInput = z.object({
  places: z
    .array(asked)
    .min(1)
    .max(MAX_ACTS)
    .refine((places) => new Set(places.map(({ key }) => key)).size === places.length, {
      error: 'Each key must be of one place',
    }),
  reason: waiverTerms.reason,
  ends_on: waiverTerms.ends_on,
});

/** Asks for many waivers with the same reason, each for one release cycle in one project. */
export const askWaivers = permitted('waiver:ask')
  .input(askWaiversInput)
  .output(bulkOutcome)
  .mutation(({ ctx, input: { places, reason, ends_on: endsOn } }) =>
    askForWaivers(
      ctx.deps,
      ctx.principal,
      new Map(
        places.map((place) => [
          place.key,
          {
            ...{ scope: 'project', projectName: place.project_name },
            ...{ teamId: null, imageName: null, imageTag: null },
            ...{ productName: place.product_name, cycle: place.cycle },
            ...{ reason, control: null, links: [], endsOn, ownerEmail: null },
          },
        ]),
      ),
    ),
  );
