/** The waivers that are told where they hold. */
export const HELD_STATES = ['granted', 'asked'] as const;

/** What a waiver names, to the letter; null: anything. */
export interface HeldConditions {
  readonly project?: string | null;
  readonly product?: string | null;
  readonly cycle?: string | null;
  /** Whose they are; null: anybody’s. */
  readonly owner?: string | null;
}

/** Counts the waivers in a state, of an owner, that name these things. */
export function heldQuery(
  state: (typeof HELD_STATES)[number],
  { project = null, product = null, cycle = null, owner = null }: HeldConditions,
) {
  const names = { project_name: project, product_name: product, cycle };
  return { state, ...names, owner, page: 1, size: 1 } as const;
}
