/** What the organization builds itself, as its `catalog.yaml` says. Days are counted from today. */
export const ownCatalog = [
  {
    ...{ slug: 'acme-billing-api', name: 'ACME Billing API', category: 'service' as const },
    ...{ vendor: 'ACME', reason: 'Built by Payments; other teams depend on its versions' },
    images: ['registry.acme.example/billing/billing-api'],
    purls: ['pkg:maven/com.acme.billing/*'],
    cycles: [
      { name: '5.3', releasedDaysAgo: 310, supportedForDays: 420 },
      { name: '5.2', releasedDaysAgo: 470, supportedForDays: 40 },
    ],
  },
  {
    ...{ slug: 'acme-design-system', name: 'ACME Design System', category: 'framework' as const },
    ...{ vendor: 'ACME', reason: 'Published to our registry by the front-end guild' },
    images: [],
    purls: ['pkg:npm/@acme/*'],
    cycles: [
      { name: '8', releasedDaysAgo: 120, supportedForDays: 600 },
      { name: '7', releasedDaysAgo: 520, supportedForDays: -30 },
    ],
  },
];
