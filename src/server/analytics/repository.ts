import { proximityBounds, type DayRange } from '@/domain/eol/proximity';
import type { TrendChange, TrendPoint } from '@/domain/eol/trend';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Database } from '@/server/db';
import { OVERVIEW, TREND_CHANGES } from './queries';

export interface TypedTrendChange extends TrendChange {
  /** Whether it concerns the artifact type that was asked for; always true of images without findings. */
  readonly typed: boolean;
}

/** How an organization's findings and images without findings change from point to point, in any order. */
export function trendChanges(
  organizationId: OrganizationId,
  db: Database,
  points: readonly TrendPoint[],
  artifactType: string | null,
): Promise<TypedTrendChange[]> {
  const bounds = points.map(({ asOf }) => proximityBounds(asOf));
  const endsAt = points.map((point) => point.endsAt);
  return db.query<TypedTrendChange>(TREND_CHANGES, [
    organizationId,
    artifactType,
    endsAt,
    bounds.map(({ today }) => today),
    bounds.map(({ in6Months }) => in6Months),
    bounds.map(({ in12Months }) => in12Months),
    points.length,
    endsAt.at(0),
    endsAt.at(-1),
  ]);
}

interface OverviewRow {
  readonly range: number | null;
  readonly artifactType: string | null;
  readonly value: number;
}

export interface Overview {
  /** The number of software in each range, in the ranges' order. */
  readonly inRanges: readonly number[];
  readonly byArtifactType: readonly { readonly artifactType: string; readonly value: number }[];
}

/** What an organization's open findings hold: software by range of ends, and by artifact type, most first. */
export async function softwareOverview(
  organizationId: OrganizationId,
  db: Database,
  ranges: readonly DayRange[],
): Promise<Overview> {
  const rows = await db.query<OverviewRow>(OVERVIEW, [
    organizationId,
    ranges.map(({ after }) => after),
    ranges.map(({ until }) => until),
  ]);
  return {
    inRanges: rows.filter(({ range }) => range !== null).map(({ value }) => value),
    byArtifactType: rows.flatMap(({ artifactType, value }) =>
      artifactType === null ? [] : [{ artifactType, value }],
    ),
  };
}
