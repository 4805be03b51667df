import type { Outputs } from '@/trpc/outputs';

/** A row of the catalog. */
export type ListedProduct = Outputs['catalog']['listForDashboard']['items'][number];
/** All of one product. */
export type ProductPage = Outputs['catalog']['page'];
export type ProductRecord = ProductPage['product'];
export type CycleRecord = ProductRecord['cycles'][number];
/** A cycle of the catalog, wherever it comes from. */
export type CycleFacts = Omit<CycleRecord, 'images'>;
export type SupportRecord = CycleRecord['support'][number];
export type OwnDate = NonNullable<ProductPage['own']>['dates'][number];
export type Holder = Outputs['catalog']['holders']['items'][number];
export type DateChange = Outputs['catalog']['dateChanges']['items'][number];
