import { identityOf, identityOfList } from '@/domain/identifiers/identity';
import type { Component } from '@/domain/scan/component';
import type { ScanUpload } from '@/domain/scan/scan-upload';
import { reportOfCatalog, type CycleReport } from './cycle-report';
import type { InventoryMatch } from './match-inventory';

/** One finding of an upload: software with the packages below it, as component digests, sorted, without repeats. */
export interface FindingReport {
  readonly softwareKey: string;
  readonly cycleKey: string;
  readonly artifactType: string;
  /** Those that the scanner matched; none when only the catalogue has the finding. */
  readonly componentKeys: readonly string[];
  /** Those that only the catalogue matched. */
  readonly catalogComponentKeys: readonly string[];
}

/** A scan in the terms of the tables: what must hold once it is accepted. */
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

  /** The packages of one finding so far, those of the scanner and those of the catalogue. */
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

/**
 * Folds what a scan and the catalogue found into findings. A cycle that a scan describes twice counts as
 * described last. Everything is sorted by digest: two uploads that touch the same rows take them in the same
 * order.
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
    referenceKey: identityOf(upload.source.name, upload.source.tag),
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
