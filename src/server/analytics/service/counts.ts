import { dayOf } from '@/domain/eol/calendar';
import { EOL_FILTERS, rangeOfFilter } from '@/domain/eol/proximity';
import { knownPoints, type TrendPoint, TrendTally } from '@/domain/eol/trend';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { historyBegin } from '@/server/past/service';
import {
  changesInto,
  cleanHistories,
  findingsAdder,
  softwareByType,
  trendHistories,
} from '../repository/histories';

/**
 * Gives the contract's `AnalyticsEolResponse`: findings by state at the end of each period, of one artifact type
 * (null: any) and of all. Classed as of that day by the dates known today; deleted projects keep their share of the
 * past. Points of which retention has removed a part are left out. Images without findings are counted in a statement of their
 * own: an upload in between may be told by one of them alone.
 */
export async function eolCounts(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
  asked: readonly TrendPoint[],
  artifactType: string | null,
) {
  const points = knownPoints(asked, await historyBegin(db, organizationId));
  if (points.length === 0) return { eolCounts: [], allEolCounts: [] };
  const [histories, clean] = await Promise.all([
    trendHistories(organizationId, db, points, clock.now()),
    cleanHistories(organizationId, db, points),
  ]);
  const addFindings = findingsAdder(points);
  const all = new TrendTally(points.length);
  const typed = artifactType === null ? null : new TrendTally(points.length);
  const changes = new Int32Array(points.length);
  for (const times of clean) {
    changesInto(changes, times);
    all.addClean(changes);
    typed?.addClean(changes);
  }
  for (const history of histories) {
    changesInto(changes, history);
    addFindings(all, history, changes);
    if (typed && history.artifactType === artifactType) addFindings(typed, history, changes);
  }
  const entries = (tally: TrendTally) =>
    points.map(({ on }, index) => ({ date: on, ...tally.at(index) }));
  return { eolCounts: entries(typed ?? all), allEolCounts: entries(all) };
}

/** Gives the contract's `EolAnalytics`: the software that the organization's images hold now. */
export async function eolOverview(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
) {
  const today = dayOf(clock.now());
  const filters = EOL_FILTERS.flatMap((name) => {
    const range = rangeOfFilter(name, today);
    return range ? [{ name, range }] : [];
  });
  const ranges = filters.map(({ range }) => range);
  const types = await softwareByType(organizationId, db, ranges);
  const total = (index: number) =>
    types.reduce((sum, { inRanges }) => sum + (inRanges[index] ?? 0), 0);
  return {
    eol: filters.map(({ name }, index) => ({ name, value: total(index) })),
    pkgTypes: types.map(({ artifactType, value }) => ({ name: artifactType, value })),
  };
}
