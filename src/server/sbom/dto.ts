import type { z } from 'zod';
import { adviceOn, type Advice } from '@/domain/advice/advice';
import { isSupported } from '@/domain/catalog/catalog';
import { coverCycle } from '@/domain/catalog/covered';
import type { CatalogView } from '@/domain/catalog/view';
import type { Day } from '@/domain/eol/calendar';
import { stateOf, type EolCount, type EolState } from '@/domain/eol/proximity';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import type { InventoryDocument } from '@/domain/inventory/document';
import type { Component } from '@/domain/scan/component';
import type { ScanPlan } from '@/server/inventory/service/plan';
import { markOf, type supportRecord } from '@/server/coverage/dto';
import type { CatalogCover } from '@/server/coverage/service';
import { estimatedFromOf, type JudgedCycleFacts } from '@/server/inventory/service/software';
import type { PolicyVerdict } from '@/server/scan/dto';
import type { OwnerAnswer } from '@/server/team/dto';

/** A build is told of this many findings, the nearest end first; `findings_total` counts them all. */
export const MAX_FINDINGS = 1_000;
/** Packages named with a finding: enough to find it in an image. */
export const MAX_PACKAGES = 20;
/** Components named of which nothing is known; the coverage counts them all. */
export const MAX_UNKNOWN = 100;
/** Releases named that have ended, and are held to build or test alone. */
export const MAX_UNSHIPPED = 100;

/** The findings of a document, the same whether it was stored or only checked. */
export interface SbomFindings {
  readonly as_of: Day;
  readonly eol: EolCount;
  readonly policy: PolicyVerdict;
  /** Whom to ask; null: nobody owns the project. */
  readonly owner: OwnerAnswer | null;
  readonly document: ReturnType<typeof toDocument>;
  readonly coverage: ReturnType<typeof toCoverage>;
  readonly unknown_components: ReturnType<typeof toUnknown>;
  readonly unshipped: ReturnType<typeof toUnshipped>;
  readonly findings: SbomFinding[];
  readonly findings_total: number;
}

export interface SbomFinding {
  readonly product_name: string;
  readonly cycle: string;
  readonly artifact_type: string;
  readonly eol_date: Day | null;
  /** False: it ended on an unknown day, and the date is the day it was first seen. */
  readonly eol_date_known: boolean;
  readonly estimated_from?: string;
  /** How well its end is known. */
  readonly evidence: EvidenceDegree;
  readonly contract?: z.input<typeof supportRecord>;
  readonly state: EolState;
  readonly advice: Advice | null;
  readonly packages: { name: string; version: string; purl: string | null; path?: string }[];
  readonly packages_total: number;
  /** The page that says why, where the image has the finding. */
  readonly why_url?: string;
}

/** The values from which the parts of the answer are made. */
export interface Found {
  readonly plan: ScanPlan;
  readonly cycles: ReadonlyMap<string, JudgedCycleFacts>;
  readonly today: Day;
  /** Where components lie, by their identity, as far as the document says. */
  readonly paths: ReadonlyMap<string, string>;
  /** The pages that say why, by the digest of the software, as far as the image is stored. */
  readonly whys: ReadonlyMap<string, string>;
  /** How well the ends of the cycles are known, by their keys. */
  readonly degrees: ReadonlyMap<string, EvidenceDegree>;
}

/** Says what was read of a document. */
export function toDocument({ format, formatVersion, tools, notUnderstood }: InventoryDocument) {
  return {
    format,
    format_version: formatVersion,
    tools: tools.map(({ name, version }) => (version === null ? name : `${name} ${version}`)),
    unnamed: notUnderstood.unnamed,
    unversioned: notUnderstood.unversioned,
    ranged: notUnderstood.ranged,
  };
}

/** Counts what the catalog knows of an inventory. */
export function toCoverage({ plan }: Pick<Found, 'plan'>) {
  const { matched, distribution, unknown } = plan.inventory.coverage;
  return { components: plan.components.length, matched, distribution, unknown };
}

/** Names the components that are counted as unknown, by name: the first of them. */
export function toUnknown({ plan }: Pick<Found, 'plan'>) {
  const unknown = new Set(plan.inventory.unknownIds);
  return plan.components
    .filter(({ identity }) => unknown.has(identity))
    .map(({ name, version }) => ({ name, version }))
    .sort((left, right) => (left.name < right.name ? -1 : Number(left.name > right.name)))
    .slice(0, MAX_UNKNOWN);
}

/**
 * Says what is held to build or test alone, and what of that has ended: it is not judged, and not hidden.
 * @param cover what contracts cover in the project; null: there are none
 */
export function toUnshipped(
  { plan, today }: Pick<Found, 'plan' | 'today'>,
  cover: CatalogCover | null,
) {
  const ended = plan.inventory.unshipped.filter(({ ends: { product, cycle } }) => {
    const covering = cover?.(product.name, cycle.name) ?? null;
    return !isSupported(covering ? coverCycle(cycle, covering, today).cycle : cycle, today);
  });
  return {
    components: plan.components.filter(({ scope }) => scope).length,
    ended: ended
      .map(({ ends: { product, cycle }, artifactType, componentIds }) => ({
        product_name: product.name,
        cycle: cycle.name,
        artifact_type: artifactType,
        packages_total: componentIds.length,
      }))
      .sort(
        (left, right) =>
          compare(left.product_name, right.product_name) || compare(left.cycle, right.cycle),
      )
      .slice(0, MAX_UNSHIPPED),
    ended_total: ended.length,
  };
}

/** Lists the findings of a plan, the nearest end first, those without a known end last. */
export function toFindings(
  { plan, cycles, today, paths, whys, degrees }: Found,
  catalog: CatalogView,
): SbomFinding[] {
  const reports = new Map(plan.cycles.map((cycle) => [cycle.cycleKey, cycle]));
  const components = new Map(plan.components.map((component) => [component.identity, component]));
  return plan.findings
    .flatMap((finding) => {
      const report = reports.get(finding.cycleKey);
      const facts = cycles.get(finding.cycleKey);
      if (!report || !facts) return [];
      const keys = [...finding.componentKeys, ...finding.catalogComponentKeys];
      const named = { productName: report.product, cycle: report.cycle };
      const whyUrl = whys.get(finding.softwareKey);
      const estimatedFrom = estimatedFromOf(facts);
      return [
        {
          product_name: report.product,
          cycle: report.cycle,
          artifact_type: finding.artifactType,
          eol_date: facts.eolOn,
          eol_date_known: facts.eolOnKnown,
          ...(estimatedFrom !== null && { estimated_from: estimatedFrom }),
          evidence: degrees.get(finding.cycleKey) ?? 'unknown',
          ...markOf(facts.support),
          state: stateOf(facts.eolOn, today),
          advice: adviceOn(catalog, named, today),
          packages: keys
            .slice(0, MAX_PACKAGES)
            .flatMap((key) => toPackage(components.get(key), paths)),
          packages_total: keys.length,
          ...(whyUrl !== undefined && { why_url: whyUrl }),
        },
      ];
    })
    .sort(byEnd)
    .slice(0, MAX_FINDINGS);
}

/** Where each component of a document lies, by its identity. */
export function pathsOf({ components }: InventoryDocument): ReadonlyMap<string, string> {
  return new Map(
    components.flatMap(({ component, path }) =>
      path === undefined ? [] : [[component.identity, path] as const],
    ),
  );
}

function toPackage(component: Component | undefined, paths: Found['paths']) {
  if (!component) return [];
  const { identity, name, version, purl } = component;
  const path = paths.get(identity);
  return [{ name, version, purl, ...(path !== undefined && { path }) }];
}

function byEnd(left: SbomFinding, right: SbomFinding): number {
  return (
    compare(left.eol_date ?? '9999', right.eol_date ?? '9999') ||
    compare(left.product_name, right.product_name) ||
    compare(left.cycle, right.cycle) ||
    compare(left.artifact_type, right.artifact_type)
  );
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
