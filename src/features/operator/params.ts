import { createLoader, createSerializer, parseAsString, type inferParserType } from 'nuqs/server';
import { hrefs } from '@/features/hrefs';
import { pageParsers, searchText } from '@/lib/page-params';

/** Sections of the operator's pages, in their order. */
export const OPERATOR_SECTIONS = [
  { id: 'catalog', href: hrefs.operator.catalog, label: 'Catalog' },
  { id: 'organizations', href: hrefs.operator.organizations, label: 'Organizations' },
  { id: 'limits', href: hrefs.operator.limits, label: 'Limits' },
  { id: 'audit', href: hrefs.operator.audit, label: 'Audit log' },
  { id: 'operators', href: hrefs.operator.operators, label: 'Operators' },
] as const;

/** Number of catalog updates that are shown at first. */
export const ATTEMPTS_AT_FIRST = 10;

/** Page of the list of limited callers, as the URL holds it. */
export const limitsParsers = pageParsers;

export type LimitsParams = inferParserType<typeof limitsParsers>;

export const loadLimitsParams = /* @__PURE__ */ createLoader(limitsParsers);
const serializeLimits = createSerializer(limitsParsers);

/** Links to the limits in a state; what is left out takes its default. */
export function limitsHref(params: Partial<LimitsParams> = {}): string {
  return serializeLimits(hrefs.operator.limits, params);
}

const LONGEST_SEARCH = 255;

/** Search and page of the list of organizations, as the URL holds them. */
export const organizationsParsers = { q: parseAsString.withDefault(''), ...pageParsers };

export type OrganizationsParams = inferParserType<typeof organizationsParsers>;

export const loadOrganizationsParams = /* @__PURE__ */ createLoader(organizationsParsers);
const serializeOrganizations = createSerializer(organizationsParsers);

/** Links to the organizations in a state; what is left out takes its default. */
export function organizationsHref(params: Partial<OrganizationsParams> = {}): string {
  return serializeOrganizations(hrefs.operator.organizations, params);
}

/** Turns the URL's state into the input of `operator.organizations`. */
export function toOrganizationsQuery({ q, page, size }: OrganizationsParams) {
  return { search: searchText(q)?.slice(0, LONGEST_SEARCH) ?? null, page, size };
}
