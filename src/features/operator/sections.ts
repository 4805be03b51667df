/** The parts of the installation that operators look after, each with a page of its own, in their order. */
export const OPERATOR_SECTIONS = [
  { id: 'catalog', href: '/operator/catalog', label: 'Catalogue' },
  { id: 'organizations', href: '/operator/organizations', label: 'Organizations' },
  { id: 'limits', href: '/operator/limits', label: 'Limits' },
  { id: 'audit', href: '/operator/audit', label: 'Audit trail' },
  { id: 'operators', href: '/operator/operators', label: 'Operators' },
] as const;
