import { identityOf, identityOfList } from '@/domain/identifiers/identity';
import type { Component } from '@/domain/scan/component';
import type { CycleFacts } from '@/domain/scan/cycle-facts';
import type { ScanUpload } from '@/domain/scan/scan-upload';

/** A cycle as this scan reports it. */
export interface CycleReport extends CycleFacts {
  /** Digest of (product, cycle). */
  readonly cycleKey: string;
}

/** One finding as this scan reports it: software with the packages below it. */
export interface FindingReport {
  readonly softwareKey: string;
  readonly cycleKey: string;
  readonly artifactType: string;
  /** Component digests, sorted, without repeats. */
  readonly componentKeys: readonly string[];
}

/** A scan in the terms of the tables: what must hold once it is accepted. */
export interface ScanPlan {
  readonly projectKey: string;
  readonly referenceKey: string;
  readonly cycles: readonly CycleReport[];
  readonly findings: readonly FindingReport[];
  readonly components: readonly Component[];
  /** Digest of the findings with their packages. */
  readonly findingsKey: string;
  /** Digest of the inventory, null when the scan lists no packages at all. */
  readonly inventoryKey: string | null;
}

const byKey = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

/**
 * Folds a scan's matches into findings: one for each (product, cycle, artifact type). A cycle that a scan
 * describes twice counts as described last. Everything is sorted by digest: two uploads that touch the
 * same rows take them in the same order.
 */
export function planOf(upload: ScanUpload): ScanPlan {
  const cycles = new Map<string, CycleReport>();
  const findings = new Map<
    string,
    { report: Omit<FindingReport, 'componentKeys'>; components: Set<string> }
  >();
  for (const { cycle, component } of upload.matches) {
    const cycleKey = identityOf(cycle.product, cycle.cycle);
    cycles.set(cycleKey, { ...cycle, cycleKey });
    const softwareKey = identityOf(cycle.product, cycle.cycle, component.type);
    const finding = findings.get(softwareKey) ?? {
      report: { softwareKey, cycleKey, artifactType: component.type },
      components: new Set<string>(),
    };
    finding.components.add(component.identity);
    findings.set(softwareKey, finding);
  }
  const reports = [...findings.values()]
    .map(({ report, components }) => ({ ...report, componentKeys: [...components].sort(byKey) }))
    .sort((left, right) => byKey(left.softwareKey, right.softwareKey));
  const components = [...upload.components].sort((left, right) =>
    byKey(left.identity, right.identity),
  );
  return {
    projectKey: identityOf(upload.projectName),
    referenceKey: identityOf(upload.source.name, upload.source.tag),
    cycles: [...cycles.values()].sort((left, right) => byKey(left.cycleKey, right.cycleKey)),
    findings: reports,
    components,
    findingsKey: identityOfList(
      reports.flatMap((report) => [report.softwareKey, ...report.componentKeys]),
    ),
    inventoryKey:
      components.length === 0 ? null : identityOfList(components.map(({ identity }) => identity)),
  };
}
