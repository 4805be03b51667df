import type { CatalogView } from '@/domain/catalog/view';
import type { Maintainer } from '@/domain/maintainer/maintainer';
import type { ComponentRow } from './repository';

/**
 * A package of an image. `match.product` is in words, and also there where only its cycle is unknown.
 * `maintainer` is null for what is no package of a distribution's format.
 */
export function toImageComponent(
  row: ComponentRow,
  catalog: Pick<CatalogView, 'productBySlug' | 'matchScanned'>,
) {
  const { id, name, version, type, language, purl, licenses, scope, state, product, cycle } = row;
  const productName = product === null ? null : (catalog.productBySlug(product)?.name ?? product);
  const { maintainedBy } = catalog.matchScanned(row, row.distro);
  return {
    id,
    name,
    version,
    type,
    language,
    purl,
    licenses,
    scope,
    match: { state, product: productName, cycle },
    evidence: row.evidence,
    fact: row.fact,
    maintainer: maintainedBy ? shownMaintainer(maintainedBy) : null,
  };
}

/** Picks what people read of a maintainer: how a vendor's product is found concerns the matching alone. */
function shownMaintainer(maintainer: Maintainer) {
  const { kind, evidence } = maintainer;
  return { kind, name: kind === 'unknown' ? null : maintainer.name, evidence: [...evidence] };
}
