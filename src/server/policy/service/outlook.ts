import { addDays, addMonths, dayOf, daysBetween, type Day } from '@/domain/eol/calendar';
import {
  actionAt,
  calendarOf,
  type DatedRule,
  emptyCalendar,
  joinInto,
  nextRuleDay,
  type Span,
  verdictOn,
} from '@/domain/policy/dated-rules';
import { worstAction, type PolicyAction } from '@/domain/policy/policy';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Clock } from '@/server/platform/clock';
import type { Deps } from '@/server/platform/deps';
import { toRunningCounts } from '../dto';
import { findEolPolicies } from '../repository';
import { grantedWaivers } from '@/server/waiver/service/list';
import { draftedPolicies, type PolicyDraft } from './draft';
import { forEachImage, readHeldValues } from './held-values';
import { readPolicySet } from './status';

/** A question to the policies: as they are or as a draft would make them, all of them or one alone. */
export interface OutlookQuestion {
  readonly draft: PolicyDraft;
  /** The only policy whose decisions count; null: those of all. */
  readonly decidedBy: string | null;
}

/** Numbers of images that are denied, warned of and neither, from a day on until the next one. */
export interface ForecastPoint {
  readonly on: Day;
  readonly denied: number;
  readonly warned: number;
  readonly allowed: number;
}

/**
 * Forecasts today's numbers, and each later day of the coming year on which they change, unless policies, dates or
 * images change before.
 * @throws DomainError 422 for what is no EOL policy, 404 for an unknown policy
 */
export async function forecastPolicies(
  deps: Deps,
  organizationId: OrganizationId,
  { draft, decidedBy }: OutlookQuestion,
) {
  const { db, clock } = deps;
  const span = comingYear(clock);
  const [current, waivers] = await Promise.all([
    findEolPolicies(organizationId, db),
    grantedWaivers(organizationId, db, span.first),
  ]);
  const policies = draftedPolicies(current, waivers, draft).after;
  const held = await readHeldValues(deps, organizationId, policies, (rules) =>
    calendarOf(rules, span, decisionsOf(decidedBy)),
  );
  const counter = new DayCounter(span);
  const image = emptyCalendar(span);
  let images = 0;
  await forEachImage(organizationId, db, policies, (holding) => {
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

/** Keeps the decisions of one policy, or of all when none is given. */
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

/** Decisions of a policy today, and when it next decides anything more. */
interface Effect {
  denied: number;
  warned: number;
  next: { readonly on: Day; readonly action: PolicyAction } | null;
}

interface Deciding {
  readonly policyId: string;
  readonly action: PolicyAction;
}

/**
 * Counts the images that each EOL policy denies and warns of today by its own decision: an image may count for
 * several policies, for each of them once, as denied when it denies any of what the image holds. In the order in
 * which the policies decide. Plans: as for the preview, one pass over all images.
 */
export async function effectsOfPolicies(deps: Deps, organizationId: OrganizationId) {
  const { db, clock } = deps;
  const today = dayOf(clock.now());
  const policies = await readPolicySet(organizationId, db, today);
  const effects = new Map<string, Effect>(
    [...policies.ranks.keys()].map((id) => [id, { denied: 0, warned: 0, next: null }]),
  );
  const held = await readHeldValues(deps, organizationId, policies, (rules): Deciding | null => {
    noteNext(effects, rules, today);
    const { action, decision } = verdictOn(rules, today);
    return decision && { policyId: decision.policy.id, action };
  });
  const counts = { denied: 0, warned: 0, allowed: 0 };
  await forEachImage(organizationId, db, policies, (image) => {
    const deciding = held.of(image);
    const worst = worstAction(deciding.map(({ action }) => action));
    counts[COUNTED_AS[worst]] += 1;
    for (const [policyId, action] of worstByPolicy(deciding)) {
      const effect = effects.get(policyId);
      if (effect) effect[action === 'DENY' ? 'denied' : 'warned'] += 1;
    }
  });
  return {
    today,
    running: toRunningCounts(held.places.running),
    counts,
    policies: [...effects].map(([policyId, effect]) => ({ policyId, ...effect })),
  };
}

const COUNTED_AS = { DENY: 'denied', WARN: 'warned', ALLOW: 'allowed' } as const;

function worstByPolicy(deciding: readonly Deciding[]): Map<string, PolicyAction> {
  const worst = new Map<string, PolicyAction>();
  for (const { policyId, action } of deciding) {
    worst.set(policyId, worstAction([worst.get(policyId) ?? 'ALLOW', action]));
  }
  return worst;
}

/** Notes the later days on which policies begin to decide on some software, or do so more severely. */
function noteNext(
  effects: ReadonlyMap<string, Effect>,
  rules: readonly DatedRule[],
  today: Day,
): void {
  for (let on = nextRuleDay(rules, today); on !== null; on = nextRuleDay(rules, on)) {
    const { action, decision } = verdictOn(rules, on);
    const effect = decision && effects.get(decision.policy.id);
    if (!effect) continue;
    const { next } = effect;
    const isSooner = next === null || on < next.on;
    const isWorse = next?.on === on && worstAction([next.action, action]) !== next.action;
    if (isSooner || isWorse) effect.next = { on, action };
  }
}

const MONTHS_AHEAD = 12;

/** Gives today and the twelve months from it. */
export function comingYear(clock: Clock): Span {
  const first = dayOf(clock.now());
  return { first, days: daysBetween(first, addMonths(first, MONTHS_AHEAD)) + 1 };
}

function lastDayOf({ first, days }: Span): Day {
  return addDays(first, days - 1);
}

/**
 * Finds a day's place in a span; a day outside counts as the nearest one inside, so that old links still say
 * something.
 */
export function placeIn(span: Span, day: Day | null): number {
  if (day === null) return 0;
  return Math.min(Math.max(daysBetween(span.first, day), 0), span.days - 1);
}
