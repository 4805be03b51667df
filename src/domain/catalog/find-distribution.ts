import { matchCycle } from '@/domain/version/cycle-matcher';
import type { CatalogEntry, CatalogLayer } from './catalog-layer';
import type { DistributionHint } from './distribution-hints';
import { distributionSlug } from './distribution-names';
import type { Distribution, NoMatch } from './match';
import { isDevelopmentBranch, noMatch, shown, unknownCycle } from './match-result';
import { nameKey } from './name-key';

/** The distribution's release that a hint means, or why it cannot be told. */
export function findDistribution(
  layer: CatalogLayer,
  hint: DistributionHint,
): Distribution | NoMatch {
  const entry = distributionEntry(layer, hint);
  if (entry === null) {
    const name = hint.prettyName || hint.id || hint.versionId;
    return noMatch('unknown_product', `The catalogue has no distribution "${shown(name)}"`);
  }
  if (entry === 'ambiguous') {
    return noMatch(
      'ambiguous',
      `CentOS ${shown(hint.versionId)} may be CentOS Linux or CentOS Stream`,
    );
  }
  if (isDevelopmentBranch(`${hint.versionId} ${hint.prettyName}`)) {
    return noMatch(
      'unknown_cycle',
      `${shown(hint.prettyName || `${entry.product.name} ${hint.versionId}`)} is a development branch, which has not been released: no date of a release is its`,
      entry.product,
    );
  }
  const cycle = matchCycle(entry.cycles, hint.versionId);
  if (cycle === 'ambiguous' || cycle === null) return unknownCycle(entry.product, hint.versionId);
  return { product: entry.product, cycle };
}

function distributionEntry(
  layer: CatalogLayer,
  hint: DistributionHint,
): CatalogEntry | 'ambiguous' | null {
  const key = nameKey(hint.id);
  const slug = distributionSlug(key) ?? (layer.slugs.has(hint.id) ? hint.id : undefined);
  if (slug === 'centos') return centos(layer, hint);
  const known = slug === undefined ? undefined : layer.slugs.get(slug);
  if (known !== undefined) return known;
  const named = layer.names.get(key)?.listings ?? [];
  const systems = named.filter(({ entry }) => entry.product.category === 'os');
  return systems.length === 1 ? (systems[0]?.entry ?? null) : null;
}

/** CentOS Linux and CentOS Stream have one id; only the pretty name, or a version that one lacks, parts them. */
function centos(layer: CatalogLayer, hint: DistributionHint): CatalogEntry | 'ambiguous' | null {
  const linux = layer.slugs.get('centos');
  const stream = layer.slugs.get('centos-stream');
  const isStream = /stream/i.test(`${hint.prettyName} ${hint.versionId}`);
  if (isStream) return stream ?? null;
  if (hint.prettyName !== '' || stream === undefined) return linux ?? null;
  const fitting = [linux, stream].filter(
    (entry) => entry !== undefined && matchCycle(entry.cycles, hint.versionId) !== null,
  );
  return fitting.length > 1 ? 'ambiguous' : (fitting[0] ?? linux ?? null);
}
