import { z } from 'zod';
import { VIEW_LISTS } from '@/domain/saved-view/view';
import { instant } from '@/server/platform/trpc/outputs';
import type { SavedViewRow } from './repository';

/** A saved view as its readers see it. */
export const savedView = z.object({
  id: z.guid(),
  list: z.enum(VIEW_LISTS),
  name: z.string(),
  /** The query of the list's address. */
  query: z.string(),
  /** Null: the reader's own. */
  team: z.object({ id: z.guid(), name: z.string() }).nullable(),
  mayChange: z.boolean(),
  updatedDate: instant,
});

/** Makes a view's record. */
export function toSavedView(row: SavedViewRow, mayChange: boolean): z.infer<typeof savedView> {
  const { id, list, name, query, teamId, teamName, updatedAt } = row;
  return {
    ...{ id, list, name, query, mayChange },
    team: teamId === null ? null : { id: teamId, name: teamName ?? '' },
    updatedDate: updatedAt.toISOString(),
  };
}

/** Makes what the audit trail keeps of a view. */
export function toAudited({ list, name, query, userId, teamId }: Omit<SavedViewRow, 'teamName'>) {
  return { list, name, query, user_id: userId, team_id: teamId };
}
