import { adviceOn } from '@/domain/advice/advice';
import type { CatalogView } from '@/domain/catalog/view';
import { type Day, dayOf } from '@/domain/eol/calendar';
import {
  forecastOf,
  forecastQuarters,
  planCover,
  type ForecastColumn,
  type ForecastLine,
  type Sums,
} from '@/domain/forecast/forecast';
import { forecastFacts, forecastSentences, TOLD_MONTHS } from '@/domain/forecast/words';
import { dashboardTrend } from '@/server/analytics/service/trend';
import { type OverviewQuery, scopeOf } from '@/server/overview/service';
import { planStates } from '@/server/plan/service/list';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { requireProject } from '@/server/project/service';
import { listTeamNames } from '@/server/team/service/teams';
import type { ForecastColumnRecord, ForecastLineRecord, ForecastRecord } from '../dto';
import { endingSoftware, imagesOfParts, type PartImages } from '../repository';

/** What a forecast tells of each column at most, each line a product. */
export const MAX_LINES = 500;
const MAX_TEAM_NAMES = 5;

/** What a forecast is of, and how far ahead it looks. */
export interface ForecastScope extends Omit<OverviewQuery, 'asOf'> {
  readonly quarters: number;
}

export interface ForecastQuery extends ForecastScope {
  /** Lines of each column at most. */
  readonly lines: number;
}

/**
 * Tells by quarter what of the software in use ends, where it is and what is planned; what has ended already; and how the
 * last year went.
 * @throws DomainError 404 when the organization has no such project or team
 */
export async function getForecast(
  deps: Deps,
  organizationId: OrganizationId,
  query: ForecastQuery,
): Promise<ForecastRecord> {
  const { db, clock, catalog } = deps;
  if (query.projectId) await requireProject(deps, organizationId, query.projectId);
  const today = dayOf(clock.now());
  const quarters = forecastQuarters(today, query.quarters);
  const span = { today, until: quarters.at(-1)?.last ?? today };
  const scope = await scopeOf(deps, organizationId, query);
  const [software, images, names, view, trend] = await Promise.all([
    endingSoftware(organizationId, db, span, scope),
    imagesOfParts(organizationId, db, span, scope),
    listTeamNames(deps, organizationId),
    catalog.forOrganization(organizationId),
    lastYear(deps, organizationId, query),
  ]);
  const { columns, ahead } = forecastOf(software, quarters, today);
  const planIds = new Set(columns.flatMap((column) => column.planIds));
  const plans = await planStates(deps, organizationId, planIds);
  const facts: Facts = {
    ...{ today, view, most: query.lines, imagesOf: imageCounts(images) },
    names: new Map(names.map(({ id, name }) => [id, name])),
    plans: new Map(plans.map((plan) => [plan.id, plan])),
  };
  const shown = columns.map((column) => toColumn(column, facts));
  const told = {
    quarters: query.quarters,
    columns: shown,
    ahead: toSums(ahead, facts.imagesOf('ahead')),
    trend,
  };
  const inState = (state: (typeof plans)[number]['state']) =>
    plans.filter((plan) => plan.state === state).length;
  return {
    as_of: today,
    quarters: told.quarters,
    sentences: forecastSentences(forecastFacts(told)),
    columns: told.columns,
    ahead: told.ahead,
    moves: {
      ...{ planned: inState('planned'), under_way: inState('under_way') },
      found_again: inState('found_again'),
      overdue: plans.filter(({ overdue }) => overdue).length,
    },
    trend,
  };
}

/** Reads all lines of all columns of a forecast, as a list that has one batch. */
export async function* forecastLines(
  deps: Deps,
  organizationId: OrganizationId,
  query: ForecastScope,
) {
  const { columns } = await getForecast(deps, organizationId, { ...query, lines: Infinity });
  yield columns.flatMap((column) =>
    column.lines.map((line) => ({
      id: `${column.quarter ?? ''} ${line.product_name}`,
      ...{ column, line },
    })),
  );
}

/** What the records of columns and lines are made from, beside their sums. */
interface Facts {
  readonly today: Day;
  /** Lines of each column at most. */
  readonly most: number;
  readonly view: CatalogView;
  readonly names: ReadonlyMap<string, string>;
  readonly plans: ReadonlyMap<string, Awaited<ReturnType<typeof planStates>>[number]>;
  readonly imagesOf: (part: string, line?: ForecastLine) => number;
}

/** Finds the images of a part or of a line of it. A line of one software is in as many as it has findings. */
function imageCounts(rows: readonly PartImages[]): Facts['imagesOf'] {
  const counts = new Map(rows.map((row) => [`${row.part} ${row.productKey ?? ''}`, row.images]));
  return (part, line) =>
    counts.get(`${part} ${line?.productKey ?? ''}`) ?? (line ? line.findings : 0);
}

function toColumn(column: ForecastColumn, facts: Facts): ForecastColumnRecord {
  const { quarter } = column;
  const part = quarter?.first ?? 'overdue';
  const lines = column.lines
    .map((line) => ({ line, images: facts.imagesOf(part, line) }))
    .toSorted(byImages);
  return {
    kind: quarter ? 'quarter' : 'ended',
    quarter: quarter?.name ?? null,
    first_day: quarter?.first ?? null,
    last_day: quarter?.last ?? null,
    ...toSums(column, facts.imagesOf(part)),
    lines: lines.slice(0, facts.most).map(({ line, images }) => toLine(line, images, facts)),
    lines_left_out: Math.max(0, lines.length - facts.most),
  };
}

interface CountedLine {
  readonly line: ForecastLine;
  readonly images: number;
}

/** Lines come in the order of their ends, which holds for those of the same number. */
const byImages = (one: CountedLine, other: CountedLine) => other.images - one.images;

function toLine(line: ForecastLine, images: number, facts: Facts): ForecastLineRecord {
  const { productName, cycles } = line;
  const names = line.teamIds.flatMap((id) => facts.names.get(id) ?? []).toSorted();
  const plans = line.planIds.flatMap((id) => facts.plans.get(id) ?? []);
  const targets = cycles.map(
    ({ cycle }) => adviceOn(facts.view, { productName, cycle }, facts.today)?.target?.label,
  );
  return {
    product_name: productName,
    cycles: cycles.map(({ cycle, endsOn, endsOnKnown, estimatedFrom }) => ({
      ...{ cycle, ends_on: endsOn, ends_on_known: endsOnKnown, estimated_from: estimatedFrom },
    })),
    ends_on: line.endsOn,
    ...toSums(line, images),
    team_names: names.slice(0, MAX_TEAM_NAMES),
    move_to: targets.find((label) => label !== undefined) ?? null,
    plan: {
      cover: planCover({ findings: line.findings, planned: line.plannedFindings }),
      count: plans.length,
      under_way: plans.filter(({ state }) => state === 'under_way').length,
      overdue: plans.filter(({ overdue }) => overdue).length,
      next_due_on: plans.map(({ dueOn }) => dueOn).toSorted()[0] ?? null,
    },
  };
}

function toSums(sums: Sums, images: number) {
  return {
    ...{ software: sums.software, findings: sums.findings, images },
    ...{ teams: sums.teamIds.length, unowned_findings: sums.unownedFindings },
    evidence: sums.evidence,
    ...{ planned: sums.planned, planned_findings: sums.plannedFindings },
  };
}

/** Reads the numbers of the trend on the dashboard, without what has not happened yet. */
async function lastYear(
  deps: Deps,
  organizationId: OrganizationId,
  query: ForecastQuery,
): Promise<ForecastRecord['trend']> {
  const asked = { ...query, period: 'MONTHLY', months: TOLD_MONTHS, by: 'state' } as const;
  const { asOf, now, series } = await dashboardTrend(deps, organizationId, asked);
  const valuesOf = (name: string) => series.find((one) => one.name === name)?.values ?? [];
  const [ended, soon] = [valuesOf('ended'), valuesOf('soon')];
  return asOf.slice(0, now + 1).map((day, index) => ({
    ...{ as_of: day, ended: ended[index] ?? 0, soon: soon[index] ?? 0 },
  }));
}
