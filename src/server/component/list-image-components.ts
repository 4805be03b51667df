import { z } from 'zod';
import { COMPONENT_STATES } from '@/domain/inventory/component-state';
import { pageInput } from '@/domain/pagination';
import { recordId, searchInput } from '@/server/platform/trpc/inputs';
import { listImageComponents as list } from '@/server/component/service';
import { evidenceDegree } from '@/server/platform/trpc/outputs';
import { permittedToList } from '@/server/platform/trpc/init';
import { imagePackages } from './dto';

export const listImageComponentsInput = z.object({
  imageTagId: recordId,
  search: searchInput('the package’s name'),
  state: z.enum(COMPONENT_STATES).nullish(),
  evidence: evidenceDegree.nullish(),
  ships: z.boolean().nullish().describe('False: what builds or tests alone'),
  ...pageInput,
});

/** Lists everything that an image's latest scan found, by name, version, type and id. */
export const listImageComponents = permittedToList('inventory:read')
  .input(listImageComponentsInput)
  .output(imagePackages)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input));
