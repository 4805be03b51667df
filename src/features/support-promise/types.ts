import type { Outputs } from '@/trpc/outputs';

export type ListedPromise = Outputs['supportPromise']['list']['items'][number];
export type Outlives = Outputs['supportPromise']['outlives'];
export type OutlivesRow = Outlives['rows'][number];
export type SupportPromise = NonNullable<Outlives['promise']>;
