import { dayOf, type Day } from '@/domain/eol/calendar';
import { nextRuleDay, verdictOn, type DatedRule } from '@/domain/policy/dated-rules';
import { worstAction, type PolicyAction } from '@/domain/policy/policy';
import { PolicySet } from '@/domain/policy/policy-set';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { findEolPolicies } from '../repository';
import { forEachImage, readHeldValues } from './held-values';

/** What a policy decides today, and when it next decides anything more. */
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
 * The images that each EOL policy denies and warns of today, the ones it decides on itself: an image may count
 * for several policies, for each of them once, as denied when it denies any of what the image holds. In the
 * order in which the policies decide. Plans: as for the preview, one pass over all images.
 */
export async function effectsOfPolicies({ db, clock }: Deps, organizationId: OrganizationId) {
  const today = dayOf(clock.now());
  const current = await findEolPolicies(organizationId, db);
  const policies = new PolicySet(current);
  const effects = new Map<string, Effect>(
    [...policies.ranks.keys()].map((id) => [id, { denied: 0, warned: 0, next: null }]),
  );
  const held = await readHeldValues(organizationId, db, policies, (rules): Deciding | null => {
    noteNext(effects, rules, today);
    const { action, decision } = verdictOn(rules, today);
    return decision && { policyId: decision.policy.id, action };
  });
  const counts = { denied: 0, warned: 0, allowed: 0 };
  await forEachImage(organizationId, db, (image) => {
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

/** Takes the later days on which policies begin to decide on some software, or do so more severely. */
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
