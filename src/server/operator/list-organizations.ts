import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { storedText } from '@/domain/validation/fields';
import { operatorProcedure } from '@/server/platform/trpc/init';
import { instant } from '@/server/platform/trpc/outputs';
import { listOrganizations } from './service';

const MAX_SEARCH_LENGTH = 255;

export const listOrganizationsInput = z.object({
  /** Text to find anywhere in a name or an `idp_id`, in any case. */
  search: storedText(MAX_SEARCH_LENGTH).nullish(),
  ...pageInput,
});

export const listOrganizationsOutput = pageOf(
  z.object({
    id: z.guid(),
    name: z.string(),
    idp_id: z.string(),
    created_at: instant,
    members: z.number().int(),
    images: z.number().int(),
  }),
);

export const listAllOrganizations = operatorProcedure
  .input(listOrganizationsInput)
  .output(listOrganizationsOutput)
  .query(({ ctx, input }) => listOrganizations(ctx.deps, input));
