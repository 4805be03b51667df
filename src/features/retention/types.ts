import type { Outputs } from '@/trpc/outputs';

/** How long an organization keeps what is past, with what was removed last. */
export type Retention = Outputs['retention']['rules'];
/** One following of the rules. */
export type RetentionRun = Retention['runs'][number];
/** What rules would remove. */
export type RetentionPreview = Outputs['retention']['preview'];
