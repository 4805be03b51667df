import { z } from 'zod';
import { MAX_VIEW_NAME, MAX_VIEW_QUERY, VIEW_LISTS, viewQuery } from '@/domain/saved-view/view';
import { storedText } from '@/domain/validation/fields';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { savedView } from './dto';
import { saveView as save } from './service';

/** How a view is named: blanks around it are nothing. */
export const viewName = storedText(MAX_VIEW_NAME)
  .transform((name) => name.trim())
  .refine((name) => name !== '', { error: 'must not be empty' });

/** The query of a list's address; what it means, the list itself says. */
export const viewQueryInput = storedText(MAX_VIEW_QUERY).transform((query, context) => {
  const kept = viewQuery(query);
  if (kept !== null) return kept;
  context.addIssue({ code: 'custom', message: 'is no query of a list' });
  return z.NEVER;
});

export const saveViewInput = z.object({
  list: z.enum(VIEW_LISTS),
  name: viewName,
  query: viewQueryInput,
  /** Null: the person's own. */
  teamId: recordId.nullable(),
});

/** Saves a view of a list. Whoever may look may have views of their own. */
export const saveView = permitted('inventory:read')
  .input(saveViewInput)
  .output(savedView)
  .mutation(({ ctx, input }) => save(ctx.deps, ctx.principal, input));
