import type { Outputs } from '@/trpc/outputs';

export type Companion = Outputs['companion']['get'];
export type LastPull = NonNullable<Companion['last_pull']>;
export type PulledProject = Outputs['companion']['projects']['items'][number];
