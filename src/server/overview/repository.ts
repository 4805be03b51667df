import type { Day } from '@/domain/eol/calendar';
import { proximityBounds, type DayRange, type EolState } from '@/domain/eol/proximity';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Database } from '@/server/db';
import { endingSoftwareSql, STATES_NOW_AND_THEN, type EndingOrder } from './queries';

export type StateCounts = Readonly<Record<EolState, number>>;

/** A day, and the instant at which the things of that day are looked at. */
export interface Moment {
  readonly day: Day;
  readonly at: Date;
}

/** Software found open somewhere by state: now as of today, and then as of the day of then. */
export async function statesNowAndThen(
  organizationId: OrganizationId,
  db: Database,
  today: Day,
  then: Moment,
): Promise<{ now: StateCounts; then: StateCounts }> {
  const daysOf = (day: Day) => {
    const bounds = proximityBounds(day);
    return [bounds.today, bounds.in6Months, bounds.in12Months];
  };
  const rows = await db.query<StateCounts & { at: 'now' | 'then' }>(STATES_NOW_AND_THEN, [
    organizationId,
    then.at,
    ...daysOf(then.day),
    ...daysOf(today),
  ]);
  const of = (at: 'now' | 'then'): StateCounts => {
    const row = rows.find((one) => one.at === at);
    const { ended = 0, soon = 0, next = 0, later = 0, unknown = 0 } = row ?? {};
    return { ended, soon, next, later, unknown };
  };
  return { now: of('now'), then: of('then') };
}

export interface EndingSoftware {
  readonly id: string;
  readonly productName: string;
  readonly cycle: string;
  readonly artifactType: string;
  readonly eolOn: Day;
  /** False: it ended on an unknown day, and `eolOn` is the day it was first seen. */
  readonly eolOnKnown: boolean;
  /** The cycle that its end was concluded from: nobody says it. */
  readonly estimatedFrom: string | null;
  /** Image tags that hold it. */
  readonly images: number;
}

export function endingSoftware(
  organizationId: OrganizationId,
  db: Database,
  { after, until }: DayRange,
  order: EndingOrder,
  limit: number,
): Promise<EndingSoftware[]> {
  return db.query<EndingSoftware>(endingSoftwareSql(order), [organizationId, after, until, limit]);
}
