import type { Outputs } from '@/trpc/outputs';

export type Account = Outputs['account']['get'];
export type OwnSession = Outputs['session']['list'][number];
