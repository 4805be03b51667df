import type { Outputs } from '@/trpc/outputs';

export type Explained = Outputs['check']['explain'];
/** The answer to one component, with what a person asks next. */
export type ExplainedAnswer = Explained['results'][number];
