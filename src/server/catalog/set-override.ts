import { z } from 'zod';
import { calendarDay, storedText } from '@/domain/validation/fields';
import { setOverride as set } from './service/overrides';
import { permitted } from '@/server/platform/trpc/init';
import { ownDateRecord, reasonInput } from './dto';

/** As long as the names that scans bring. */
const MAX_NAME_LENGTH = 1_024;

export const setOverride = permitted('catalog:manage')
  .input(
    z.object({
      product: storedText(MAX_NAME_LENGTH).min(1),
      cycle: storedText(MAX_NAME_LENGTH).min(1),
      ends_on: calendarDay,
      reason: reasonInput,
    }),
  )
  .output(ownDateRecord)
  .mutation(({ ctx, input: { ends_on: endsOn, ...input } }) =>
    set(ctx.deps, ctx.principal, { ...input, endsOn }),
  );
