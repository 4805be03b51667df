import { z } from 'zod';
import { isChoice, isChoiceName } from '@/domain/list-choice/choice';
import { permitted } from '@/server/platform/trpc/init';
import { setChoice as set } from './service';

export const setChoiceInput = z
  .object({
    name: z.string().refine(isChoiceName, { error: 'is no choice of lists' }),
    /** Null: as the lists are by themselves. */
    value: z.string().nullable(),
  })
  .refine(({ name, value }) => value === null || isChoice(name, value), {
    error: 'is nothing to choose',
    path: ['value'],
  });

/** Sets what the reader chose of how lists look, or takes it back. Whoever may look may choose. */
export const setChoice = permitted('inventory:read')
  .input(setChoiceInput)
  .mutation(({ ctx, input: { name, value } }) => set(ctx.deps, ctx.principal, name, value));
