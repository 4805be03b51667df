import { type CatalogDocument, readEndoflifeDocument } from '@/domain/catalog/endoflife-date';
import { starterVendors } from './starter';

/**
 * Reads a document of endoflife.date. It names no vendors, so those that the project knows are added: a product's
 * vendor is the same whatever the catalog held before.
 * @throws CatalogDocumentError
 */
export async function readDocument(text: string): Promise<CatalogDocument> {
  const { products, madeAt } = readEndoflifeDocument(text);
  const vendors = await starterVendors();
  return {
    products: products.map((one) => ({ ...one, vendor: vendors.get(one.slug) ?? null })),
    madeAt,
  };
}
