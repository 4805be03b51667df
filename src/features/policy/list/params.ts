import { useCallback } from 'react';
import { useQueryStates, type Nullable } from 'nuqs';
import {
  createLoader,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { hrefs } from '@/features/hrefs';
import { pageParsers, searchText } from '@/lib/page-params';

/** Scopes of policies, in the order in which they decide; signature policies have none. */
export const POLICY_GROUPS = ['software', 'project', 'global', 'notary'] as const;
export type PolicyGroup = (typeof POLICY_GROUPS)[number];

/** The state of the policies page in the address: the same for the server's first view and the browser. */
export const policiesParsers = {
  q: parseAsString.withDefault(''),
  about: parseAsStringLiteral(POLICY_GROUPS),
  /** A project's name to the letter: the policies that decide on its builds. */
  project: parseAsString,
  ...pageParsers,
};

export type PoliciesParams = inferParserType<typeof policiesParsers>;

const serialize = createSerializer(policiesParsers);

/** The address of the policies page in a state; what is left out takes its default. */
export function policiesHref(params: Partial<PoliciesParams> = {}): string {
  return serialize(hrefs.policies, params);
}

/** Whether the list leaves anything out. */
export function isFiltered({ q, about, project }: PoliciesParams): boolean {
  return searchText(q) !== null || about !== null || project !== null;
}

export const NO_FILTERS = { q: null, about: null, project: null, page: null } as const;

export interface PoliciesState {
  readonly params: PoliciesParams;
  /** Changes what is filtered for, from the first page on. */
  readonly setFilter: (changes: Partial<Nullable<PoliciesParams>>) => void;
  /** Changes anything else. */
  readonly setParams: (changes: Partial<Nullable<PoliciesParams>>) => void;
}

/** The list's state in the address. Every change is an entry in the history, so that Back undoes it. */
export function usePoliciesParams(): PoliciesState {
  const [params, write] = useQueryStates(policiesParsers, { history: 'push', scroll: false });
  const setParams = useCallback<PoliciesState['setParams']>(
    (changes) => void write(changes),
    [write],
  );
  const setFilter = useCallback<PoliciesState['setFilter']>(
    (changes) => setParams({ page: null, ...changes }),
    [setParams],
  );
  return { params, setFilter, setParams };
}

const POLICY_KINDS = ['end-of-life', 'signatures'] as const;

/** Values that a new policy's page starts with. */
const newPolicyParsers = {
  kind: parseAsStringLiteral(POLICY_KINDS).withDefault('end-of-life'),
};

export const loadNewPolicyParams = /* @__PURE__ */ createLoader(newPolicyParsers);
