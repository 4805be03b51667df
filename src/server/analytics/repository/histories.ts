import { sql, type RawBuilder } from 'kysely';
import type { DayRange } from '@/domain/eol/proximity';
import {
  approachOver,
  firstPointFrom,
  monthsOver,
  type TrendPoint,
  type TrendTally,
} from '@/domain/eol/trend';
import type { LabelCondition } from '@/domain/image/list';
import type { OwnerScope } from '@/domain/team/owner';
import { hasLabel, isKept } from '@/server/inventory/sql';
import { isOwnedProject } from '@/server/team/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Database } from '@/server/platform/db/db';
import { isHeld } from '@/server/catalog/sql';
import { COVERED_SINCE } from '@/server/coverage/sql';
import { type CycleEnd, type KeptHistory, keptHistories } from './months';

/** When the findings of some software were opened and closed, or images without findings were; or how many were open. */
export type TrendHistory = Awaited<ReturnType<typeof readTimes>>[number] | KeptHistory;

/** The instants at which the points of a trend end, in order. */
interface Ends {
  /** All of them, as PostgreSQL writes an array: written once, though said four times. */
  readonly all: string;
  readonly first: Date | undefined;
  readonly last: Date | undefined;
}

/** Whose history a trend shows: images of a project, of an owner's, with a label, or all of these together; none of deleted projects. */
export interface TrendScope {
  readonly projectId: string | null;
  readonly owner: OwnerScope | null;
  readonly label: LabelCondition | null;
}

/**
 * Reads the history of an organization's findings until the last point ends, for {@link changesInto}: by what is kept of
 * months that are over, where all points are such months or are still to end; else from the times of all findings.
 * An end of null is not known.
 * @param scope null: of all projects, deleted ones too, as the contract's `eolCounts` has them: what ended on an unknown day
 * has no known end there, and has ended for the dashboard, whose numbers lead to lists
 */
export async function trendHistories(
  organizationId: OrganizationId,
  db: Database,
  points: readonly TrendPoint[],
  now: Date,
  scope: TrendScope | null = null,
): Promise<TrendHistory[]> {
  const months = isNarrowed(scope) ? null : monthsOver(points, now);
  const end = scope === null ? KNOWN_END : LISTED_END;
  const kept = months && (await keptHistories(organizationId, db, months, end));
  return kept ?? readTimes(organizationId, db, points, scope, end);
}

/** Tells whether a trend is of some images alone. */
const isNarrowed = (scope: TrendScope | null): scope is TrendScope =>
  scope !== null && Object.values(scope).some((one) => one !== null);

/** Reads when images of an organization had no findings, as {@link readTimes} tells it. */
export function cleanHistories(
  organizationId: OrganizationId,
  db: Database,
  points: readonly TrendPoint[],
) {
  const ends = endsOf(points);
  return db.sql
    .selectFrom('cleanInterval as i')
    .select(changesOf(ends))
    .where('i.organizationId', '=', anyOrganization(organizationId))
    .where(isWithin(ends))
    .execute();
}

/**
 * Reads the times of findings: for each opening and each closing the index of the first point that ends after it, as the
 * character of that number plus 1. Null where there was none.
 */
function readTimes(
  organizationId: OrganizationId,
  db: Database,
  points: readonly TrendPoint[],
  scope: TrendScope | null,
  end: CycleEnd,
) {
  const ends = endsOf(points);
  const statement = isNarrowed(scope)
    ? someHistories(organizationId, db, ends, scope)
    : allHistories(organizationId, db, ends, end);
  return statement.execute();
}

function endsOf(points: readonly TrendPoint[]): Ends {
  return {
    all: `{${points.map(({ endsAt }) => instantText(endsAt)).join(',')}}`,
    first: points.at(0)?.endsAt,
    last: points.at(-1)?.endsAt,
  };
}

/** JavaScript writes years from 10000 on with a sign and six digits. */
const instantText = (at: Date) => at.toISOString().replace(/^\+0*/, '');

/** width_bucket counts how many of an ordered array are at most a value, which is the index of the first after it. */
function packed(column: 'opened_at' | 'closed_at', { all }: Ends): RawBuilder<string | null> {
  return sql`string_agg(chr(1 + width_bucket(i.${sql.raw(column)}, ${all}::timestamptz[])), '')`;
}

/** The openings and closings of intervals `i`. */
const changesOf = (ends: Ends) =>
  [packed('opened_at', ends).as('opened'), packed('closed_at', ends).as('closed')] as const;

/** Tells whether interval `i` matters to a trend. */
const isWithin = ({ first, last }: Ends) =>
  sql<boolean>`i.opened_at < ${last}::timestamptz AND (i.closed_at IS NULL OR i.closed_at >= ${first}::timestamptz)`;

/** The end of cycle `c`; where a contract covers it since when, and the end before that. */
const KNOWN_END: CycleEnd = {
  eolOn: sql`CASE WHEN c.eol_on_known THEN c.eol_on END`,
  coveredFrom: COVERED_SINCE,
  upstreamEolOn: sql`CASE WHEN c.upstream_eol_on_known THEN c.upstream_eol_on END`,
};

/** The same as lists have it: what ended on an unknown day has ended from the day on which it was first seen. */
const LISTED_END: CycleEnd = {
  eolOn: sql`c.eol_on`,
  coveredFrom: COVERED_SINCE,
  upstreamEolOn: sql`c.upstream_eol_on`,
};

const columnsOf = ({ eolOn, coveredFrom, upstreamEolOn }: CycleEnd) =>
  [eolOn.as('eolOn'), coveredFrom.as('coveredFrom'), upstreamEolOn.as('upstreamEolOn')] as const;

/**
 * Plan: for each software an index-only range of (organization, software, opened, closed). 547,000 intervals
 * take 155 ms for 730 points and 110 for 24, of which 60 read the index, on two cores of the benchmark's
 * machine. As one character each, their 700,000 changes are 1 MB that is written and read in no time; as
 * integers they take a fifth longer, summed here by point and state more than twice as long.
 */
function allHistories(
  organizationId: OrganizationId,
  db: Database,
  ends: Ends,
  cycleEnd: CycleEnd,
) {
  const own = anyOrganization(organizationId);
  return db.sql
    .selectFrom('software as s')
    .innerJoin('softwareCycle as c', (join) =>
      join.on('c.organizationId', '=', own).onRef('c.id', '=', 's.softwareCycleId'),
    )
    .crossJoinLateral((of) =>
      of
        .selectFrom('findingInterval as i')
        .select(changesOf(ends))
        .where('i.organizationId', '=', own)
        .whereRef('i.softwareId', '=', 's.id')
        .where(isWithin(ends))
        .as('history'),
    )
    .select(['s.artifactType', ...columnsOf(cycleEnd), 'history.opened', 'history.closed'])
    .where('s.organizationId', '=', own)
    .where('history.opened', 'is not', null);
}

/**
 * Reads the same of some images: also what retired images held until then.
 *
 * Plan: the project's image tags by image_tag_live_reference_key, their findings by (organization, image tag), the
 * intervals of these by (organization, finding): 10 ms for 200 images with 15 findings each.
 */
function someHistories(
  organizationId: OrganizationId,
  db: Database,
  ends: Ends,
  { projectId, owner, label }: TrendScope,
) {
  const own = anyOrganization(organizationId);
  let images = db.sql
    .selectFrom('imageTag as t')
    .where('t.organizationId', '=', own)
    .where(isKept('t'));
  if (projectId !== null) images = images.where('t.projectId', '=', projectId);
  if (owner) images = images.where(isOwnedProject('t.project_id', own, owner));
  if (label) images = images.where(hasLabel('t', label));
  const histories = images
    .innerJoin('finding as f', (join) =>
      join.on('f.organizationId', '=', own).onRef('f.imageTagId', '=', 't.id'),
    )
    .innerJoin('findingInterval as i', (join) =>
      join.on('i.organizationId', '=', own).onRef('i.findingId', '=', 'f.id'),
    )
    .select('f.softwareId')
    .select(changesOf(ends))
    .where(isWithin(ends))
    .groupBy('f.softwareId');
  return db.sql
    .selectFrom(histories.as('history'))
    .innerJoin('software as s', (join) =>
      join.on('s.organizationId', '=', own).onRef('s.id', '=', 'history.softwareId'),
    )
    .innerJoin('softwareCycle as c', (join) =>
      join.on('c.organizationId', '=', own).onRef('c.id', '=', 's.softwareCycleId'),
    )
    .select(['s.artifactType', ...columnsOf(LISTED_END), 'history.opened', 'history.closed']);
}

/** Gives a way to add the findings of a history to a tally, classed by the end that they had at each point. */
export function findingsAdder(points: readonly TrendPoint[]) {
  const approachOf = approachOver(points);
  return (
    tally: TrendTally,
    { eolOn, coveredFrom, upstreamEolOn }: TrendHistory,
    changes: Int32Array,
  ): void => {
    const covered = coveredFrom && {
      from: firstPointFrom(points, coveredFrom),
      before: approachOf(upstreamEolOn),
    };
    tally.addFindings(approachOf(eolOn), changes, covered);
  };
}

/** Writes for each point how many more (or fewer) are open than at the one before; what comes later is left out. */
export function changesInto(
  changes: Int32Array,
  history: Pick<KeptHistory, 'open'> | Times,
): Int32Array {
  if ('open' in history) {
    const { open } = history;
    changes.set(open.map((count, index) => count - (open[index - 1] ?? 0)));
    return changes;
  }
  changes.fill(0);
  addAll(changes, history.opened ?? '', 1);
  addAll(changes, history.closed ?? '', -1);
  return changes;
}

type Times = Awaited<ReturnType<typeof cleanHistories>>[number];

function addAll(changes: Int32Array, packed: string, change: number): void {
  for (let position = 0; position < packed.length; position += 1) {
    const index = packed.charCodeAt(position) - 1;
    if (index < changes.length) changes[index] = (changes[index] ?? 0) + change;
  }
}

/**
 * Counts the software that is found open somewhere: how much of it there is of each artifact type, most first, and
 * how much of that has an end in each range, in the ranges' order.
 *
 * Plan: the organization's cycles and software by hash join (some hundreds to thousands of rows), one probe of
 * finding_open_software_idx for each.
 */
export function softwareByType(
  organizationId: OrganizationId,
  db: Database,
  ranges: readonly DayRange[],
) {
  const own = anyOrganization(organizationId);
  const counts = ranges.map((range) => sql`count(*) FILTER (WHERE ${endsWithin(range)})`);
  return db.sql
    .selectFrom('software as s')
    .innerJoin('softwareCycle as c', (join) =>
      join.on('c.organizationId', '=', own).onRef('c.id', '=', 's.softwareCycleId'),
    )
    .select(['s.artifactType', sql<number[]>`ARRAY[${sql.join(counts)}]`.as('inRanges')])
    .select(({ fn }) => fn.countAll<number>().as('value'))
    .where('s.organizationId', '=', own)
    .where(isHeld(own))
    .groupBy('s.artifactType')
    .orderBy('value', 'desc')
    .orderBy('s.artifactType')
    .execute();
}

/** Tells whether the end of cycle `c` is in a range; one that is not known never is. */
function endsWithin({ after, until }: DayRange): RawBuilder<boolean> {
  const bounds = [
    ...(after === null ? [] : [sql`c.eol_on > ${after}::date`]),
    ...(until === null ? [] : [sql`c.eol_on <= ${until}::date`]),
  ];
  return sql`${sql.join([sql`c.eol_on IS NOT NULL`, ...bounds], sql` AND `)}`;
}
