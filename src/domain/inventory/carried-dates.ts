import { hasEnd } from '@/domain/catalog/catalog';
import type { CatalogMatch } from '@/domain/catalog/match';
import type { CatalogView } from '@/domain/catalog/view';
import { invalid } from '@/domain/errors';
import { MAX_MATCHES } from '@/domain/scan/body/keep-rules';
import { type CarriedLifecycle, isEndedLevel, saysAnEnd } from '@/domain/scan/carried';
import { carryingComponent, type Component, toComponent } from '@/domain/scan/component';
import type { Distro } from '@/domain/scan/context';
import type { CycleFacts, ScanMatch, ScanUpload } from '@/domain/scan/upload';
import { DISTRIBUTION_TYPE } from './matching';

type Catalog = Pick<CatalogView, 'matchScanned'>;

/** What a date of support is read of: in a document, or as it is stored. */
export type CarryingComponent = Pick<Component, 'name' | 'version' | 'type' | 'purl' | 'scope'> & {
  readonly carried: CarriedLifecycle;
};

/**
 * Adds what the document of an upload says itself of the ends of its software, as a scanner's word: below the organization's own dates and
 * the catalog's, above an estimate. A component that the catalog knows is a release of its product there; any other is a
 * product of its own name, whose release cycle is its version.
 * @throws DomainError 422 when more components have dates than a scanner may report
 */
export function withCarriedDates(upload: ScanUpload, catalog: Catalog): ScanUpload {
  const { distro, distroLifecycle } = upload;
  const carrying = upload.components.flatMap((component): ScanMatch[] => {
    if (!carriesAnEnd(component)) return [];
    const match = catalog.matchScanned(component, component.distro ?? null);
    const cycle = carriedCycle(component, match);
    return cycle ? [{ component, cycle }] : [];
  });
  if (carrying.length > MAX_MATCHES) {
    const msg = `More than ${String(MAX_MATCHES)} components carry dates of support`;
    throw invalid([{ loc: ['body'], msg, type: 'too_long' }]);
  }
  const system = distro && distroLifecycle && systemOf(distro, distroLifecycle, catalog);
  if (carrying.length === 0 && !system) return upload;
  return {
    ...upload,
    matches: [...upload.matches, ...agreed([...carrying, ...(system ? [system] : [])])],
    components: system ? [...upload.components, system.component] : upload.components,
  };
}

/** Whether a component carries when its support ends, and ships: what does not has no finding. */
export function carriesAnEnd<Given extends Pick<Component, 'carried' | 'scope'>>(
  component: Given,
): component is Given & { readonly carried: CarriedLifecycle } {
  return Boolean(component.carried && saysAnEnd(component.carried) && !component.scope);
}

/**
 * Says of which release cycle a component's own date is, under the catalog that matched it so. Null for a component without
 * a version: its end would be that of every other one. Null too for a package of a distribution whose end the catalog knows:
 * it ends with that.
 */
export function carriedCycle(
  component: Pick<CarryingComponent, 'name' | 'version' | 'carried'>,
  match: CatalogMatch,
): CycleFacts | null {
  if (match.found && match.maintainer === 'distribution' && hasEnd(match.cycle)) return null;
  const { name: product, version: cycle, carried } = component;
  if (match.found && match.maintainer === 'vendor')
    return factsOf({ product: match.product.name, cycle: match.cycle.name }, carried);
  return cycle === '' ? null : factsOf({ product, cycle }, carried);
}

/**
 * Lets all that say an end of the same release cycle say the same one, the first of them: they are different versions of it
 * in one image, and their order means nothing.
 */
export function agreed<Said extends { readonly cycle: CycleFacts }>(all: readonly Said[]): Said[] {
  const first = new Map<string, CycleFacts>();
  for (const { cycle } of all) {
    const known = first.get(keyOf(cycle));
    if (!known || orderOf(cycle) < orderOf(known)) first.set(keyOf(cycle), cycle);
  }
  return all.map((said) => ({ ...said, cycle: first.get(keyOf(said.cycle)) ?? said.cycle }));
}

const keyOf = ({ product, cycle }: CycleFacts) => JSON.stringify([product, cycle]);
/** What has ended on a day that nobody knows comes first. */
const orderOf = ({ eolOn, releasedOn }: CycleFacts) => `${eolOn ?? ''} ${releasedOn ?? ''}`;

/** The operating system, which is no component of the document, where the catalog does not know its end. */
function systemOf(distro: Distro, lifecycle: CarriedLifecycle, catalog: Catalog): ScanMatch | null {
  if (!saysAnEnd(lifecycle) || distro.id === '' || distro.versionId === '') return null;
  const Name = nameOf(distro);
  const undated = toComponent({ Name, Version: distro.versionId, Type: DISTRIBUTION_TYPE });
  const component = carryingComponent(undated, lifecycle);
  const cycle = systemCycle(distro, lifecycle, catalog);
  return cycle && { component, cycle };
}

const nameOf = ({ id, prettyName }: Distro) => prettyName || id;

/** Whether a component stands for the operating system itself in an image of it, as uploads list it where it carries its end. */
export function isSystem(
  { name, version, type, purl }: Omit<CarryingComponent, 'carried'>,
  distro: Distro | null,
): distro is Distro {
  if (!distro || type !== DISTRIBUTION_TYPE || purl !== null) return false;
  return name === nameOf(distro) && version === distro.versionId;
}

/** Says of which release cycle the date of an operating system is; null where the catalog knows its end. */
export function systemCycle(
  distro: Distro,
  lifecycle: CarriedLifecycle,
  catalog: Catalog,
): CycleFacts | null {
  const { id, versionId } = distro;
  const named = { name: nameOf(distro), version: versionId, type: DISTRIBUTION_TYPE };
  const match = catalog.matchScanned({ ...named, purl: null, cpes: [], upstreams: [] }, distro);
  if (match.found && hasEnd(match.cycle)) return null;
  return match.found
    ? factsOf({ product: match.product.name, cycle: match.cycle.name }, lifecycle)
    : factsOf({ product: id, cycle: versionId }, lifecycle);
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
