import type { Day } from '@/domain/eol/calendar';
import { datedRule, evaluate } from '@/domain/policy/evaluate';
import { actionDays, verdictOn } from '@/domain/policy/dated-rules';
import { explain, policyWords } from '@/domain/policy/violation';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import type { Past } from '@/server/past/sql';
import { toCycleStatus } from '@/server/policy/dto';
import { placeOfImage, readPlaceFacts } from '@/server/policy/service/places';
import { readPoliciesAt } from '@/server/policy/service/past';
import { readPolicySet } from '@/server/policy/service/status';
import type { Explanation } from '../dto';
import type { ExplainedFinding } from '../repository';

export interface Opinions extends Pick<Explanation, 'verdict' | 'policies' | 'other_policies'> {
  /** False: what the policies were is not kept, and these are those of today. */
  readonly areKept: boolean;
}

/** What the policies make of a finding on a day: all of them together, and each that is about it alone. */
export async function judged(
  deps: Deps,
  organizationId: OrganizationId,
  found: ExplainedFinding,
  { day, past }: { readonly day: Day; readonly past: Past | null },
): Promise<Opinions> {
  const { db } = deps;
  const { policies, areKept } = past
    ? await readPoliciesAt(deps, organizationId, past)
    : { policies: await readPolicySet(organizationId, db, day), areKept: true };
  const facts = await readPlaceFacts(deps, organizationId, [policies], [found.imageTagId]);
  const place = placeOfImage(facts, found);
  const [verdict] = evaluate([found], policies, place, day).verdicts;
  const { action, policyId, appliesOn, message, waiver } = toCycleStatus(verdict);
  const about = [
    ...policies.aboutSoftware(found),
    ...policies.ofProject(found.projectName),
    ...policies.everywhere,
  ];
  return {
    areKept,
    verdict: {
      ...{ action, policy_id: policyId, applies_on: appliesOn, message },
      waiver: waiver && {
        ...{ id: waiver.id, ends_on: waiver.endsOn, waived_action: waiver.waivedAction },
      },
    },
    policies: about.map((policy) => {
      const rule = datedRule(policy, found);
      const alone = verdictOn([rule], day);
      const { deniedOn, warnedOn } = actionDays([rule], day);
      const first = [deniedOn, warnedOn].filter((on) => on !== null).sort()[0] ?? null;
      return {
        id: policy.id,
        name: policyWords(policy),
        action: alone.action,
        applies_on: alone.decision?.on ?? first,
        message: explain(found, alone),
        decides: policy.id === policyId,
        judges: !policy.onlyRunning || place.runs,
      };
    }),
    other_policies: policies.byId.size - about.length,
  };
}
