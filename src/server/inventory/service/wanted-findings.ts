import type { CatalogView } from '@/domain/catalog/view';
import { identityOf } from '@/domain/identifiers/identity';
import { agreed, isSystem, systemCycle } from '@/domain/inventory/carried-dates';
import {
  type Coverage,
  inventoryFindings,
  type CatalogFinding,
  type MatchedComponent,
} from '@/domain/inventory/findings';
import {
  DISTRIBUTION_TYPE,
  imageDistribution,
  storedDistribution,
  type StoredMatch,
} from '@/domain/inventory/matching';
import type { Distro } from '@/domain/scan/context';
import type { CycleFacts } from '@/domain/scan/upload';
import { sameIds, type FindingPackages, type WantedFindings } from './findings';
import { type CycleReport, reportOfCatalog } from './plan';
import type { OpenFinding } from '../repository/image-tag';

type Matching = Pick<CatalogView, 'matchScanned'>;

/** Software that shall be found in an image, and how its release cycle is brought where that is not known. */
interface WantedSoftware extends FindingPackages {
  readonly softwareKey: string;
  readonly artifactType: string;
  /** Null for what the scanner found, which is stored. */
  readonly report: CycleReport | null;
}

/** What an image is and holds by one catalog, and what was open on it before. */
export interface JudgedImage {
  readonly coverage: Coverage;
  readonly distribution: StoredMatch | null;
  readonly wanted: readonly WantedSoftware[];
  readonly open: readonly OpenFinding[];
  /** Whether what is open is what shall be: the same software with the same packages. */
  readonly isSame: boolean;
}

interface HeldImage {
  readonly distro: Distro | null;
  readonly components: readonly MatchedComponent[];
  readonly open: readonly OpenFinding[];
}

/**
 * Says what an upload of the same inventory would find by this catalog. What the scanner itself named stays named; what
 * components say of themselves is judged anew.
 */
export function judgeImage(
  catalog: Matching,
  { distro, components, open }: HeldImage,
): JudgedImage {
  const distribution = imageDistribution(catalog, distro);
  const { carrying, silent, saying } = carriedIn(catalog, distro, components);
  const named = open.flatMap((finding): OpenFinding[] => {
    const componentIds = finding.componentIds.filter((id) => !carrying.has(id));
    return componentIds.length === 0 ? [] : [{ ...finding, componentIds }];
  });
  const types = [
    ...named.map(({ artifactType }) => artifactType),
    ...saying.filter(({ ofSeveral }) => !ofSeveral).map(typeOf),
  ];
  const { coverage, findings } = inventoryFindings(components, distribution, {
    componentIds: new Set([
      ...named.flatMap(({ componentIds }) => componentIds),
      ...saying.map(({ id }) => id),
      // Counted as lists of packages show it, and no finding beside its distribution's.
      ...silent,
    ]),
    namesDistribution: types.includes(DISTRIBUTION_TYPE),
  });
  const wanted = wantedSoftware(named, saying, findings);
  return {
    ...{ coverage, distribution: storedDistribution(distribution), wanted, open },
    isSame: isSame(open, wanted),
  };
}

/** A component that says of itself when its support ends, so that it makes a finding. */
interface Saying {
  readonly id: string;
  readonly type: string;
  /** It is one of several operating systems: not that of all packages. */
  readonly ofSeveral: boolean;
  readonly cycle: CycleFacts;
}

const typeOf = ({ type }: Saying) => type;

/**
 * Finds what of an image carries dates. An operating system is listed for its date alone: where that makes no finding, it is
 * silent.
 */
function carriedIn(
  catalog: Matching,
  distro: Distro | null,
  components: readonly MatchedComponent[],
) {
  const carrying = new Set<string>();
  const silent = new Set<string>();
  const saying: Saying[] = [];
  for (const { id, type, carried } of components) {
    if (!carried) continue;
    carrying.add(id);
    const { component } = carried;
    const ofSystem = isSystem(component, distro);
    const cycle = ofSystem ? systemCycle(distro, component.carried, catalog) : carried.cycle;
    const ofSeveral = type === DISTRIBUTION_TYPE && !ofSystem;
    if (cycle) saying.push({ id, type, ofSeveral, cycle });
    else if (ofSystem) silent.add(id);
  }
  return { carrying, silent, saying: agreed(saying) };
}

/** Folds what the scanner, the components and the catalog say of an image, as the plan of an upload does. */
function wantedSoftware(
  named: readonly OpenFinding[],
  saying: readonly Saying[],
  findings: readonly CatalogFinding[],
): WantedSoftware[] {
  const wanted = new Map<string, WantedSoftware>();
  for (const { softwareKey, artifactType, componentIds } of named)
    wanted.set(softwareKey, {
      ...{ softwareKey, artifactType, report: null },
      ...{ componentIds, catalogComponentIds: [] },
    });
  for (const { id, type: artifactType, cycle } of saying) {
    const cycleKey = identityOf(cycle.product, cycle.cycle);
    const softwareKey = identityOf(cycle.product, cycle.cycle, artifactType);
    const componentIds = [...(wanted.get(softwareKey)?.componentIds ?? []), id];
    const report = { ...cycle, cycleKey, isFromCatalog: false };
    const software = { softwareKey, artifactType, report };
    wanted.set(softwareKey, { ...software, componentIds, catalogComponentIds: [] });
  }
  for (const { ends, artifactType, componentIds: catalogComponentIds } of findings) {
    const softwareKey = identityOf(ends.product.name, ends.cycle.name, artifactType);
    const known = wanted.get(softwareKey);
    const fresh = { softwareKey, artifactType, report: reportOfCatalog(ends), componentIds: [] };
    wanted.set(softwareKey, { ...(known ?? fresh), catalogComponentIds });
  }
  return [...wanted.values()];
}

function isSame(open: readonly OpenFinding[], wanted: readonly WantedSoftware[]): boolean {
  const byKey = new Map(wanted.map((one) => [one.softwareKey, one]));
  return (
    open.length === wanted.length &&
    open.every((finding) => {
      const packages = byKey.get(finding.softwareKey);
      return (
        packages !== undefined &&
        sameIds(packages.componentIds, finding.componentIds) &&
        sameIds(packages.catalogComponentIds, finding.catalogComponentIds)
      );
    })
  );
}

/** Software whose cycle is brought before its findings are. */
export interface BroughtSoftware {
  readonly softwareKey: string;
  readonly artifactType: string;
  readonly report: CycleReport;
}

/**
 * Lists what is brought for images that change, of which those that come last are heard last: software that is not known, and
 * whatever components say of themselves, as their upload would bring it.
 */
export function broughtSoftware(
  changing: readonly JudgedImage[],
  known: ReadonlyMap<string, string>,
): BroughtSoftware[] {
  const brought = new Map<string, BroughtSoftware>();
  for (const { wanted } of changing) {
    for (const { softwareKey, artifactType, report } of wanted) {
      if (!report || (report.isFromCatalog && known.has(softwareKey))) continue;
      if (report.isFromCatalog && brought.has(softwareKey)) continue;
      // At the end: the last is heard.
      brought.delete(softwareKey);
      brought.set(softwareKey, { softwareKey, artifactType, report });
    }
  }
  return [...brought.values()];
}

/** The reports of cycles in the order of their keys: of several of one, the last that is not the catalog's alone. */
export function reportsOf(brought: readonly BroughtSoftware[]): CycleReport[] {
  const byCycle = new Map<string, CycleReport>();
  for (const { report } of brought) {
    const known = byCycle.get(report.cycleKey);
    if (!known || !report.isFromCatalog) byCycle.set(report.cycleKey, report);
  }
  return [...byCycle.values()].sort((left, right) => (left.cycleKey < right.cycleKey ? -1 : 1));
}

/** Gives the packages of all that shall be open by the ids of the software. */
export function wantedById(
  wanted: readonly WantedSoftware[],
  ids: ReadonlyMap<string, string>,
): WantedFindings {
  return new Map(
    wanted.flatMap(({ softwareKey, componentIds, catalogComponentIds }) => {
      const id = ids.get(softwareKey);
      return id === undefined ? [] : [[id, { componentIds, catalogComponentIds }] as const];
    }),
  );
}
