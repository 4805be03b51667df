import type { Outputs } from '@/trpc/outputs';

/** A time in which an image was retired. */
export type Retirement = Outputs['retirement']['ofImage'][number];
/** An organization's rules. */
export type RetirementRules = Outputs['retirement']['rules'];
/** How many images are retired now, and how many of them by rules. */
export type RetiredCounts = Outputs['retirement']['counts'];
