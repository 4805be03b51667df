import type { Outputs } from '@/trpc/outputs';

export type Pack = Outputs['pack']['get'];
export type Signer = Pack['signatures'][number]['signer'];
export type Schedule = Outputs['pack']['schedules'][number];
