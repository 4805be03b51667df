import { dayOf } from '@/domain/eol/calendar';
import { identityOf } from '@/domain/identifiers/identity';
import type { PolicyAction } from '@/domain/policy/policy';
import { PolicySet } from '@/domain/policy/policy-set';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { draftedPolicies, type PolicyDraft, type PolicySets } from '../draft';
import { findEolPolicies, findProjectsByName, findSoftwareFacts } from '../repository';
import { summarizeImages } from './images';
import { summarizeScannerDifferences } from './scanner-summary';
import { summarizeSoftware } from './software';
import { SoftwareJudge } from './software-judge';
import { surveyImages } from './survey';

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
  const current = await findEolPolicies(organizationId, db);
  const { today, judge, survey } = await surveyWith(
    deps,
    organizationId,
    draftedPolicies(current, draft),
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
