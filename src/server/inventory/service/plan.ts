import { setImmediate } from 'node:timers/promises';
import type { Reference } from '@/domain/catalog/catalog';
import type { CatalogView } from '@/domain/catalog/view';
import { identityOf, identityOfList } from '@/domain/identifiers/identity';
import { withCarriedDates } from '@/domain/inventory/carried-dates';
import {
  type ComponentMatch,
  DISTRIBUTION_TYPE,
  type EndingCycle,
  imageDistribution,
  storedDistribution,
  type StoredMatch,
  toComponentMatch,
} from '@/domain/inventory/matching';
import { inventoryFindings, type InventoryFindings } from '@/domain/inventory/findings';
import { withoutProjectsWord } from '@/domain/inventory/rebuilt-jars';
import type { Component } from '@/domain/scan/component';
import type { CycleFacts, ScanUpload } from '@/domain/scan/upload';
import { oncePer } from '@/server/platform/once-per';

/** The catalog's match of an upload's inventory. */
export interface InventoryMatch extends InventoryFindings {
  /** By component digest. */
  readonly matches: ReadonlyMap<string, ComponentMatch>;
  /** The image's own distribution. */
  readonly distribution: StoredMatch | null;
}

/** Matches made in one go, each of which takes microseconds; then other work has its turn. */
const MATCHES_AT_ONCE = 1_000;

type Matching = Pick<CatalogView, 'matchScanned'>;

/** Matches an upload's whole inventory, in memory. Its findings are those that the scanner does not have. */
export async function matchInventory(
  catalog: Matching,
  { components, matches: reported, distro }: ScanUpload,
): Promise<InventoryMatch> {
  const matches = new Map<string, ComponentMatch>();
  for (const component of components) {
    const match = catalog.matchScanned(component, component.distro ?? null);
    matches.set(component.identity, toComponentMatch(match, component));
    if (matches.size % MATCHES_AT_ONCE === 0) await setImmediate();
  }
  const distribution = imageDistribution(catalog, distro);
  const scanner = {
    componentIds: new Set(reported.map(({ component }) => component.identity)),
    // One of several operating systems, which says its own end, is not that of all packages.
    namesDistribution: reported.some(
      ({ component: { type, distro: own } }) => type === DISTRIBUTION_TYPE && !own,
    ),
  };
  const matched = components.flatMap(({ identity, type }) => {
    const match = matches.get(identity);
    return match ? [{ id: identity, type, match }] : [];
  });
  return {
    ...inventoryFindings(matched, distribution, scanner),
    matches,
    distribution: storedDistribution(distribution),
  };
}

/** A cycle as an upload brings it, from its scanner or from the catalog. */
export interface CycleReport extends CycleFacts {
  /** Digest of (product, cycle). */
  readonly cycleKey: string;
  /** The catalog alone reports it: where the cycle is known already, that adds nothing. */
  readonly isFromCatalog: boolean;
}

/** Reports a cycle that only the catalog finds. The scanner's word on its end stays unknown. */
export function reportOfCatalog({ product, cycle, cycleKey }: EndingCycle): CycleReport {
  return {
    product: product.name,
    permalink: permalinkOf(product.references),
    cycle: cycle.name,
    eolOn: null,
    eolIsPlain: true,
    ended: false,
    lts: cycle.lts,
    latestRelease: cycle.latestRelease,
    latestReleaseOn: cycle.latestReleasedOn,
    releasedOn: cycle.releasedOn,
    cycleKey,
    isFromCatalog: true,
  };
}

function permalinkOf(references: readonly Reference[]): string | null {
  const page = references.find(({ type }) => type === 'WEB' || type === 'ARTICLE');
  return (page ?? references[0])?.url ?? null;
}

/** One finding of an upload: software with the packages below it, as component digests, sorted, without repeats. */
export interface FindingReport {
  readonly softwareKey: string;
  readonly cycleKey: string;
  readonly artifactType: string;
  /** Those that the scanner matched; none when only the catalog has the finding. */
  readonly componentKeys: readonly string[];
  /** Those that only the catalog matched. */
  readonly catalogComponentKeys: readonly string[];
}

/** A scan in the terms of the tables: the state that must hold once it is accepted. */
export interface ScanPlan {
  readonly projectKey: string;
  readonly referenceKey: string;
  readonly cycles: readonly CycleReport[];
  readonly findings: readonly FindingReport[];
  readonly components: readonly Component[];
  readonly inventory: InventoryMatch;
  /** Digest of the findings with their packages. */
  readonly findingsKey: string;
  /** Digest of the inventory, null when the scan lists no packages at all. */
  readonly inventoryKey: string | null;
}

const byKey = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);
const sorted = (keys: ReadonlySet<string>) => [...keys].sort(byKey);

interface Software {
  readonly cycleKey: string;
  readonly artifactType: string;
}

/** The findings of one upload, folded: one for each (product, cycle, artifact type). */
class Findings {
  private readonly folded = new Map<
    string,
    Software & { readonly scanners: Set<string>; readonly catalogs: Set<string> }
  >();

  /** Gives the packages of one finding so far, those of the scanner and those of the catalog. */
  of(product: string, cycle: string, software: Software) {
    const softwareKey = identityOf(product, cycle, software.artifactType);
    const known = this.folded.get(softwareKey);
    if (known) return known;
    const fresh = { ...software, scanners: new Set<string>(), catalogs: new Set<string>() };
    this.folded.set(softwareKey, fresh);
    return fresh;
  }

  reports(): FindingReport[] {
    return [...this.folded]
      .map(([softwareKey, { cycleKey, artifactType, scanners, catalogs }]) => ({
        softwareKey,
        cycleKey,
        artifactType,
        componentKeys: sorted(scanners),
        catalogComponentKeys: sorted(catalogs),
      }))
      .sort((left, right) => byKey(left.softwareKey, right.softwareKey));
  }
}

const plansUnder = oncePer((_catalog: Matching) => new WeakMap<ScanUpload, ScanPlan>());

/**
 * Plans an upload, with what its components say of themselves: what was planned of the very same one under the very same
 * catalog still holds.
 * @throws DomainError 422 when more components have dates than a scanner may report
 */
export async function planUpload(catalog: Matching, upload: ScanUpload): Promise<ScanPlan> {
  const plans = plansUnder(catalog);
  const known = plans.get(upload);
  if (known) return known;
  const dated = withCarriedDates(withoutProjectsWord(upload, catalog), catalog);
  const plan = planOf(dated, await matchInventory(catalog, dated));
  plans.set(upload, plan);
  return plan;
}

/** The digest of what an image, a directory or an application is called in its project. */
export function referenceKeyOf({ name, tag }: Pick<ScanUpload['source'], 'name' | 'tag'>): string {
  return identityOf(name, tag);
}

/**
 * Folds the findings of a scan and of the catalog into one plan. A cycle that a scan describes twice counts as
 * described last. Everything is sorted by digest: two uploads that touch the same rows take them in the same order.
 */
export function planOf(upload: ScanUpload, inventory: InventoryMatch): ScanPlan {
  const cycles = new Map<string, CycleReport>();
  const findings = new Findings();
  for (const { cycle, component } of upload.matches) {
    const cycleKey = identityOf(cycle.product, cycle.cycle);
    cycles.set(cycleKey, { ...cycle, cycleKey, isFromCatalog: false });
    const software = { cycleKey, artifactType: component.type };
    findings.of(cycle.product, cycle.cycle, software).scanners.add(component.identity);
  }
  for (const { ends, artifactType, componentIds } of inventory.findings) {
    const { cycleKey, product, cycle } = ends;
    if (!cycles.has(cycleKey)) cycles.set(cycleKey, reportOfCatalog(ends));
    const finding = findings.of(product.name, cycle.name, { cycleKey, artifactType });
    for (const id of componentIds) finding.catalogs.add(id);
  }
  const reports = findings.reports();
  const components = [...upload.components].sort((left, right) =>
    byKey(left.identity, right.identity),
  );
  return {
    projectKey: identityOf(upload.projectName),
    referenceKey: referenceKeyOf(upload.source),
    cycles: [...cycles.values()].sort((left, right) => byKey(left.cycleKey, right.cycleKey)),
    findings: reports,
    components,
    inventory,
    findingsKey: findingsKeyOf(reports),
    inventoryKey:
      components.length === 0 ? null : identityOfList(components.map(({ identity }) => identity)),
  };
}

function findingsKeyOf(reports: readonly FindingReport[]): string {
  return identityOfList(
    reports.flatMap(({ softwareKey, componentKeys, catalogComponentKeys }) => [
      softwareKey,
      String(componentKeys.length),
      ...componentKeys,
      ...catalogComponentKeys,
    ]),
  );
}
