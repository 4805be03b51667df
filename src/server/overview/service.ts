import { adviceOn } from '@/domain/advice/advice';
import type { CatalogView } from '@/domain/catalog/view';
import { addMonths, DAY_MS, dayOf, startOfDayMs, type Day } from '@/domain/eol/calendar';
import { proximityBounds } from '@/domain/eol/proximity';
import { toLabelCondition, type LabelFilter } from '@/domain/image/list';
import type { OwnerQuery } from '@/domain/team/owner';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { toSupport } from '@/server/coverage/dto';
import { pastDay, pastOf } from '@/server/past/service';
import { ownerScope } from '@/server/team/service/owners';
import {
  endingGroups,
  endingSoftware,
  statesNowAndThen,
  statesThen,
  type EndingGroup,
  type EndingQuery,
  type EndingSoftware,
} from './repository';
import type { Scope } from './sql';

/** Cycles that just ended (a month back) and that end next, and product lines; as many as fit on a screen. */
const MAX_RECENT = 5;
const MAX_NEXT = 5;
const MAX_LINES = 8;

export interface OverviewQuery extends OwnerQuery {
  /** Only the images of this project count. */
  readonly projectId?: string | null | undefined;
  /** Only images with this label count. */
  readonly label?: LabelFilter | null | undefined;
  /** As of the end of this day, by what was known then. */
  readonly asOf?: Day | null | undefined;
}

/**
 * Counts the organization's software by state today, and as it was at the end of the same day a month ago. As of a day
 * before, both are by what was known on their days.
 */
export async function softwareStates(
  deps: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
  query: OverviewQuery = {},
) {
  const past = await pastOf(deps, organizationId, query.asOf);
  const scope = await scopeOf(deps, organizationId, query);
  const today = past?.day ?? dayOf(deps.clock.now());
  const since = addMonths(today, -1);
  if (past) {
    const [now, then] = await Promise.all([
      statesThen(organizationId, deps.db, past, scope),
      statesThen(organizationId, deps.db, pastDay(since), scope),
    ]);
    return { today, since, now, then };
  }
  const endOfSince = new Date(startOfDayMs(since) + DAY_MS);
  const then = { day: since, at: endOfSince };
  const counts = await statesNowAndThen(organizationId, deps.db, today, then, scope);
  return { today, since, ...counts };
}

/**
 * Lists what to look at first: release cycles that ended within the last month, latest first; that end within twelve
 * months, next first; and product lines of which something has ended or ends within six months, those that most images
 * hold. Each with its software, and where to move from that.
 */
export async function softwareToMove(
  deps: Deps,
  organizationId: OrganizationId,
  query: OverviewQuery = {},
) {
  const { db, clock, catalog } = deps;
  const { today, in6Months, in12Months } = proximityBounds(dayOf(clock.now()));
  const since = addMonths(today, -1);
  const scope = await scopeOf(deps, organizationId, query);
  const find = (ending: EndingQuery) => endingGroups(organizationId, db, ending, scope);
  const recent = { after: since, until: today };
  const coming = { after: today, until: in12Months };
  const due = { after: null, until: in6Months };
  const [view, ended, next, lines] = await Promise.all([
    catalog.forOrganization(organizationId),
    find({ range: recent, by: 'cycle', order: 'latest', limit: MAX_RECENT }),
    find({ range: coming, by: 'cycle', order: 'earliest', limit: MAX_NEXT }),
    find({ range: due, by: 'product', order: 'images', limit: MAX_LINES }),
  ]);
  const ids = [...ended, ...next, ...lines].flatMap(({ softwareIds }) => softwareIds);
  const rows = await endingSoftware(organizationId, db, [...new Set(ids)], scope);
  const software = new Map(rows.map((row) => [row.id, toSoftwareToMove(row, view, today)]));
  const toGroup = (group: EndingGroup) => withSoftware(group, software);
  return {
    today,
    since,
    ended: ended.map(toGroup),
    next: next.map(toGroup),
    lines: lines.map(toGroup),
  };
}

/** Reads which images count; null: all of them. */
export async function scopeOf(
  deps: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  query: Omit<OverviewQuery, 'asOf'>,
): Promise<Scope | null> {
  const owner = await ownerScope(deps, organizationId, query);
  const projectId = query.projectId ?? null;
  const label = query.label ? toLabelCondition(query.label) : null;
  const isNarrowed = owner !== null || projectId !== null || label !== null;
  return isNarrowed ? { owner, projectId, label } : null;
}

type SoftwareToMove = ReturnType<typeof toSoftwareToMove>;

/** Puts the software of a group beside its number of images; what went meanwhile is left out. */
function withSoftware(
  { softwareIds, images }: EndingGroup,
  software: ReadonlyMap<string, SoftwareToMove>,
) {
  return { images, software: softwareIds.flatMap((id) => software.get(id) ?? []) };
}

function toSoftwareToMove(row: EndingSoftware, view: CatalogView, today: Day) {
  const { eolOn, eolOnKnown, support, supportElsewhere, ...software } = row;
  return {
    ...software,
    eolDate: eolOn,
    eolDateKnown: eolOnKnown,
    contract: toSupport(support),
    contractElsewhere: supportElsewhere,
    advice: adviceOn(view, row, today),
  };
}
