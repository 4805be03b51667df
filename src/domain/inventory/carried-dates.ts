import { hasEnd } from '@/domain/catalog/catalog';
import type { CatalogView } from '@/domain/catalog/view';
import { invalid } from '@/domain/errors';
import { MAX_MATCHES } from '@/domain/scan/body/keep-rules';
import { type CarriedLifecycle, isEndedLevel, saysAnEnd } from '@/domain/scan/carried';
import { carryingComponent, type Component, toComponent } from '@/domain/scan/component';
import type { CycleFacts, ScanMatch, ScanUpload } from '@/domain/scan/upload';
import type { InventoryDocument } from './document';
import { DISTRIBUTION_TYPE } from './matching';

type Catalog = Pick<CatalogView, 'matchScanned'>;

/**
 * Adds what a document says itself of the ends of its software, as a scanner's word: below the organization's own dates and
 * the catalog's, above an estimate. A component that the catalog knows is a release of its product there; any other is a
 * product of its own name, whose release cycle is its version.
 * @throws DomainError 422 when more components have dates than a scanner may report
 */
export function withCarriedDates(
  upload: ScanUpload,
  document: InventoryDocument,
  catalog: Catalog,
): ScanUpload {
  const matches = document.components.flatMap(({ component }) =>
    component.carried && saysAnEnd(component.carried) && !component.scope
      ? (matchOf(component, component.carried, catalog) ?? [])
      : [],
  );
  if (matches.length > MAX_MATCHES) {
    const msg = `More than ${String(MAX_MATCHES)} components carry dates of support`;
    throw invalid([{ loc: ['body'], msg, type: 'too_long' }]);
  }
  const system = systemOf(document, catalog);
  if (matches.length === 0 && !system) return upload;
  return {
    ...upload,
    matches: [...upload.matches, ...matches, ...(system ? [system] : [])],
    components: system ? [...upload.components, system.component] : upload.components,
  };
}

/**
 * Null for a component without a version: its end would be that of every other one. Null too for a package of a
 * distribution whose end the catalog knows: it ends with that.
 */
function matchOf(
  component: Component,
  lifecycle: CarriedLifecycle,
  catalog: Catalog,
): ScanMatch | null {
  const match = catalog.matchScanned(component, component.distro ?? null);
  if (match.found && match.maintainer === 'distribution' && hasEnd(match.cycle)) return null;
  if (match.found && match.maintainer === 'vendor') {
    const named = { product: match.product.name, cycle: match.cycle.name };
    return { component, cycle: factsOf(named, lifecycle) };
  }
  const { name: product, version: cycle } = component;
  return cycle === '' ? null : { component, cycle: factsOf({ product, cycle }, lifecycle) };
}

/** The operating system, which is no component of the document, where the catalog does not know its end. */
function systemOf({ distro, distroLifecycle }: InventoryDocument, catalog: Catalog) {
  if (!distro || !distroLifecycle || !saysAnEnd(distroLifecycle)) return null;
  const { id, versionId, prettyName } = distro;
  const Name = prettyName || id;
  if (id === '' || versionId === '') return null;
  const undated = toComponent({ Name, Version: versionId, Type: DISTRIBUTION_TYPE });
  const component = carryingComponent(undated, distroLifecycle);
  const match = catalog.matchScanned(component, distro);
  if (match.found && hasEnd(match.cycle)) return null;
  const named = match.found
    ? { product: match.product.name, cycle: match.cycle.name }
    : { product: id, cycle: versionId };
  return { component, cycle: factsOf(named, distroLifecycle) };
}

function factsOf(
  named: Pick<CycleFacts, 'product' | 'cycle'>,
  { eolOn, supportLevel, releasedOn }: CarriedLifecycle,
): CycleFacts {
  return {
    ...named,
    ...{
      permalink: null,
      eolOn,
      eolIsPlain: true,
      ended: eolOn === null && isEndedLevel(supportLevel),
    },
    ...{ lts: null, latestRelease: null, latestReleaseOn: null, releasedOn },
  };
}
