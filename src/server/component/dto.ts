import type { CatalogView } from '@/domain/catalog/catalog-view';
import type { ComponentRow } from './repository';

/** A package of an image. `match.product` is in words, and also there where only its cycle is unknown. */
export function toImageComponent(row: ComponentRow, catalog: Pick<CatalogView, 'productBySlug'>) {
  const { id, name, version, type, language, purl, licenses, state, product, cycle } = row;
  const productName = product === null ? null : (catalog.productBySlug(product)?.name ?? product);
  return {
    id,
    name,
    version,
    type,
    language,
    purl,
    licenses,
    match: { state, product: productName, cycle },
  };
}
