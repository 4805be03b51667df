import type { SeedTeamName } from './teams';

/** A move that the organization has planned. */
export interface SeedPlan {
  readonly product: string;
  readonly cycle: string;
  readonly targetCycle: string;
  readonly madeDaysAgo: number;
  /** Days from today; negative: it has passed. */
  readonly dueInDays: number;
  readonly hasOwner: boolean;
  /** For the projects of this team, which sees to it. */
  readonly team?: SeedTeamName;
  readonly ticket?: string;
  readonly note?: string;
}

/** One in each state: under way, planned, overdue, done, and found again after it was done. */
export const plans: readonly SeedPlan[] = [
  {
    ...{ product: 'Debian', cycle: '12', targetCycle: '13', madeDaysAgo: 150, dueInDays: 36 },
    ...{ hasOwner: true, ticket: 'https://tickets.example.com/PLAT-212' },
    note: 'The base images first; services follow with their next release.',
  },
  {
    ...{ product: 'OpenSSL', cycle: '1.1.1', targetCycle: '3.5', madeDaysAgo: 30 },
    ...{ dueInDays: 126, hasOwner: false },
  },
  {
    ...{ product: 'Bootstrap', cycle: '4', targetCycle: '5', madeDaysAgo: 180, dueInDays: -20 },
    ...{ hasOwner: true, ticket: 'https://tickets.example.com/SHOP-87' },
  },
  {
    ...{ product: 'Composer', cycle: '2.8', targetCycle: '2.9', madeDaysAgo: 60, dueInDays: 10 },
    hasOwner: true,
  },
  {
    ...{ product: 'Django', cycle: '4.2', targetCycle: '5.2', madeDaysAgo: 250, dueInDays: 95 },
    ...{ hasOwner: true, note: 'Long-term support to long-term support.' },
  },
  {
    ...{ product: 'Perl', cycle: '5.36', targetCycle: '5.42', madeDaysAgo: 90, dueInDays: 300 },
    hasOwner: false,
  },
  {
    ...{ product: 'Hibernate ORM', cycle: '6.4', targetCycle: '7.4', madeDaysAgo: 80 },
    ...{ dueInDays: 60, hasOwner: false, team: 'Payments' },
    ticket: 'https://tickets.example.com/BILL-417',
    note: 'Accounts first; billing follows once the fiscal year is closed.',
  },
];
