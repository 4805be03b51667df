import { dayOf } from '@/domain/eol/calendar';
import type { EolState } from '@/domain/eol/proximity';
import { sumChanges, type Period, type TrendCounts } from '@/domain/eol/trend';
import { trendRange, type TrendMonths } from '@/domain/eol/trend-range';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { requireProject } from '@/server/project/service';
import { mainArtifactTypes, trendChanges, type TypedTrendChange } from './repository';

export interface DashboardTrendQuery {
  readonly period: Period;
  readonly months: TrendMonths;
  readonly by: 'state' | 'type';
  readonly projectId?: string | null | undefined;
}

export interface TrendSeries {
  /** A state or an artifact type; null: all other types. */
  readonly name: string | null;
  /** One value for each point. */
  readonly values: number[];
}

/** As many as a chart tells apart, beside "other". */
const MAX_TYPES = 5;

const COUNT_OF_STATE = {
  ended: 'critical',
  soon: 'high',
  next: 'medium',
  later: 'low',
  unknown: 'unknown',
} as const satisfies Record<EolState, keyof TrendCounts>;

/**
 * The dashboard's trend: findings by state, or those that have ended by artifact type, at the end of each
 * period, of one project or of all. The same numbers as the contract's `eolCounts`. What lies after today
 * is what becomes of the findings of now.
 * @throws DomainError 404 when the organization has no such project
 */
export async function dashboardTrend(
  deps: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
  { period, months, by, projectId = null }: DashboardTrendQuery,
) {
  const { db, clock } = deps;
  if (projectId !== null) await requireProject(deps, organizationId, projectId);
  const today = dayOf(clock.now());
  const points = trendRange(period, months, today);
  const types = by === 'type' ? await mainArtifactTypes(organizationId, db, MAX_TYPES) : null;
  const changes = await trendChanges(organizationId, db, { points, types, projectId });
  const series = types
    ? seriesByType(types, changes, points.length)
    : seriesByState(changes, points.length);
  // The period that is not over yet is the last one that has happened.
  const now = points.findIndex(({ asOf }) => asOf >= today);
  return { period, by, today, points: points.map(({ on }) => on), now, series };
}

function seriesByState(changes: readonly TypedTrendChange[], length: number): TrendSeries[] {
  const counts = sumChanges(changes, length);
  return Object.entries(COUNT_OF_STATE).map(([name, key]) => ({
    name,
    values: counts.map((count) => count[key]),
  }));
}

/** Types of which nothing ever ended are left out. */
function seriesByType(
  types: readonly string[],
  changes: readonly TypedTrendChange[],
  length: number,
): TrendSeries[] {
  const endedOf = (number: number) =>
    sumChanges(
      changes.filter(({ type }) => type === number),
      length,
    ).map(({ critical }) => critical);
  return [
    ...types.map((name, index) => ({ name, values: endedOf(index + 1) })),
    { name: null, values: endedOf(0) },
  ].filter(({ values }) => values.some((value) => value > 0));
}
