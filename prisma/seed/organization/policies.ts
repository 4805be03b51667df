/**
 * A rule on builds. `denyOnDaysAgo` and `deniesFromDaysAgo` are dates, relative to today; negative in the future. Negative
 * `denyDays` are days after the end.
 */
export interface SeedPolicy {
  readonly createdDaysAgo: number;
  readonly scope: 'global' | 'project' | 'software';
  readonly warnDays?: number;
  readonly denyDays?: number;
  readonly warnOnDaysAgo?: number;
  readonly denyOnDaysAgo?: number;
  readonly deniesFromDaysAgo?: number;
  readonly projectName?: string;
  readonly productName?: string;
  readonly cycle?: string;
  readonly cycleOperator?: 'LT' | 'LTE' | 'EQ';
  readonly onlyRunning?: boolean;
  /** What becomes of builds with packages that registries speak against, and of stale lines. */
  readonly deprecated?: 'WARN' | 'DENY';
  readonly stale?: 'WARN' | 'DENY';
}

export const policies: readonly SeedPolicy[] = [
  { createdDaysAgo: 500, scope: 'global', warnDays: 90 },
  { createdDaysAgo: 60, scope: 'global', denyDays: 0, onlyRunning: true },
  {
    createdDaysAgo: 300,
    scope: 'project',
    projectName: 'github//acme/shop',
    warnDays: 180,
    denyDays: 0,
  },
  {
    createdDaysAgo: 260,
    scope: 'software',
    productName: 'Node.js',
    cycle: '18',
    cycleOperator: 'LTE',
    warnOnDaysAgo: 240,
    denyOnDaysAgo: 150,
  },
  {
    createdDaysAgo: 120,
    scope: 'project',
    projectName: 'github//acme/billing',
    warnDays: 120,
    denyDays: -30,
    deniesFromDaysAgo: -21,
  },
  {
    createdDaysAgo: 33,
    scope: 'software',
    productName: 'Microsoft .NET',
    cycle: '8',
    cycleOperator: 'LTE',
    warnOnDaysAgo: 30,
    denyOnDaysAgo: -45,
  },
  { createdDaysAgo: 9, scope: 'global', deprecated: 'WARN', stale: 'WARN' },
];
