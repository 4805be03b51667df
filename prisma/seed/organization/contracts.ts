import type { SeedTeamName } from './teams';

/** Support that the organization pays for. Days are counted from today. */
export interface SeedContract {
  readonly vendor: string;
  /** It is entered on the day on which it starts. */
  readonly startedDaysAgo: number;
  readonly endsInDays: number;
  readonly noticeDays: number;
  /** Neither a project nor a team: everywhere. */
  readonly project?: string;
  readonly team?: SeedTeamName;
  readonly software: readonly { readonly productName: string; readonly cycle: string }[];
  readonly amount: string;
  readonly documentUrl: string | null;
  readonly note: string | null;
}

/** One for each place: it ends soon everywhere, and runs for long in a team's projects and in one project. */
export const contracts: readonly SeedContract[] = [
  {
    ...{ vendor: 'Northstar Linux Care', startedDaysAgo: 320, endsInDays: 45, noticeDays: 90 },
    software: [{ productName: 'Ubuntu', cycle: '20.04' }],
    ...{ amount: '18400.00', documentUrl: 'https://contracts.example.com/2026-014' },
    note: 'Renewal is asked for; the platform team hopes to have moved by then.',
  },
  {
    ...{ vendor: 'Evergreen Support', startedDaysAgo: 200, endsInDays: 530, noticeDays: 120 },
    team: 'Payments',
    software: [
      { productName: 'Debian', cycle: '10' },
      { productName: 'OpenSSL', cycle: '1.1.1' },
    ],
    ...{ amount: '9600.00', documentUrl: 'https://contracts.example.com/2026-031', note: null },
  },
  {
    ...{ vendor: 'Evergreen Support', startedDaysAgo: 400, endsInDays: 695, noticeDays: 180 },
    project: 'github//acme/legacy-portal',
    software: [{ productName: 'CentOS', cycle: '7' }],
    ...{ amount: '31000.00', documentUrl: null },
    note: 'The portal is switched off before it ends.',
  },
];
