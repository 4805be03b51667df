/** A team of the demo, with the people who are in it by their addresses. */
export interface SeedTeam {
  readonly name: string;
  readonly email: string | null;
  readonly link: string | null;
  readonly handles: readonly string[];
  readonly people: readonly string[];
}

export const teams = [
  {
    ...{ name: 'Storefront', email: 'storefront@acme.example' },
    link: 'https://chat.acme.example/storefront',
    handles: ['@acme/storefront'],
    people: ['member@acme.example'],
  },
  {
    ...{ name: 'Payments', email: 'payments@acme.example', link: null },
    handles: ['@acme/payments'],
    people: ['admin@acme.example', 'member@acme.example'],
  },
  {
    ...{ name: 'Platform', email: null, link: 'https://chat.acme.example/platform' },
    handles: ['@acme/platform'],
    people: ['admin@acme.example'],
  },
  {
    ...{ name: 'Data', email: 'data@acme.example', link: null },
    handles: [],
    people: [],
  },
] as const satisfies readonly SeedTeam[];

export type SeedTeamName = (typeof teams)[number]['name'];

/** Rules in their order; what no rule says something of, such as the legacy portal, is of nobody. */
export const ownerRules = [
  { kind: 'name', pattern: 'github//acme/billing', team: 'Payments' },
  { kind: 'label', label: 'team', value: 'storefront', team: 'Storefront' },
  { kind: 'label', label: 'team', value: 'data*', team: 'Data' },
  { kind: 'name', pattern: 'gitlab//acme/platform/*', team: 'Platform' },
  { kind: 'codeowners' },
] as const;

/** A project whose file names a team, and one whose owner was set by hand. */
export const codeowners = {
  project: 'github//acme/accounts',
  content: '* @acme/platform\n/Dockerfile @acme/payments\n',
} as const;
export const ownedByHand = { project: 'azure//acme/erp/warehouse', team: 'Platform' } as const;
