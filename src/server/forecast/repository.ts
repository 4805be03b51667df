import { sql, type RawBuilder } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import type { EndingSoftware } from '@/domain/forecast/forecast';
import { estimatedFrom } from '@/server/catalog/sql';
import { evidenceOfCycle } from '@/server/evidence/sql';
import { countHeld, heldImages, holdings } from '@/server/holding/sql';
import { holdsAnyOf } from '@/server/image/sql';
import { choiceOf, isIn, isOfPlace, type Scope } from '@/server/overview/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Database } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';

/** The days between which a forecast looks: of what ends up to the last one, all that ends up to the first has ended. */
export interface Span {
  readonly today: Day;
  readonly until: Day;
}

/** The end of cycle `c` as of a day, as lists take it: before a contract began it supported nothing. */
const endOf = (today: Day) => sql`
  CASE WHEN c.covered_from > ${today}::date THEN c.upstream_eol_on ELSE c.eol_on END`;

/** Software with an end by a day, whatever holds it: rows of `s` and `c`. */
const endingBy = (own: RawBuilder<string>, { today, until }: Span) => sql`
  FROM software_cycle c
  JOIN software s ON s.organization_id = ${own} AND s.software_cycle_id = c.id
 WHERE c.organization_id = ${own} AND ${endOf(today)} <= ${until}::date`;

/**
 * Reads the software in use that ends by a day, with what holds it and what is planned for that.
 *
 * Plan: software_cycle and software by hash join, project_holding of the software that ends, projects by primary key, plan by
 * (organization, cycle), and what says how well each end is known: some rows for each project that holds any of it, which are added up here. Nothing grows with images
 * but where a label is asked for.
 */
export async function endingSoftware(
  organizationId: OrganizationId,
  db: Database,
  span: Span,
  scope: Scope | null,
): Promise<EndingSoftware[]> {
  const own = anyOrganization(organizationId);
  const held = holdings(own, {
    ...(scope && choiceOf(own, scope)),
    software: sql<boolean>`software_id IN (SELECT id FROM ending)`,
  });
  const { rows } = await sql<EndingSoftware>`
    WITH ending AS MATERIALIZED (
      SELECT s.id, s.artifact_type, c.product_key, c.product_name, c.cycle, c.sort_key, ${endOf(span.today)} AS eol_on, c.eol_on_known,
             ${estimatedFrom} AS estimated_from, ${evidenceOfCycle} AS evidence, c.cycle_key, c.upstream_id
        ${endingBy(own, span)}),
    placed AS MATERIALIZED (
      SELECT h.software_id, h.project_id, h.images, r.owner_team_id
        FROM ${held} h
        JOIN project r ON r.organization_id = ${own} AND r.id = h.project_id),
    moved AS (
      SELECT h.software_id, h.project_id, h.images, p.id AS plan_id
        FROM ending e
        LEFT JOIN software_cycle u ON u.organization_id = ${own} AND u.id = e.upstream_id
        JOIN plan p ON p.organization_id = ${own} AND p.cycle_key = coalesce(u.cycle_key, e.cycle_key)
        JOIN placed h ON h.software_id = e.id
         AND (coalesce(p.project_id, p.team_id) IS NULL OR p.project_id = h.project_id OR p.team_id = h.owner_team_id)),
    planned AS (
      SELECT software_id, sum(images)::int AS planned, array_agg(plan_ids) AS ids
        FROM (SELECT software_id, project_id, images, string_agg(plan_id::text, ',') AS plan_ids
                FROM moved GROUP BY software_id, project_id, images) places
       GROUP BY software_id),
    owned AS (
      SELECT software_id, owner_team_id, sum(images) AS images FROM placed GROUP BY software_id, owner_team_id),
    counted AS (
      SELECT software_id, sum(images)::int AS findings,
             coalesce(sum(images) FILTER (WHERE owner_team_id IS NULL), 0)::int AS unowned,
             coalesce(array_agg(owner_team_id) FILTER (WHERE owner_team_id IS NOT NULL), '{}') AS team_ids
        FROM owned GROUP BY software_id)
    SELECT e.product_key, e.product_name, e.cycle, e.eol_on, e.eol_on_known, e.estimated_from, e.evidence,
           n.findings, n.unowned, n.team_ids, coalesce(p.planned, 0) AS planned,
           string_to_array(array_to_string(coalesce(p.ids, '{}'), ','), ',') AS plan_ids
      FROM ending e
      JOIN counted n ON n.software_id = e.id
      LEFT JOIN planned p ON p.software_id = e.id
     WHERE n.findings > 0
     ORDER BY e.eol_on, e.sort_key, e.cycle, e.artifact_type, e.id`.execute(db.sql);
  return rows;
}

/** Images that hold any software of a part of a forecast, each once. */
export interface PartImages {
  /** `ahead`, `overdue`, or the first day of a quarter. */
  readonly part: string;
  /** Null: of all products. */
  readonly productKey: string | null;
  readonly images: number;
}

/** Software that ends, the column that it is in, and its product. */
interface Ending {
  readonly id: string;
  readonly part: string;
  readonly productKey: string;
}

const OVERDUE = 'overdue';

/** Rows of {@link Ending}. */
const ending = (own: RawBuilder<string>, span: Span) => sql`
      SELECT s.id, c.product_key,
             CASE WHEN ${endOf(span.today)} <= ${span.today}::date THEN ${OVERDUE}
                  ELSE to_char(date_trunc('quarter', ${endOf(span.today)}), 'YYYY-MM-DD') END AS part
        ${endingBy(own, span)}`;

/**
 * Counts the images of each column, of all quarters together, and of each line of more than one software: those of the others
 * are as many as its findings.
 */
export async function imagesOfParts(
  organizationId: OrganizationId,
  db: Database,
  span: Span,
  scope: Scope | null,
): Promise<PartImages[]> {
  const own = anyOrganization(organizationId);
  const [ofColumns, ofLines] = await Promise.all([
    sql<Ending>`${ending(own, span)}`
      .execute(db.sql)
      .then(({ rows }) => imagesOfColumns(own, db, rows, scope)),
    imagesOfLines(own, db, span, scope),
  ]);
  return [...ofLines, ...ofColumns];
}

/**
 * Of the columns. Plan: the organization's image_bits, two ANDs for each and one more for each quarter; with a label its image
 * tags, and of each what it holds.
 */
async function imagesOfColumns(
  own: RawBuilder<string>,
  db: Database,
  software: readonly Ending[],
  scope: Scope | null,
): Promise<PartImages[]> {
  const byPart = Map.groupBy(software, ({ part }) => part);
  const ahead = software.filter(({ part }) => part !== OVERDUE);
  const columns = [...byPart, ['ahead', ahead] as const].map(([part, all]) => ({
    part,
    ids: all.map(({ id }) => id),
  }));
  const isOfBits = !scope?.label;
  const counts = columns.map(({ ids }) => {
    const isHeld = isOfBits ? sql`${countHeld(own, { ids, isIn: true })} > 0` : holdsAnyOf(ids);
    return sql`count(*) FILTER (WHERE ${isHeld})::int`;
  });
  const images = isOfBits ? heldImages(own) : sql`image_tag`;
  const isCounted = isOfBits
    ? scope && isOfPlace(own, scope)
    : scope && sql`i.organization_id = ${own} AND ${isIn(own, scope)}`;
  const { rows } = await sql<{ images: number[] }>`
    SELECT ARRAY[${sql.join(counts)}] AS images FROM ${images} i WHERE ${isCounted ?? sql`true`}`.execute(
    db.sql,
  );
  return columns.map(({ part }, place) => ({
    part,
    productKey: null,
    images: rows[0]?.images[place] ?? 0,
  }));
}

/**
 * Of the lines. Plan: an index-only walk of finding_open_software_idx for the software of those lines, whose images are sorted
 * line by line; in a scope each entry's image tag by primary key as well.
 */
async function imagesOfLines(
  own: RawBuilder<string>,
  db: Database,
  span: Span,
  scope: Scope | null,
): Promise<PartImages[]> {
  const isCounted = scope
    ? sql`EXISTS (
        SELECT FROM image_tag i
         WHERE i.organization_id = ${own} AND i.id = f.image_tag_id AND ${isIn(own, scope)})`
    : sql`true`;
  const { rows } = await sql<PartImages>`
    WITH ending AS MATERIALIZED (${ending(own, span)}),
    lines AS MATERIALIZED (
      SELECT part, product_key, array_agg(id) AS ids FROM ending GROUP BY part, product_key HAVING count(*) > 1)
    SELECT part, product_key, (
             SELECT count(DISTINCT f.image_tag_id)::int FROM finding f
              WHERE f.organization_id = ${own} AND f.software_id = ANY(l.ids) AND f.is_open AND ${isCounted}) AS images
      FROM lines l`.execute(db.sql);
  return rows;
}
