import { listImageComponents as list } from '@/server/component/service';
import { permitted } from '../init';
import {
  listImageComponentsInput,
  listImageComponentsOutput,
} from './list-image-components.schema';

/** Everything that an image's latest scan found, by name, version, type and id. */
export const listImageComponents = permitted('inventory:read')
  .input(listImageComponentsInput)
  .output(listImageComponentsOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input));
