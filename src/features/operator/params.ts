import { createLoader, createSerializer, parseAsString, type inferParserType } from 'nuqs/server';
import { hrefs } from '@/features/hrefs';
import { pageParsers, searchText } from '@/lib/page-params';

/** The parts of the installation that operators look after, each with a page of its own, in their order. */
export const OPERATOR_SECTIONS = [
  { id: 'catalog', href: hrefs.operator.catalog, label: 'Catalogue' },
  { id: 'organizations', href: hrefs.operator.organizations, label: 'Organizations' },
  { id: 'limits', href: hrefs.operator.limits, label: 'Limits' },
  { id: 'audit', href: hrefs.operator.audit, label: 'Audit trail' },
  { id: 'operators', href: hrefs.operator.operators, label: 'Operators' },
] as const;

/** How many updates of the catalogue are shown at first. */
export const ATTEMPTS_AT_FIRST = 10;

/** What the address of the page of limits may carry. */
export const limitsParsers = pageParsers;

export type LimitsParams = inferParserType<typeof limitsParsers>;

export const loadLimitsParams = /* @__PURE__ */ createLoader(limitsParsers);
const serializeLimits = createSerializer(limitsParsers);

/** The address of the page in a state; what is left out takes its default. */
export function limitsHref(params: Partial<LimitsParams> = {}): string {
  return serializeLimits(hrefs.operator.limits, params);
}

const LONGEST_SEARCH = 255;

/** What the address of the list of organizations may carry. */
export const organizationsParsers = { q: parseAsString.withDefault(''), ...pageParsers };

export type OrganizationsParams = inferParserType<typeof organizationsParsers>;

export const loadOrganizationsParams = /* @__PURE__ */ createLoader(organizationsParsers);
const serializeOrganizations = createSerializer(organizationsParsers);

/** The address of the list in a state; what is left out takes its default. */
export function organizationsHref(params: Partial<OrganizationsParams> = {}): string {
  return serializeOrganizations(hrefs.operator.organizations, params);
}

/** The question that an address puts to `operator.organizations`. */
export function toOrganizationsQuery({ q, page, size }: OrganizationsParams) {
  return { search: searchText(q)?.slice(0, LONGEST_SEARCH) ?? null, page, size };
}
