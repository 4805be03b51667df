import { projectTitle } from '@/domain/identifiers/project-name';
import { foldForSearch } from '@/domain/list';
import { searchText } from '@/lib/page-params';
import type { PolicyRecord } from '@/features/policy/types';
import { type PoliciesParams, POLICY_GROUPS, type PolicyGroup } from './params';
import { sentenceText } from '@/features/policy/sentence/words';

/** The subject of a policy. */
export function groupOf({ policy_type, policy_scope }: PolicyRecord): PolicyGroup {
  return policy_type === 'NOTARY' ? 'notary' : policy_scope;
}

/** Policies in the order in which they decide: by what they are about, then the newest first. */
export function inOrder(policies: readonly PolicyRecord[]): PolicyRecord[] {
  const places = new Map(POLICY_GROUPS.map((group, place) => [group, place]));
  const placeOf = (policy: PolicyRecord) => places.get(groupOf(policy)) ?? 0;
  // The server lists them oldest first, and sorting keeps the order of equals.
  return policies.toReversed().sort((left, right) => placeOf(left) - placeOf(right));
}

/** The policies that the filters leave, in their order. */
export function shownPolicies(
  policies: readonly PolicyRecord[],
  { q, about, project }: Pick<PoliciesParams, 'q' | 'about' | 'project'>,
): PolicyRecord[] {
  return policiesWith(inOrder(policies), q).filter(
    (policy) =>
      (about === null || groupOf(policy) === about) &&
      (project === null || decidesOn(policy, project)),
  );
}

/** The policies whose sentence holds a text. */
export function policiesWith(policies: readonly PolicyRecord[], text: string): PolicyRecord[] {
  const wanted = foldForSearch(searchText(text) ?? '');
  return policies.filter((policy) => foldForSearch(wordsOf(policy)).includes(wanted));
}

/** Names of the projects that have policies of their own, by title. */
export function projectsWithPolicies(policies: readonly PolicyRecord[]): string[] {
  const names = policies.flatMap(({ policy_scope, project_name }) =>
    policy_scope === 'project' && project_name !== null ? [project_name] : [],
  );
  return [...new Set(names)].sort((left, right) =>
    projectTitle(left).title < projectTitle(right).title ? -1 : 1,
  );
}

/**
 * Whether a deleted policy can be brought back as it was: created again it is the newest of its scope, and so
 * must not have had a newer one before it.
 */
export function canBeRestored(policy: PolicyRecord, policies: readonly PolicyRecord[]): boolean {
  const newest = policies.findLast(
    (other) =>
      groupOf(other) === groupOf(policy) &&
      other.project_name === policy.project_name &&
      other.product_name === policy.product_name,
  );
  return newest === undefined || newest.id === policy.id;
}

/** Whether a policy may decide on the builds of a project. */
function decidesOn({ policy_scope, project_name }: PolicyRecord, project: string): boolean {
  return policy_scope !== 'project' || project_name === project;
}

/** The sentence, and the names as they are stored: a host that the sentence leaves out can be searched for. */
function wordsOf(policy: PolicyRecord): string {
  return `${sentenceText(policy)} ${policy.project_name ?? ''}`;
}

/** How policies are called by what they are about. */
export const GROUP_WORDS: Record<
  PolicyGroup,
  { readonly short: string; readonly title: string; readonly order: string }
> = {
  software: {
    short: 'Products',
    title: 'About one product',
    order: 'These decide first, the newest before older ones.',
  },
  project: {
    short: 'Projects',
    title: 'About one project',
    order: 'These decide where none above has anything to say yet.',
  },
  global: {
    short: 'Everything',
    title: 'About everything',
    order: 'These decide last, where none above has anything to say yet.',
  },
  notary: {
    short: 'Signatures',
    title: 'About signatures',
    order: 'Scanners check signatures themselves, apart from ends of life.',
  },
};
