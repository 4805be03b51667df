import type { CatalogView } from '@/domain/catalog/catalog-view';
import type { Distro } from '@/domain/scan/scan-context';
import { DISTRIBUTION_TYPE, toComponentMatch, type ComponentMatch } from './component-match';

/** The catalogue's match of the distribution that an image is; `unknown` to it; null: the image names none. */
export type ImageDistribution = ComponentMatch | 'unknown' | null;

export function imageDistribution(
  catalog: Pick<CatalogView, 'matchScanned'>,
  distro: Distro | null,
): ImageDistribution {
  if (!distro) return null;
  const component = {
    name: distro.prettyName || distro.id,
    version: distro.versionId,
    type: DISTRIBUTION_TYPE,
    purl: null,
    cpes: [],
    upstreams: [],
  };
  const match = catalog.matchScanned(component, distro);
  return match.found ? toComponentMatch(match, component) : 'unknown';
}

/** What is kept of it with the image. */
export function storedDistribution(distribution: ImageDistribution) {
  return distribution === null || distribution === 'unknown' ? null : distribution.stored;
}
