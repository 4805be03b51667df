import { dayOf } from '@/domain/eol/calendar';
import { EOL_FILTERS, rangeOfFilter } from '@/domain/eol/proximity';
import { sumChanges, type TrendChange, type TrendPoint } from '@/domain/eol/trend';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { softwareOverview, trendChanges } from './repository';

/**
 * The contract's `AnalyticsEolResponse`: findings by state at the end of each period, of one artifact type
 * (null: any) and of all. Classed as of that day by the dates known today; deleted projects keep their
 * share of the past.
 */
export async function eolCounts(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  points: readonly TrendPoint[],
  artifactType: string | null,
) {
  const changes = await trendChanges(organizationId, db, points, artifactType);
  return {
    eolCounts: entries(
      points,
      changes.filter(({ typed }) => typed),
    ),
    allEolCounts: entries(points, changes),
  };
}

function entries(points: readonly TrendPoint[], changes: readonly TrendChange[]) {
  const counts = sumChanges(changes, points.length);
  return points.flatMap(({ on }, index) => {
    const count = counts[index];
    return count ? [{ date: on, ...count }] : [];
  });
}

/** The contract's `EolAnalytics`: what the organization's images hold now. */
export async function eolOverview(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
) {
  const today = dayOf(clock.now());
  const filters = EOL_FILTERS.flatMap((name) => {
    const range = rangeOfFilter(name, today);
    return range ? [{ name, range }] : [];
  });
  const { inRanges, byArtifactType } = await softwareOverview(
    organizationId,
    db,
    filters.map(({ range }) => range),
  );
  return {
    eol: filters.map(({ name }, index) => ({ name, value: inRanges[index] ?? 0 })),
    pkgTypes: byArtifactType.map(({ artifactType, value }) => ({ name: artifactType, value })),
  };
}
