import { v7 as uuidv7 } from 'uuid';
import type { Day } from '@/domain/eol/calendar';
import { effectiveEnd } from '@/domain/eol/proximity';
import { identityOf } from '@/domain/identifiers/identity';
import { foldForSearch, sortKeyOf } from '@/domain/list';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { findCatalogFacts, shareCatalog, type CatalogFacts } from '@/server/catalog/service/facts';
import type { CoverableCycle } from '@/server/coverage/service';
import type { Transaction } from '@/server/platform/db/db';
import {
  findCycles,
  findSoftware,
  insertCycleRows,
  insertSoftware,
  updateCycleRows,
  type KnownCycle,
} from '../repository/software';
import type { CycleReport, FindingReport } from './plan';

/** Makes the organization's cycles agree with an upload, and reads them back. */
export async function bringCycles(
  organizationId: OrganizationId,
  tx: Transaction,
  reports: readonly CycleReport[],
  at: { instant: Date; today: Day },
): Promise<Map<string, KnownCycle>> {
  const keys = reports.map(({ cycleKey }) => cycleKey);
  const cycles = await findCycles(organizationId, tx, keys);
  const missing = reports.filter(({ cycleKey }) => !cycles.has(cycleKey));
  if (missing.length > 0) {
    await insertCycles(organizationId, tx, missing, at);
    const inserted = await findCycles(
      organizationId,
      tx,
      missing.map(({ cycleKey }) => cycleKey),
    );
    for (const [key, cycle] of inserted) cycles.set(key, cycle);
  }
  const differing = reports.filter((report) => {
    const known = cycles.get(report.cycleKey);
    return known && !saysTheSame(known, report);
  });
  if (differing.length === 0) return cycles;
  const locked = await findCycles(
    organizationId,
    tx,
    differing.map(({ cycleKey }) => cycleKey),
    'lock',
  );
  const changes = differing.flatMap((report) => {
    const known = locked.get(report.cycleKey);
    return known ? [{ id: known.id, ...factsOf(report, known, at.instant) }] : [];
  });
  await updateCycleRows(organizationId, tx, changes);
  const updated = await findCycles(organizationId, tx, [...locked.keys()]);
  return new Map([...cycles, ...updated]);
}

/** Tells whether a stored cycle agrees with this scan, which is silent on a cycle that only the catalog finds. */
function saysTheSame(known: KnownCycle, report: CycleReport): boolean {
  if (report.isFromCatalog) return true;
  return (
    known.productPermalink === report.permalink &&
    known.lts === report.lts &&
    known.releasedOn === report.releasedOn &&
    known.latestRelease === report.latestRelease &&
    known.latestReleasedOn === report.latestReleaseOn &&
    known.scannerEolOn === report.eolOn &&
    known.scannerEnded === report.ended &&
    known.scannerEolIsPlain === report.eolIsPlain
  );
}

type EndsOfOthers = Pick<
  KnownCycle,
  'overrideEolOn' | 'catalogEolOn' | 'catalogEnded' | 'catalogInferredFrom' | 'firstSeenOn'
>;

function factsOf(report: CycleReport, known: EndsOfOthers, updatedAt: Date) {
  const end = effectiveEnd({
    overrideOn: known.overrideEolOn,
    catalogOn: known.catalogEolOn,
    catalogEnded: known.catalogEnded,
    catalogInferredFrom: known.catalogInferredFrom,
    scannerOn: report.eolOn,
    scannerEnded: report.ended,
    firstSeenOn: known.firstSeenOn,
  });
  return {
    productPermalink: report.permalink,
    lts: report.lts,
    releasedOn: report.releasedOn,
    latestRelease: report.latestRelease,
    latestReleasedOn: report.latestReleaseOn,
    scannerEolOn: report.eolOn,
    scannerEnded: report.ended,
    scannerEolIsPlain: report.eolIsPlain,
    eolOn: end.on,
    eolOnKnown: end.known,
    eolSource: end.source,
    updatedAt,
  };
}

const NO_FACTS = {
  catalogEolOn: null,
  catalogEnded: false,
  catalogInferredFrom: null,
  overrideEolOn: null,
};

function endsOfOthers(facts: Omit<CatalogFacts, 'cycleKey'> = NO_FACTS) {
  const { catalogEolOn, catalogEnded, catalogInferredFrom, overrideEolOn } = facts;
  return { catalogEolOn, catalogEnded, catalogInferredFrom, overrideEolOn };
}

/**
 * Inserts cycles that are not known yet, with the facts of the catalog and the organization's own dates; one that
 * another upload inserts meanwhile is left as it is.
 */
export async function insertCycles(
  organizationId: OrganizationId,
  tx: Transaction,
  reports: readonly CycleReport[],
  { instant, today }: { instant: Date; today: Day },
): Promise<void> {
  if (reports.length === 0) return;
  await shareCatalog(organizationId, tx);
  const facts = await factsOfMissing(organizationId, tx, reports, today);
  const rows = reports.map((report) => {
    const { product: productName, cycle, cycleKey } = report;
    const known = { ...endsOfOthers(facts.get(cycleKey)), firstSeenOn: today };
    return {
      id: uuidv7(),
      productName,
      productKey: identityOf(productName),
      cycle,
      cycleKey,
      searchText: foldForSearch(productName),
      sortKey: sortKeyOf(productName),
      ...known,
      ...factsOf(report, known, instant),
    };
  });
  await insertCycleRows(organizationId, tx, rows);
}

/** The end of a cycle, stored or not, and the contract that covers it where it was found. */
export type JudgedCycleFacts = CoverableCycle;

/**
 * Names the cycle from which an end was concluded, as lists do of what is stored; null where anybody says that it has ended,
 * even if nobody knows when.
 */
export function estimatedFromOf({
  eolSource,
  catalogInferredFrom,
}: Pick<JudgedCycleFacts, 'eolSource' | 'catalogInferredFrom'>): string | null {
  return eolSource === 'inferred' ? catalogInferredFrom : null;
}

/**
 * Says of the cycles of a scan or a document what {@link bringCycles} would bring: those that the organization knows with
 * what the scan or the document says of them now, the others as they would be inserted. Stores nothing.
 */
export async function foreseeCycles(
  organizationId: OrganizationId,
  tx: Transaction,
  reports: readonly CycleReport[],
  { instant, today }: { instant: Date; today: Day },
): Promise<Map<string, JudgedCycleFacts>> {
  const keys = reports.map(({ cycleKey }) => cycleKey);
  const known = await findCycles(organizationId, tx, keys);
  const missing = reports.filter(({ cycleKey }) => !known.has(cycleKey));
  const facts =
    missing.length === 0 ? null : await factsOfMissing(organizationId, tx, missing, today);
  return new Map(
    reports.map((report): [string, JudgedCycleFacts] => {
      const { cycleKey } = report;
      const stored = known.get(cycleKey);
      if (stored && saysTheSame(stored, report)) return [cycleKey, stored];
      const ends = stored ?? { ...endsOfOthers(facts?.get(cycleKey)), firstSeenOn: today };
      const { catalogInferredFrom } = ends;
      return [cycleKey, { ...factsOf(report, ends, instant), catalogInferredFrom }];
    }),
  );
}

function factsOfMissing(
  organizationId: OrganizationId,
  tx: Transaction,
  reports: readonly CycleReport[],
  today: Day,
) {
  const wanted = reports.map(({ cycleKey, product, cycle }) => ({
    cycleKey,
    searchText: foldForSearch(product),
    cycle,
  }));
  return findCatalogFacts(organizationId, tx, wanted, today);
}

/** Gives ids of software by key; software that is not known yet is inserted. */
export async function ensureSoftware(
  organizationId: OrganizationId,
  tx: Transaction,
  findings: readonly Pick<FindingReport, 'softwareKey' | 'cycleKey' | 'artifactType'>[],
  cycles: ReadonlyMap<string, Pick<KnownCycle, 'id'>>,
): Promise<Map<string, string>> {
  const keys = findings.map(({ softwareKey }) => softwareKey);
  const ids = await findSoftware(organizationId, tx, keys);
  const missing = findings
    .filter(({ softwareKey }) => !ids.has(softwareKey))
    .map(({ softwareKey, cycleKey, artifactType }) => {
      const cycle = cycles.get(cycleKey);
      if (!cycle) throw new Error('Software of a cycle that is not stored');
      return { id: uuidv7(), softwareCycleId: cycle.id, artifactType, softwareKey };
    });
  if (missing.length === 0) return ids;
  await insertSoftware(organizationId, tx, missing);
  const inserted = await findSoftware(
    organizationId,
    tx,
    missing.map(({ softwareKey }) => softwareKey),
  );
  return new Map([...ids, ...inserted]);
}

export type { KnownCycle } from '../repository/software';
