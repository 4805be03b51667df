import type { Component } from '@/domain/scan/component';
import type { Distro } from '@/domain/scan/context';
import type { CatalogLayer } from './layer';
import type { DistributionHint } from './distributions';
import type { CatalogMatch, Ecosystem } from './match';
import { matchCpeText } from './match-cpe';
import { matchDistributionPackage, matchOperatingSystem } from './match-distribution';
import { matchKernel } from './match-kernel';
import { matchName } from './match-name';
import { matchPurlText, type PurlContext } from './match-purl';
import { unknownProduct } from './match-result';
import { isDistributionType, nameKey } from './keys';

/** The part of a scanned component that matching reads. */
export type ScannedComponent = Pick<
  Component,
  'name' | 'version' | 'type' | 'purl' | 'cpes' | 'upstreams'
>;

/** Scanners' types that have an ecosystem; they guess CPEs for these, so only purl and name count. */
const ECOSYSTEM_OF_TYPE: ReadonlyMap<string, Exclude<Ecosystem, 'generic'>> = new Map([
  ['npm', 'npm'],
  ['python', 'pypi'],
  ['java-archive', 'maven'],
  ['go-module', 'golang'],
  ['dotnet', 'nuget'],
]);
/** Types whose CPEs come from the scanner's own knowledge of a program, not from guessing by name. */
const TYPES_WITH_CPES = new Set(['binary', 'linux-kernel', 'os', '']);

const KERNEL_TYPES = new Set(['linux-kernel', 'linux-kernel-module']);

export function matchScannedIn(
  layer: CatalogLayer,
  component: ScannedComponent,
  distro: Distro | null,
): CatalogMatch {
  const hint = hintOf(distro);
  if (component.type === 'os') {
    return matchOperatingSystem(layer, component.name, component.version, osHint(component, hint));
  }
  const context: PurlContext = {
    sources: component.upstreams.map(({ name, version }) => ({ name, version: version || null })),
    hint,
  };
  if (KERNEL_TYPES.has(component.type)) {
    const kernel = matchKernel(layer, component.name, component.version, hint);
    if (kernel !== null) return kernel;
    // A module is named after what it drives, and is a part of its kernel.
    if (component.type !== 'linux-kernel') return unknownProduct(component.name);
  }
  const byPurl = component.purl === null ? null : matchPurlText(layer, component.purl, context);
  if (byPurl?.found) return byPurl;
  if (component.purl === null || byPurl?.reason === 'unreadable') {
    return withoutPurl(layer, component, context) ?? byPurl ?? unknownProduct(component.name);
  }
  return byCpe(layer, component, byPurl) ?? unknownProduct(component.name);
}

function hintOf(distro: Distro | null): DistributionHint | null {
  if (distro === null || (distro.id === '' && distro.prettyName === '')) return null;
  const { id, versionId, prettyName } = distro;
  return { id: id || prettyName, versionId, prettyName, by: `os-release ${id}-${versionId}` };
}

/** The image's own os-release says more of the distribution than its name, if they agree on the version. */
function osHint(
  component: ScannedComponent,
  hint: DistributionHint | null,
): DistributionHint | null {
  return hint !== null && hint.versionId === component.version ? hint : null;
}

function withoutPurl(
  layer: CatalogLayer,
  component: ScannedComponent,
  context: PurlContext,
): CatalogMatch | null {
  const { type, name, version } = component;
  if (isDistributionType(type)) {
    return matchDistributionPackage(layer, {
      type,
      namespace: context.hint?.id ?? null,
      name,
      version,
      ...context,
    });
  }
  const ecosystem = ECOSYSTEM_OF_TYPE.get(type);
  if (ecosystem !== undefined) return matchName(layer, name, version, ecosystem);
  return byCpe(layer, component, null);
}

/**
 * A scanner gives a program the CPE names of what it is built from, too: Percona's server has MySQL's. So where the
 * purl names a program that the catalog lacks, a CPE name counts only if it calls the product the same.
 */
function byCpe(
  layer: CatalogLayer,
  { type, name, cpes }: ScannedComponent,
  before: CatalogMatch | null,
): CatalogMatch | null {
  if (!TYPES_WITH_CPES.has(type)) return before;
  if (before !== null && !before.found && before.reason !== 'unknown_product') return before;
  for (const cpe of cpes) {
    const match = matchCpeText(layer, cpe);
    if (match.found && (before === null || nameKey(match.name) === nameKey(name))) return match;
  }
  return before;
}
