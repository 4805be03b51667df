import type { Outputs } from '@/trpc/outputs';

export type Organization = Outputs['organization']['get'];
