import type { Outputs } from '@/trpc/outputs';

export type CatalogStatus = Outputs['catalog']['status'];
/** One attempt to update the catalogue. */
export type CatalogUpdate = NonNullable<CatalogStatus['last']>;
