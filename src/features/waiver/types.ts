import type { Outputs } from '@/trpc/outputs';

export type ListedWaiver = Outputs['waiver']['list']['items'][number];
/** One waiver with its history and with what the reader may do. */
export type WaiverDetail = Outputs['waiver']['get'];
export type WaiverHappening = WaiverDetail['history'][number];
export type WaiverRules = Outputs['waiver']['setting'];
