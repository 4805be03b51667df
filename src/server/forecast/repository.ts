import { sql, type RawBuilder } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import type { EndingSoftware } from '@/domain/forecast/forecast';
import { endAsOf, estimatedFrom } from '@/server/catalog/sql';
import { evidenceOfCycle } from '@/server/evidence/sql';
import { countHeld, heldImages, manyHoldings } from '@/server/holding/sql';
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

/** Software with an end by a day, whatever holds it: rows of `s` and `c`. */
const endingBy = (own: RawBuilder<string>, { today, until }: Span) => sql`
  FROM software_cycle c
  JOIN software s ON s.organization_id = ${own} AND s.software_cycle_id = c.id
 WHERE c.organization_id = ${own} AND ${endAsOf(today)} <= ${until}::date`;

/** Ending software as it is read: its teams are bits, by numbers that they have in this statement alone. */
interface EndingRow extends Omit<EndingSoftware, 'teamIds'> {
  /** `01`: of two teams the second. Null: none. */
  readonly teams: string | null;
  /** The teams in the order of their bits, in one of the rows. */
  readonly teamIds: readonly string[] | null;
}

/**
 * Reads the software in use that ends by a day, with what holds it and what is planned for that.
 *
 * Plan: software_cycle and software by hash join; project_holding of what ends by (organization, software), each row to its
 * project by a hash and added to its software; plan, and of what has plans project_holding once more; and what says how well each
 * end is known. Grows with the projects that hold what ends, and with images only where a label is asked for. The teams of
 * software are bits, one OR a row: to read the ids of 40 teams in each of 750 rows took the program alone 80 ms.
 */
export async function endingSoftware(
  organizationId: OrganizationId,
  db: Database,
  span: Span,
  scope: Scope | null,
): Promise<EndingSoftware[]> {
  const own = anyOrganization(organizationId);
  const isEnding = sql<boolean>`software_id IN (SELECT id FROM ending)`;
  // The few counts of a scope are read once; of all, those of software that has plans are read again by index.
  const ofScope = scope
    ? sql`of_scope AS MATERIALIZED (
      SELECT * FROM ${manyHoldings(own, { ...choiceOf(own, scope), software: isEnding })} h),`
    : sql``;
  const heldOf = (software: RawBuilder<boolean>) =>
    scope ? sql`(SELECT * FROM of_scope WHERE ${software})` : manyHoldings(own, { software });
  const { rows } = await sql<EndingRow>`
    WITH ending AS MATERIALIZED (
      SELECT s.id, s.artifact_type, c.product_key, c.product_name, c.cycle, c.sort_key, ${endAsOf(span.today)} AS eol_on, c.eol_on_known,
             ${estimatedFrom} AS estimated_from, ${evidenceOfCycle} AS evidence, c.cycle_key, c.upstream_id
        ${endingBy(own, span)}),
    ${ofScope}
    team_number AS MATERIALIZED (
      SELECT r.owner_team_id AS id, row_number() OVER (ORDER BY r.owner_team_id)::int AS number
        FROM project r WHERE r.organization_id = ${own} AND r.owner_team_id IS NOT NULL GROUP BY r.owner_team_id),
    place AS MATERIALIZED (
      SELECT r.id, r.owner_team_id, set_bit(repeat('0', (SELECT count(*) FROM team_number)::int)::varbit, t.number - 1, 1) AS team
        FROM project r LEFT JOIN team_number t ON t.id = r.owner_team_id WHERE r.organization_id = ${own}),
    counted AS (
      SELECT h.software_id, sum(h.images)::int AS findings,
             coalesce(sum(h.images) FILTER (WHERE r.owner_team_id IS NULL), 0)::int AS unowned, bit_or(r.team) AS teams
        FROM ${heldOf(isEnding)} h JOIN place r ON r.id = h.project_id
       GROUP BY h.software_id),
    moving AS MATERIALIZED (
      SELECT e.id AS software_id, p.id AS plan_id, p.project_id, p.team_id
        FROM ending e
        LEFT JOIN software_cycle u ON u.organization_id = ${own} AND u.id = e.upstream_id
        JOIN plan p ON p.organization_id = ${own} AND p.cycle_key = coalesce(u.cycle_key, e.cycle_key)),
    moved AS (
      SELECT h.software_id, h.images, m.plan_id,
             row_number() OVER (PARTITION BY h.software_id, h.project_id) = 1 AS is_first
        FROM moving m
        JOIN ${heldOf(sql`software_id IN (SELECT software_id FROM moving)`)} h ON h.software_id = m.software_id
        JOIN place r ON r.id = h.project_id
       WHERE coalesce(m.project_id, m.team_id) IS NULL OR m.project_id = r.id OR m.team_id = r.owner_team_id),
    planned AS (
      SELECT software_id, sum(images) FILTER (WHERE is_first)::int AS planned, array_agg(DISTINCT plan_id) AS plan_ids
        FROM moved GROUP BY software_id)
    SELECT e.product_key, e.product_name, e.cycle, e.eol_on, e.eol_on_known, e.estimated_from, e.evidence,
           n.findings, n.unowned, n.teams::text,
           CASE WHEN row_number() OVER () = 1 THEN ARRAY(SELECT id FROM team_number ORDER BY number) END AS team_ids,
           coalesce(p.planned, 0) AS planned, coalesce(p.plan_ids, '{}') AS plan_ids
      FROM ending e
      JOIN counted n ON n.software_id = e.id
      LEFT JOIN planned p ON p.software_id = e.id
     WHERE n.findings > 0
     ORDER BY e.eol_on, e.sort_key, e.cycle, e.artifact_type, e.id`.execute(db.sql);
  const numbered = rows.flatMap(({ teamIds }) => teamIds ?? []);
  return rows.map(({ teams, ...software }) => ({
    ...software,
    teamIds: numbered.filter((_, number) => teams?.[number] === '1'),
  }));
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
             CASE WHEN ${endAsOf(span.today)} <= ${span.today}::date THEN ${OVERDUE}
                  ELSE to_char(date_trunc('quarter', ${endAsOf(span.today)}), 'YYYY-MM-DD') END AS part
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
