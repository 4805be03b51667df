import type { Day } from '@/domain/eol/calendar';
import type { DayRange } from '@/domain/eol/proximity';
import type { TrendPoint } from '@/domain/eol/trend';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Database } from '@/server/db';
import { PROJECT_TREND_HISTORIES } from './project-queries';
import { OVERVIEW, TREND_HISTORIES } from './queries';

/** When the findings of some software were opened and closed, or images without findings were. */
export interface TrendHistory {
  /** Null for images without findings. */
  readonly artifactType: string | null;
  /** Null: it is not known. */
  readonly eolOn: Day | null;
  /** For {@link changesInto}; null: never. */
  readonly opened: string | null;
  readonly closed: string | null;
}

/**
 * What happened to an organization's findings, and to its images without findings, before the last point ends.
 * @param projectId those of one project that is not deleted; null: of all, deleted ones too
 */
export function trendHistories(
  organizationId: OrganizationId,
  db: Database,
  points: readonly TrendPoint[],
  projectId: string | null = null,
): Promise<TrendHistory[]> {
  const endsAt = points.map((point) => point.endsAt);
  const parameters = [organizationId, endsAt, endsAt.at(0), endsAt.at(-1)];
  return projectId === null
    ? db.query<TrendHistory>(TREND_HISTORIES, parameters)
    : db.query<TrendHistory>(PROJECT_TREND_HISTORIES, [...parameters, projectId]);
}

/** Writes for each point how many more (or fewer) are open than at the one before; what comes later is left out. */
export function changesInto(changes: Int32Array, { opened, closed }: TrendHistory): Int32Array {
  changes.fill(0);
  addAll(changes, opened ?? '', 1);
  addAll(changes, closed ?? '', -1);
  return changes;
}

function addAll(changes: Int32Array, packed: string, change: number): void {
  for (let position = 0; position < packed.length; position += 1) {
    const index = packed.charCodeAt(position) - 1;
    if (index < changes.length) changes[index] = (changes[index] ?? 0) + change;
  }
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
