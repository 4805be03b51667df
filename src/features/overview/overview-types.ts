import type { Outputs } from '@/trpc/outputs';

/** Software that has ended or will, with the cycle to move to. */
export type SoftwareToMove = Outputs['overview']['toMove']['top'][number];
