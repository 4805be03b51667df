import { createLoader, createSerializer, parseAsString, type inferParserType } from 'nuqs/server';
import { pageParsers, searchText } from '@/lib/page-params';

const LONGEST_SEARCH = 255;

/** What the address of the list of organizations may carry. */
export const organizationsParsers = { q: parseAsString.withDefault(''), ...pageParsers };

export type OrganizationsParams = inferParserType<typeof organizationsParsers>;

export const loadOrganizationsParams = /* @__PURE__ */ createLoader(organizationsParsers);
const serialize = createSerializer(organizationsParsers);

/** The address of the list in a state; what is left out takes its default. */
export function organizationsHref(params: Partial<OrganizationsParams> = {}): string {
  return serialize('/operator/organizations', params);
}

/** The question that an address puts to `operator.organizations`. */
export function toOrganizationsQuery({ q, page, size }: OrganizationsParams) {
  return { search: searchText(q)?.slice(0, LONGEST_SEARCH) ?? null, page, size };
}
