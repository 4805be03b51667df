import type { Outputs } from '@/trpc/outputs';

export type CatalogSource = Outputs['ownCatalog']['sources'][number];
export type SourcePreview = Outputs['ownCatalog']['previewSource'];
