import { addDays, type Day } from '@/domain/eol/calendar';
import {
  actionAt,
  calendarOf,
  emptyCalendar,
  joinInto,
  type Span,
} from '@/domain/policy/action-calendar';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { draftedPolicies, type PolicyDraft } from '../draft';
import { findEolPolicies } from '../repository';
import { forEachImage, readHeldValues } from './held-values';
import { comingYear, lastDayOf } from './span';

/** What is asked of the policies: as they are or as a draft would make them, all of them or one alone. */
export interface OutlookQuestion {
  readonly draft: PolicyDraft;
  /** Only what this policy decides; null: whatever decides. */
  readonly decidedBy: string | null;
}

/** How many images are denied, warned of and neither, from a day on until the next one. */
export interface ForecastPoint {
  readonly on: Day;
  readonly denied: number;
  readonly warned: number;
  readonly allowed: number;
}

/**
 * Today's numbers and each later day of the coming year on which they become others, unless policies, dates
 * or images change before.
 * @throws DomainError 422 for what is no EOL policy, 404 for an unknown policy
 */
export async function forecastPolicies(
  { db, clock }: Deps,
  organizationId: OrganizationId,
  { draft, decidedBy }: OutlookQuestion,
) {
  const span = comingYear(clock);
  const policies = draftedPolicies(await findEolPolicies(organizationId, db), draft).after;
  const held = await readHeldValues(organizationId, db, policies, (rules) =>
    calendarOf(rules, span, decisionsOf(decidedBy)),
  );
  const counter = new DayCounter(span);
  const image = emptyCalendar(span);
  let images = 0;
  await forEachImage(organizationId, db, (holding) => {
    images += 1;
    if (joinInto(image, held.of(holding))) counter.add((day) => actionAt(image, day));
  });
  return {
    today: span.first,
    until: lastDayOf(span),
    images,
    points: counter.points(images),
  };
}

/** Keeps the decisions of one policy; of all when there is none to keep to. */
export function decisionsOf(policyId: string | null) {
  const id = policyId?.toLowerCase();
  return ({ policy }: { readonly policy: { readonly id: string } }) =>
    id === undefined || policy.id === id;
}

class DayCounter {
  private readonly denied: Uint32Array;
  private readonly warned: Uint32Array;

  constructor(private readonly span: Span) {
    this.denied = new Uint32Array(span.days);
    this.warned = new Uint32Array(span.days);
  }

  add(actionOn: (day: number) => ReturnType<typeof actionAt>): void {
    for (let day = 0; day < this.span.days; day += 1) {
      const action = actionOn(day);
      if (action === 'ALLOW') continue;
      const counts = action === 'DENY' ? this.denied : this.warned;
      counts[day] = (counts[day] ?? 0) + 1;
    }
  }

  points(images: number): ForecastPoint[] {
    const points: ForecastPoint[] = [];
    for (let day = 0; day < this.span.days; day += 1) {
      const [denied = 0, warned = 0] = [this.denied[day], this.warned[day]];
      const last = points.at(-1);
      if (last?.denied === denied && last.warned === warned) continue;
      const on = addDays(this.span.first, day);
      points.push({ on, denied, warned, allowed: images - denied - warned });
    }
    return points;
  }
}
