import { dayOf } from '@/domain/eol/calendar';
import type { EolState } from '@/domain/eol/proximity';
import {
  knownPoints,
  type Period,
  type TrendCounts,
  type TrendMonths,
  type TrendPoint,
  trendRange,
  TrendTally,
} from '@/domain/eol/trend';
import { toLabelCondition, type LabelFilter } from '@/domain/image/list';
import type { OwnerQuery } from '@/domain/team/owner';
import { ownerScope } from '@/server/team/service/owners';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { historyBegin } from '@/server/past/service';
import { requireProject } from '@/server/project/service';
import {
  changesInto,
  findingsAdder,
  trendHistories,
  type TrendHistory,
} from '../repository/histories';

export interface DashboardTrendQuery extends OwnerQuery {
  readonly period: Period;
  readonly months: TrendMonths;
  readonly by: 'state' | 'type';
  readonly projectId?: string | null | undefined;
  readonly label?: LabelFilter | null | undefined;
}

interface TrendSeries {
  /** A state or an artifact type; null: all other types. */
  readonly name: string | null;
  /** One value for each point. */
  readonly values: number[];
}

/** Types that a chart can tell apart, besides "other". */
const MAX_TYPES = 5;

const COUNT_OF_STATE = {
  ended: 'critical',
  soon: 'high',
  next: 'medium',
  later: 'low',
  unknown: 'unknown',
} as const satisfies Record<EolState, keyof TrendCounts>;

/**
 * Gives the dashboard's trend: findings by state, or those that have ended by artifact type, at the end of each
 * period, of one project, of an owner's, of images with a label or of all. The same numbers as the contract's
 * `eolCounts`, but for the period of today, which is counted as of today, and what ended on an unknown day, which has
 * ended here as in every list. Points of which retention has removed a part are
 * left out. Points after it show how the findings of now will stand.
 * @throws DomainError 404 when the organization has no such project
 */
export async function dashboardTrend(
  deps: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
  query: DashboardTrendQuery,
) {
  const { period, months, by, projectId = null, label } = query;
  const { db, clock } = deps;
  if (projectId !== null) await requireProject(deps, organizationId, projectId);
  const today = dayOf(clock.now());
  const from = await historyBegin(db, organizationId);
  const points = knownPoints(trendRange(period, months, today), from);
  const histories = await trendHistories(organizationId, db, points, clock.now(), {
    projectId,
    owner: await ownerScope(deps, organizationId, query),
    label: label ? toLabelCondition(label) : null,
  });
  const tallies = tallyByType(histories, points);
  const series = by === 'state' ? seriesByState(tallies, points) : seriesByType(tallies, points);
  // The period that is not over yet is the last one that has happened.
  const now = points.findIndex(({ asOf }) => asOf >= today);
  const days = { points: points.map(({ on }) => on), asOf: points.map(({ asOf }) => asOf) };
  return { period, by, today, ...days, now, series };
}

function tallyByType(
  histories: readonly TrendHistory[],
  points: readonly TrendPoint[],
): Map<string, TrendTally> {
  const addFindings = findingsAdder(points);
  const tallies = new Map<string, TrendTally>();
  const changes = new Int32Array(points.length);
  for (const history of histories) {
    const { artifactType } = history;
    const tally = tallies.get(artifactType) ?? new TrendTally(points.length);
    tallies.set(artifactType, tally);
    addFindings(tally, history, changesInto(changes, history));
  }
  return tallies;
}

function seriesByState(
  tallies: ReadonlyMap<string, TrendTally>,
  points: readonly TrendPoint[],
): TrendSeries[] {
  return Object.entries(COUNT_OF_STATE).map(([name, key]) => ({
    name,
    values: sumOf(
      [...tallies.values()].map((tally) => valuesOf(tally, key, points)),
      points,
    ),
  }));
}

/** Types of which most ended come first; those of which nothing ever ended are left out. */
function seriesByType(
  tallies: ReadonlyMap<string, TrendTally>,
  points: readonly TrendPoint[],
): TrendSeries[] {
  const all = [...tallies]
    .map(([name, tally]) => ({ name, values: valuesOf(tally, 'critical', points) }))
    .map((series) => ({ ...series, most: Math.max(...series.values) }))
    .filter(({ most }) => most > 0)
    .sort((left, right) => right.most - left.most || (left.name < right.name ? -1 : 1));
  const others = all.slice(MAX_TYPES);
  return [
    ...all.slice(0, MAX_TYPES).map(({ name, values }) => ({ name, values })),
    ...(others.length > 0
      ? [
          {
            name: null,
            values: sumOf(
              others.map(({ values }) => values),
              points,
            ),
          },
        ]
      : []),
  ];
}

function valuesOf(
  tally: TrendTally,
  key: keyof TrendCounts,
  points: readonly TrendPoint[],
): number[] {
  return points.map((_, index) => tally.at(index)[key]);
}

/** Adds up the values at each point. */
function sumOf(lists: readonly (readonly number[])[], points: readonly TrendPoint[]): number[] {
  return points.map((_, index) => lists.reduce((sum, values) => sum + (values[index] ?? 0), 0));
}
