import type { ChannelDraft } from '@/domain/channel/channel';

export interface SeedChannel {
  readonly draft: ChannelDraft;
  readonly addedDaysAgo: number;
  /** Nobody listens there, and the demo sends nothing to strangers. */
  readonly isPaused: boolean;
  /** As if they had been made while somebody listened. */
  readonly tickets?: readonly SeedTicket[];
}

export interface SeedTicket {
  readonly product: string;
  readonly cycle: string;
  readonly name: string;
  readonly isSolved: boolean;
}

/** Where the demo's organization has messages go. */
export const channels: readonly SeedChannel[] = [
  {
    draft: {
      kind: 'webhook',
      name: 'Release gate',
      hears: ['build.denied'],
      settings: { url: 'https://hooks.example.com/eventide' },
    },
    addedDaysAgo: 45,
    isPaused: true,
  },
  {
    draft: {
      kind: 'mail',
      name: 'Platform team',
      hears: ['date.changed'],
      settings: { addresses: ['platform@example.com'] },
    },
    addedDaysAgo: 30,
    isPaused: false,
  },
  {
    draft: {
      kind: 'slack',
      name: '#operations',
      hears: ['build.denied', 'support.ends', 'date.changed'],
      credentials: { url: 'https://hooks.slack.example/services/T0000/B0000/demo' },
    },
    addedDaysAgo: 20,
    isPaused: true,
  },
  {
    draft: {
      kind: 'pagerduty',
      name: 'On call',
      hears: ['build.denied'],
      credentials: { routing_key: 'demodemodemodemodemodemodemodemo' },
      settings: { url: 'https://events.pagerduty.example/v2/enqueue' },
    },
    addedDaysAgo: 10,
    isPaused: true,
  },
  {
    draft: {
      kind: 'jira',
      name: 'Tickets of the platform',
      hears: ['support.ends'],
      settings: {
        ...{ url: 'https://jira.example.com', deployment: 'data_center', project: 'PLAT' },
        ...{ issue_type: 'Task', labels: ['end-of-life'], done_transition: '' },
      },
      credentials: { email: '', token: 'demo' },
    },
    addedDaysAgo: 8,
    isPaused: true,
    tickets: [
      { product: 'Debian', cycle: '12', name: 'PLAT-212', isSolved: false },
      { product: 'Composer', cycle: '2.8', name: 'PLAT-198', isSolved: true },
    ],
  },
];
