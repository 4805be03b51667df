import type { Outputs } from '@/trpc/outputs';

/** A row of the timeline: one release cycle as one artifact type. */
export type TimelineItem = Outputs['timeline']['list']['items'][number];
