import type { CatalogView } from '@/domain/catalog/catalog-view';
import type { Distro } from '@/domain/scan/scan-context';
import { toComponentMatch, type ComponentMatch } from './component-match';
import { DISTRIBUTION_TYPE } from './inventory-findings';

/** The catalogue's match of the distribution that an image is; null when it names none or an unknown one. */
export function imageDistribution(
  catalog: Pick<CatalogView, 'matchScanned'>,
  distro: Distro | null,
): ComponentMatch | null {
  if (!distro) return null;
  const component = {
    name: distro.prettyName || distro.id,
    version: distro.versionId,
    type: DISTRIBUTION_TYPE,
    purl: null,
    cpes: [],
  };
  const match = toComponentMatch(catalog.matchScanned(component, distro));
  const { state } = match.stored;
  return state === 'vendor' || state === 'distribution' ? match : null;
}
