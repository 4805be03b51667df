import { v7 as uuidv7 } from 'uuid';
import type { Day } from '@/domain/eol/calendar';
import { effectiveEnd } from '@/domain/eol/effective-end';
import { identityOf } from '@/domain/identifiers/identity';
import { foldForSearch } from '@/domain/search';
import type { OrganizationId } from '@/server/auth/organization-id';
import { findCatalogFacts, type CatalogFacts } from '@/server/catalog/follow-queries';
import { shareCatalog } from '@/server/catalog/locks';
import type { Transaction } from '@/server/db';
import { sortKeyOf } from '../sort-key';
import type { CycleReport } from './cycle-report';
import type { FindingReport } from './plan';

/** A software cycle as stored. */
export interface KnownCycle {
  readonly id: string;
  readonly cycleKey: string;
  readonly permalink: string | null;
  readonly lts: boolean | null;
  readonly releasedOn: Day | null;
  readonly latestRelease: string | null;
  readonly latestReleaseOn: Day | null;
  readonly eolOn: Day | null;
  /** False with a date: it has ended on an unknown day. */
  readonly eolOnKnown: boolean;
  readonly scannerEolOn: Day | null;
  readonly scannerEnded: boolean;
  readonly scannerEolIsPlain: boolean;
  readonly overrideEolOn: Day | null;
  readonly catalogEolOn: Day | null;
  readonly catalogEnded: boolean;
  readonly catalogInferredFrom: string | null;
  readonly firstSeenOn: Day;
}

const KNOWN_COLUMNS = `id, cycle_key AS "cycleKey", product_permalink AS permalink, lts, released_on AS "releasedOn",
  latest_release AS "latestRelease", latest_released_on AS "latestReleaseOn", eol_on AS "eolOn",
  eol_on_known AS "eolOnKnown", scanner_eol_on AS "scannerEolOn", scanner_ended AS "scannerEnded",
  scanner_eol_is_plain AS "scannerEolIsPlain", override_eol_on AS "overrideEolOn",
  catalog_eol_on AS "catalogEolOn", catalog_ended AS "catalogEnded",
  catalog_inferred_from AS "catalogInferredFrom", first_seen_on AS "firstSeenOn"`;

/**
 * The cycles among `cycleKeys` that the organization knows, by key. One probe of the unique key each;
 * with `lock`, taken in the order of the keys, as every upload takes them.
 */
export async function findCycles(
  organizationId: OrganizationId,
  tx: Transaction,
  cycleKeys: readonly string[],
  lock: 'lock' | 'no lock' = 'no lock',
): Promise<Map<string, KnownCycle>> {
  if (cycleKeys.length === 0) return new Map();
  const rows = await tx.query<KnownCycle>(
    `SELECT ${KNOWN_COLUMNS} FROM software_cycle
      WHERE organization_id = $1 AND cycle_key = ANY($2::uuid[])
      ${lock === 'lock' ? 'ORDER BY cycle_key FOR NO KEY UPDATE' : ''}`,
    [organizationId, cycleKeys],
  );
  return new Map(rows.map((row) => [row.cycleKey, row]));
}

type EndsOfOthers = Pick<
  KnownCycle,
  'overrideEolOn' | 'catalogEolOn' | 'catalogEnded' | 'catalogInferredFrom' | 'firstSeenOn'
>;

const factsOf = (report: CycleReport, known: EndsOfOthers) => {
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
    permalink: report.permalink,
    lts: report.lts,
    released_on: report.releasedOn,
    latest_release: report.latestRelease,
    latest_released_on: report.latestReleaseOn,
    scanner_eol_on: report.eolOn,
    scanner_ended: report.ended,
    scanner_eol_is_plain: report.eolIsPlain,
    eol_on: end.on,
    eol_on_known: end.known,
    eol_source: end.source,
  };
};

const FACT_COLUMNS = `permalink text, lts boolean, released_on date, latest_release text, latest_released_on date,
  scanner_eol_on date, scanner_ended boolean, scanner_eol_is_plain boolean, eol_on date, eol_on_known boolean, eol_source eol_source`;

const NO_FACTS = {
  catalogEolOn: null,
  catalogEnded: false,
  catalogInferredFrom: null,
  overrideEolOn: null,
};

const otherFacts = (facts: Omit<CatalogFacts, 'cycleKey'> = NO_FACTS) => ({
  catalog_eol_on: facts.catalogEolOn,
  catalog_ended: facts.catalogEnded,
  catalog_inferred_from: facts.catalogInferredFrom,
  override_eol_on: facts.overrideEolOn,
});

/**
 * Inserts cycles that are not known yet, with what the catalogue and the organization's own dates say of them;
 * one that another upload inserts meanwhile is left as it is.
 */
export async function insertCycles(
  organizationId: OrganizationId,
  tx: Transaction,
  reports: readonly CycleReport[],
  at: { instant: Date; today: Day },
): Promise<void> {
  if (reports.length === 0) return;
  await shareCatalog(organizationId, tx);
  const wanted = reports.map(({ cycleKey, product, cycle }) => ({
    cycleKey,
    searchText: foldForSearch(product),
    cycle,
  }));
  const facts = await findCatalogFacts(organizationId, tx, wanted, at.today);
  const rows = reports.map((report) => ({
    id: uuidv7(),
    product_name: report.product,
    product_key: identityOf(report.product),
    cycle: report.cycle,
    cycle_key: report.cycleKey,
    search_text: foldForSearch(report.product),
    sort_key: sortKeyOf(report.product),
    ...otherFacts(facts.get(report.cycleKey)),
    ...factsOf(report, { ...(facts.get(report.cycleKey) ?? NO_FACTS), firstSeenOn: at.today }),
  }));
  await tx.query(
    `INSERT INTO software_cycle (organization_id, id, product_name, product_key, cycle, cycle_key, search_text, sort_key,
                                 product_permalink, lts, released_on, latest_release, latest_released_on, first_seen_on,
                                 catalog_eol_on, catalog_ended, catalog_inferred_from, override_eol_on,
                                 scanner_eol_on, scanner_ended, scanner_eol_is_plain,
                                 eol_on, eol_on_known, eol_source, updated_at)
     SELECT $1, id, product_name, product_key, cycle, cycle_key, search_text, sort_key,
            permalink, lts, released_on, latest_release, latest_released_on, $3::date,
            catalog_eol_on, catalog_ended, catalog_inferred_from, override_eol_on, scanner_eol_on, scanner_ended,
            scanner_eol_is_plain, eol_on, eol_on_known, eol_source, $4
       FROM json_to_recordset($2) AS r(id uuid, product_name text, product_key uuid, cycle text, cycle_key uuid,
                                       search_text text, sort_key text, catalog_eol_on date,
                                       catalog_ended boolean, catalog_inferred_from text, override_eol_on date,
                                       ${FACT_COLUMNS})
      ORDER BY cycle_key
         ON CONFLICT (organization_id, cycle_key) DO NOTHING`,
    [organizationId, JSON.stringify(rows), at.today, at.instant],
  );
}

/** Writes what this scan says of cycles that are known otherwise; the rows must be locked by {@link findCycles}. */
export async function updateCycles(
  organizationId: OrganizationId,
  tx: Transaction,
  changes: readonly { report: CycleReport; known: KnownCycle }[],
  at: Date,
): Promise<void> {
  const rows = changes.map(({ report, known }) => ({ id: known.id, ...factsOf(report, known) }));
  await tx.query(
    `UPDATE software_cycle c
        SET product_permalink = r.permalink, lts = r.lts, released_on = r.released_on,
            latest_release = r.latest_release, latest_released_on = r.latest_released_on,
            scanner_eol_on = r.scanner_eol_on, scanner_ended = r.scanner_ended,
            scanner_eol_is_plain = r.scanner_eol_is_plain, eol_on = r.eol_on,
            eol_on_known = r.eol_on_known, eol_source = r.eol_source, updated_at = $3
       FROM json_to_recordset($2) AS r(id uuid, ${FACT_COLUMNS})
      WHERE c.organization_id = $1 AND c.id = r.id`,
    [organizationId, JSON.stringify(rows), at],
  );
}

/** Whether a stored cycle says what this scan says; of a cycle that only the catalogue finds it says nothing. */
export function saysTheSame(known: KnownCycle, report: CycleReport): boolean {
  if (report.isFromCatalog) return true;
  return (
    known.permalink === report.permalink &&
    known.lts === report.lts &&
    known.releasedOn === report.releasedOn &&
    known.latestRelease === report.latestRelease &&
    known.latestReleaseOn === report.latestReleaseOn &&
    known.scannerEolOn === report.eolOn &&
    known.scannerEnded === report.ended &&
    known.scannerEolIsPlain === report.eolIsPlain
  );
}

/** Ids of software by key; what is not known yet is inserted. */
export async function ensureSoftware(
  organizationId: OrganizationId,
  tx: Transaction,
  findings: readonly Pick<FindingReport, 'softwareKey' | 'cycleKey' | 'artifactType'>[],
  cycles: ReadonlyMap<string, KnownCycle>,
): Promise<Map<string, string>> {
  const find = async (keys: readonly string[]) =>
    tx.query<{ id: string; softwareKey: string }>(
      `SELECT id, software_key AS "softwareKey" FROM software
        WHERE organization_id = $1 AND software_key = ANY($2::uuid[])`,
      [organizationId, keys],
    );
  const keys = findings.map(({ softwareKey }) => softwareKey);
  const ids = new Map((await find(keys)).map((row) => [row.softwareKey, row.id]));
  const missing = findings.filter(({ softwareKey }) => !ids.has(softwareKey));
  if (missing.length === 0) return ids;
  const rows = missing.map((finding) => ({
    id: uuidv7(),
    software_cycle_id: cycles.get(finding.cycleKey)?.id,
    artifact_type: finding.artifactType,
    software_key: finding.softwareKey,
  }));
  await tx.query(
    `INSERT INTO software (organization_id, id, software_cycle_id, artifact_type, software_key)
     SELECT $1, id, software_cycle_id, artifact_type, software_key
       FROM json_to_recordset($2) AS r(id uuid, software_cycle_id uuid, artifact_type text, software_key uuid)
      ORDER BY software_key
         ON CONFLICT (organization_id, software_key) DO NOTHING`,
    [organizationId, JSON.stringify(rows)],
  );
  for (const row of await find(missing.map(({ softwareKey }) => softwareKey)))
    ids.set(row.softwareKey, row.id);
  return ids;
}
