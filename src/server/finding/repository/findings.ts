import { sql, type NotNull } from 'kysely';
import type { DayRange } from '@/domain/eol/proximity';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import type { PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Database } from '@/server/platform/db/db';
import { pageOfList, withTotal } from '@/server/platform/db/page-rows';
import { SUPPORT } from '@/server/coverage/sql';
import { evidenceAt, evidenceOfCycleAt } from '@/server/evidence/sql';
import { hasFinding, isKept } from '@/server/inventory/sql';
import { ESTIMATED_FROM, isProductNamed } from '@/server/catalog/sql';
import { cyclesAt, wasOpen, type Past } from '@/server/past/sql';

/** `search` is folded; `range` null means any end, `evidence` null any degree. */
export interface FindingFilter {
  readonly search: string | null;
  readonly range: DayRange | null;
  readonly evidence: EvidenceDegree | null;
  /** The day that they are looked at as of; null: now. */
  readonly past: Past | null;
}

/** Findings that are in memory at once, with their packages, when all of them are read. */
const BATCH_ROWS = 100;

/**
 * Selects open findings `f`, and those that retired images had, with their image tags `i`, software `s`, cycles `c` and the notes `n` on their
 * products; as of a day those that were open when it was over, also in images that are gone by now.
 */
function openFindings(organizationId: OrganizationId, db: Database, past: Past | null = null) {
  const own = anyOrganization(organizationId);
  const findings = db.sql
    .selectFrom('imageTag as i')
    .innerJoin('finding as f', (join) =>
      join
        .on('f.organizationId', '=', own)
        .onRef('f.imageTagId', '=', 'i.id')
        .on(past ? wasOpen(own, past) : hasFinding('i', 'f')),
    )
    .innerJoin('software as s', (join) =>
      join.on('s.organizationId', '=', own).onRef('s.id', '=', 'f.softwareId'),
    )
    .innerJoin(cyclesAt(own, past), (join) =>
      join.on('c.organizationId', '=', own).onRef('c.id', '=', 's.softwareCycleId'),
    )
    .leftJoin('note as n', (join) =>
      join.on('n.organizationId', '=', own).onRef('n.productKey', '=', 'c.productKey'),
    )
    .select(['f.id', 'c.productName', 'c.productPermalink', 'c.cycle', 'c.lts', 'c.releasedOn'])
    .select(['c.eolOn', ESTIMATED_FROM, evidenceAt(past), SUPPORT, 's.artifactType'])
    .select(['i.id as imageTagId', 'i.name as imageName', 'i.tag as imageTag'])
    .select(['n.id as noteId', 'n.content as noteContent', 'n.userProfile as noteUserProfile'])
    .where('i.organizationId', '=', own);
  return past ? findings : findings.where(isKept('i'));
}

const BY_END = sql`c.eol_on, c.sort_key, c.cycle, s.artifact_type`;

export type FindingRow = Awaited<ReturnType<typeof projectFindings>>[number];

/**
 * Reads a page of one image's findings that have an end, by end, product, cycle, artifact type and id.
 *
 * Plan: the image's findings by (organization, image tag), their software and cycles by primary key; some dozens of
 * rows, a few thousand at most, sorted once.
 */
export async function imageFindingsPage(
  organizationId: OrganizationId,
  db: Database,
  imageTagId: string,
  { search, range, evidence, past }: FindingFilter,
  page: PageRequest,
) {
  const { after = null, until = null } = range ?? {};
  let findings = openFindings(organizationId, db, past)
    .select(['c.sortKey', 'i.labels'])
    .$narrowType<{ eolOn: NotNull }>()
    .where('i.id', '=', imageTagId)
    .where('c.eolOn', 'is not', null);
  if (search !== null) findings = findings.where(isProductNamed(search));
  if (after !== null) findings = findings.where('c.eolOn', '>', after);
  if (until !== null) findings = findings.where('c.eolOn', '<=', until);
  if (evidence !== null) findings = findings.where(evidenceOfCycleAt(past), '=', evidence);
  const list = db.sql.with(
    (cte) => cte('matching').materialized(),
    () => findings,
  );
  const rows = await pageOfList(list, {
    order: sql`eol_on, sort_key, cycle, artifact_type, id`,
    page,
    counts: (of) => of.selectFrom('matching').select(({ fn }) => fn.countAll<number>().as('total')),
    items: (of) => of.selectFrom('page').selectAll('page'),
  }).execute();
  return withTotal(rows);
}

type ProjectFilter = Pick<FindingFilter, 'evidence' | 'past'>;

/** Selects the findings of a project that have an end. */
function findingsInProject(
  organizationId: OrganizationId,
  db: Database,
  projectId: string,
  { evidence, past }: ProjectFilter,
) {
  let findings = openFindings(organizationId, db, past)
    .$narrowType<{ eolOn: NotNull }>()
    .where('i.projectId', '=', projectId)
    .where('c.eolOn', 'is not', null);
  if (past === null) findings = findings.where('i.deletedAt', 'is', null);
  if (evidence !== null) findings = findings.where(evidenceOfCycleAt(past), '=', evidence);
  return findings;
}

/**
 * Reads all findings of a project that have an end, in the same order, images of one software by name.
 *
 * Plan: the project's image tags by image_tag_project_idx, their findings by (organization, image tag), hash
 * joins with software and cycles, one sort. The contract has no pages here.
 */
export function projectFindings(
  organizationId: OrganizationId,
  db: Database,
  projectId: string,
  filter: ProjectFilter,
) {
  return findingsInProject(organizationId, db, projectId, filter)
    .select('i.labels')
    .orderBy(BY_END)
    .orderBy('i.sortKey')
    .orderBy('f.id')
    .execute();
}

/** Characters of a finding as it is written, without the labels of its image and the texts of people and uploads. */
const LENGTH_OF_FINDING = 500;

/**
 * Tells about how many characters the same findings come to, of which each has the labels of its image and the note of its
 * product. Plan: as {@link projectFindings} without the sort, then the image tags by primary key.
 */
export async function lengthOfProjectFindings(
  organizationId: OrganizationId,
  db: Database,
  projectId: string,
  filter: ProjectFilter,
): Promise<number> {
  const found = findingsInProject(organizationId, db, projectId, filter);
  const { rows } = await sql<{ length: number }>`
    SELECT coalesce(sum(held.texts + held.findings * (${LENGTH_OF_FINDING}::int + coalesce(octet_length(i.labels::text), 0))), 0)::float8
             AS length
      FROM (SELECT image_tag_id, count(*) AS findings,
                   sum(octet_length(concat(product_name, product_permalink, cycle, image_name, image_tag, note_content))) AS texts
              FROM (${found}) found GROUP BY image_tag_id) held
      JOIN image_tag i ON i.organization_id = ${anyOrganization(organizationId)} AND i.id = held.image_tag_id`.execute(
    db.sql,
  );
  return rows[0]?.length ?? 0;
}

interface FoundPackage {
  readonly name: string;
  readonly version: string;
  readonly type: string;
  readonly purl: string | null;
}

export type FindingDetailRow = Awaited<ReturnType<typeof imageFindingDetails>>[number];

/** Reads every open finding of one image; those with no known end come last. */
export function imageFindingDetails(
  organizationId: OrganizationId,
  db: Database,
  imageTagId: string,
) {
  return findingDetails(organizationId, db, imageTagId).execute();
}

/** Reads the same findings in batches. */
export function allImageFindingDetails(
  organizationId: OrganizationId,
  db: Database,
  imageTagId: string,
) {
  return db.batches(findingDetails(organizationId, db, imageTagId), BATCH_ROWS);
}

/** Plan: as {@link imageFindingsPage}; packages by the primary key of component, one probe for each. */
function findingDetails(organizationId: OrganizationId, db: Database, imageTagId: string) {
  const own = anyOrganization(organizationId);
  const packages = sql<FoundPackage[]>`(SELECT coalesce(json_agg(
     json_build_object('name', k.name, 'version', k.version, 'type', k.type, 'purl', k.purl)
     ORDER BY k.name, k.version, k.id), '[]')
   FROM component k
   WHERE k.organization_id = ${own} AND k.id = ANY(f.component_ids || f.catalog_component_ids))`;
  const projectName = sql<string>`(SELECT p.name FROM project p
   WHERE p.organization_id = ${own} AND p.id = i.project_id)`;
  return openFindings(organizationId, db)
    .select(['s.id as softwareId', 'i.projectId', 'f.firstSeenAt', 'c.eolOnKnown', 'c.eolSource'])
    .select(['c.scannerEolOn', 'c.latestRelease', 'c.latestReleasedOn'])
    .select([
      // The scanner does not have it: only the catalog does.
      sql<boolean>`cardinality(f.component_ids) = 0`.as('isCatalogs'),
      projectName.as('projectName'),
      packages.as('packages'),
    ])
    .where('i.id', '=', imageTagId)
    .orderBy(BY_END)
    .orderBy('f.id');
}

/** Whether the scanner's date of a finding is what the SBOM carries of a package of it. */
const IS_CARRIED = sql<boolean>`EXISTS (
  SELECT FROM component k
   WHERE k.organization_id = f.organization_id AND k.id = ANY(f.component_ids) AND k.carried IS NOT NULL
     AND (k.carried ->> 'eolOn' IS NOT NULL OR k.carried ->> 'supportLevel' IN ('endOfSupport', 'noSupport')))`.as(
  'isCarried',
);

/** Reads the ends of an image's findings, by end. Plan: as {@link imageFindingsPage}. */
export function imageEnds(organizationId: OrganizationId, db: Database, imageTagId: string) {
  return openFindings(organizationId, db)
    .select(['c.eolOnKnown', 'c.eolSource', IS_CARRIED])
    .where('i.id', '=', imageTagId)
    .orderBy(BY_END)
    .orderBy('f.id')
    .execute();
}
