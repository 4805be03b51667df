import { adviceOn } from '@/domain/advice/advice';
import type { CatalogView } from '@/domain/catalog/view';
import { addMonths, DAY_MS, dayOf, startOfDayMs, type Day } from '@/domain/eol/calendar';
import { proximityBounds, type DayRange } from '@/domain/eol/proximity';
import type { OwnerQuery } from '@/domain/team/owner';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { toSupport } from '@/server/coverage/dto';
import { ownerScope } from '@/server/team/service/owners';
import {
  endingSoftware,
  statesNowAndThen,
  type EndingOrder,
  type EndingSoftware,
} from './repository';

/** Software that just ended (a month back) and that ends next; as many as fit with the ten that matter most. */
const MAX_RECENT = 5;
const MAX_NEXT = 5;
const MAX_TOP = 10;

/** Counts the organization's software by state today, and as it was at the end of the same day a month ago. */
export async function softwareStates(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
  query: OwnerQuery = {},
) {
  const owner = await ownerScope({ db }, organizationId, query);
  const today = dayOf(clock.now());
  const since = addMonths(today, -1);
  const endOfSince = new Date(startOfDayMs(since) + DAY_MS);
  const then = { day: since, at: endOfSince };
  const counts = await statesNowAndThen(organizationId, db, today, then, owner);
  return { today, since, ...counts };
}

/**
 * Lists the software to look at first: ended within the last month, latest first; ending within twelve months, next
 * first; and of all that has ended or ends within six months that which most images hold. Each with where to move.
 */
export async function softwareToMove(
  deps: Deps,
  organizationId: OrganizationId,
  query: OwnerQuery = {},
) {
  const { db, clock, catalog } = deps;
  const { today, in6Months, in12Months } = proximityBounds(dayOf(clock.now()));
  const since = addMonths(today, -1);
  const owner = await ownerScope(deps, organizationId, query);
  const find = (range: DayRange, order: EndingOrder, limit: number) =>
    endingSoftware(organizationId, db, range, order, limit, owner);
  const [view, ended, next, top] = await Promise.all([
    catalog.forOrganization(organizationId),
    find({ after: since, until: today }, 'latest', MAX_RECENT),
    find({ after: today, until: in12Months }, 'earliest', MAX_NEXT),
    find({ after: null, until: in6Months }, 'images', MAX_TOP),
  ]);
  const toSoftware = (row: EndingSoftware) => toSoftwareToMove(row, view, today);
  return {
    today,
    since,
    ended: ended.map(toSoftware),
    next: next.map(toSoftware),
    top: top.map(toSoftware),
  };
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
