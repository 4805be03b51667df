import { dayOf } from '@/domain/eol/calendar';
import { invalid, notFound } from '@/domain/errors';
import { identityOf } from '@/domain/identifiers/identity';
import type { EolPolicy, PolicyAction, PolicyFields } from '@/domain/policy/policy';
import { PolicySet } from '@/domain/policy/policy-set';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { findEolPolicies } from '../queries';
import { requireValidPolicy } from '../validate';
import { summarizeImages } from './images';
import { findProjectsByName, findSoftwareFacts } from './queries';
import { summarizeScannerDifferences } from './scanner-summary';
import { summarizeSoftware } from './software';
import { SoftwareJudge, type PolicySets } from './software-judge';
import { surveyImages } from './survey';

/** What a new policy has for an id until it is created. */
export const DRAFT_ID = 'draft';

/** A change of the policies that is only thought of. */
export interface PolicyDraft {
  /** The policy that is edited or, without fields, deleted; null for a new one. */
  readonly policyId: string | null;
  readonly fields: PolicyFields | null;
}

/**
 * What a change of the EOL policies would do: to images, projects and software today, on which later days,
 * and where a stock scanner will decide otherwise. Lists are bounded and say how many there are. It judges
 * software by project, never finding by finding, so that it keeps up with someone typing.
 * @throws DomainError 422 for what is no EOL policy, 404 for an unknown policy
 */
export async function previewPolicy(
  deps: Deps,
  organizationId: OrganizationId,
  draft: PolicyDraft,
) {
  const { db } = deps;
  if (draft.fields) requireEolPolicy(draft.fields);
  const current = await findEolPolicies(organizationId, db);
  const { today, judge, survey } = await surveyWith(
    deps,
    organizationId,
    policySets(current, draft),
  );
  const judged = judge.all();
  return {
    today,
    ...(await summarizeImages(organizationId, db, survey, today)),
    software: summarizeSoftware(judged, judge),
    scannerDifferences: summarizeScannerDifferences(judged, survey.hiddenDenials, today),
  };
}

/** The ids of the images that the policies as they are deny, or warn of, today; in no order. */
export async function imagesWithAction(
  deps: Deps,
  organizationId: OrganizationId,
  action: Exclude<PolicyAction, 'ALLOW'>,
): Promise<string[]> {
  const current = new PolicySet(await findEolPolicies(organizationId, deps.db));
  const policies = { before: current, after: current };
  const { survey } = await surveyWith(deps, organizationId, policies);
  return survey.images.filter(({ after }) => after === action).map(({ imageTagId }) => imageTagId);
}

async function surveyWith(
  { db, clock }: Deps,
  organizationId: OrganizationId,
  policies: PolicySets,
) {
  const names = new Set([...policies.before.projectNames, ...policies.after.projectNames]);
  const [facts, projects] = await Promise.all([
    findSoftwareFacts(organizationId, db),
    findProjectsByName(
      organizationId,
      db,
      [...names].map((name) => identityOf(name)),
    ),
  ]);
  const today = dayOf(clock.now());
  const judge = new SoftwareJudge(facts, projects, policies, today);
  const survey = await surveyImages(organizationId, db, judge);
  return { today, survey, judge };
}

/** What the policies do as they are: the parts of a preview that concern images. */
export async function summarizePolicies(deps: Deps, organizationId: OrganizationId) {
  const preview = await previewPolicy(deps, organizationId, { policyId: null, fields: null });
  const { today, counts, timeline, images, projects } = preview;
  return { today, counts: counts.after, timeline, images, projects };
}

function requireEolPolicy(fields: PolicyFields): void {
  if (fields.type === 'EOL') return requireValidPolicy(fields);
  const msg = 'Value error, only EOL policies can be previewed: scanners evaluate the other ones';
  throw invalid([{ loc: ['body', 'policy_type'], msg, type: 'value_error' }]);
}

/** A new policy is the newest one, an edited one keeps its place. */
function policySets(current: readonly EolPolicy[], draft: PolicyDraft): PolicySets {
  const { policyId, fields } = draft;
  const before = new PolicySet(current);
  if (policyId === null) {
    if (!fields) return { before, after: before };
    return { before, after: new PolicySet([...current, { ...fields, id: DRAFT_ID }]) };
  }
  const id = policyId.toLowerCase();
  if (!current.some((policy) => policy.id === id)) throw notFound('Policy');
  const after = current.flatMap((policy) => {
    if (policy.id !== id) return [policy];
    return fields ? [{ ...fields, id }] : [];
  });
  return { before, after: new PolicySet(after) };
}
