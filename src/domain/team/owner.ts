/** Whose projects a list keeps, beside a team by its id: those of the reader's own teams, and those of nobody. */
export const OWNER_WORDS = ['mine', 'none'] as const;

/** The projects that a list keeps: of some teams, or of nobody. */
export type OwnerScope =
  { readonly kind: 'teams'; readonly teamIds: readonly string[] } | { readonly kind: 'nobody' };

/** A question about a list that may be narrowed to an owner. */
export interface OwnerQuery {
  /** `mine`, `none`, or the id of a team; null for all. */
  readonly owner?: string | null | undefined;
  /** Who asks, for `mine`; null for a program, which is in no team. */
  readonly readerId?: string | null | undefined;
}
