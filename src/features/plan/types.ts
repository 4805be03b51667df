import type { Outputs } from '@/trpc/outputs';

/** A release cycle that a plan could move to, with the images that are there already. */
export type TargetCycle = Outputs['software']['get']['lifecycle'][number];

/** A person or a team that may see to a plan. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

/** What a plan is for, and what can be chosen in its form. */
export interface PlanSubject {
  readonly productName: string;
  readonly cycle: string;
  /** Where the advice says to move; null when there is none. */
  readonly advised: string | null;
  readonly targets: readonly TargetCycle[];
  readonly people: readonly Person[];
  readonly teams: readonly Person[];
}
