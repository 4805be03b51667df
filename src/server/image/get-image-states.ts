import { z } from 'zod';
import { EOL_STATES } from '@/domain/eol/proximity';
import { readerIdOf } from '@/server/platform/auth/principal';
import { listDashboardImagesInput } from './list-dashboard-images';
import { countStates } from './service';
import { permittedToList } from '@/server/platform/trpc/init';

export const getImageStatesInput = listDashboardImagesInput.omit({
  state: true,
  sort: true,
  direction: true,
  page: true,
  size: true,
});

export const getImageStatesOutput = z.record(z.enum(EOL_STATES), z.number().int().min(0));

/** Counts the images of a list that hold software of each state, whatever state is asked for: an image may be in several. */
export const getImageStates = permittedToList('inventory:read')
  .input(getImageStatesInput)
  .output(getImageStatesOutput)
  .query(({ ctx, input }) =>
    countStates(ctx.deps, ctx.principal.organizationId, {
      ...input,
      readerId: readerIdOf(ctx.principal),
    }),
  );
