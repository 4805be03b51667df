import type { Outputs } from '@/trpc/outputs';

/** What everybody sees of the catalogue's state. */
export type CatalogStatus = Outputs['catalog']['status'];

/** One attempt to update the catalogue. Who asked for it, and why nothing came of it, is for operators. */
export type CatalogUpdate = NonNullable<CatalogStatus['last']> &
  Partial<Pick<Outputs['operator']['catalogUpdates']['items'][number], 'actor_name' | 'message'>>;
