import type { ChannelDraft } from '@/domain/channel/channel';
import type { MessageRule } from '@/domain/message/rule';

export interface SeedChannel {
  readonly draft: ChannelDraft;
  readonly addedDaysAgo: number;
  /** Nobody listens there, and the demo sends nothing to strangers. */
  readonly isPaused: boolean;
  /** What the rule says that leads to it; the rest is as it is by default. */
  readonly hears: Pick<MessageRule, 'name' | 'kinds'> & Partial<MessageRule>;
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
      settings: { url: 'https://hooks.example.com/eventide' },
    },
    addedDaysAgo: 45,
    isPaused: true,
    hears: { name: 'Denied builds', kinds: ['build.denied'], tempo: 'at_once' },
  },
  {
    draft: {
      kind: 'mail',
      name: 'Platform team',
      settings: { addresses: ['platform@example.com'] },
    },
    addedDaysAgo: 30,
    isPaused: false,
    hears: {
      ...{ name: 'Mondays', kinds: ['support.ends', 'date.changed'], tempo: 'weekly' },
      ...{ hour: 8, time_zone: 'Europe/Berlin' },
    },
  },
  {
    draft: {
      kind: 'slack',
      name: '#operations',
      credentials: { url: 'https://hooks.slack.example/services/T0000/B0000/demo' },
    },
    addedDaysAgo: 20,
    isPaused: true,
    hears: {
      ...{ name: 'Operations, daily', kinds: ['build.denied', 'support.ends', 'date.changed'] },
      ...{ scope: 'projects', project_names: ['gitlab//acme/platform/*', '*/warehouse'] },
    },
  },
  {
    draft: {
      kind: 'pagerduty',
      name: 'On call',
      credentials: { routing_key: 'demodemodemodemodemodemodemodemo' },
      settings: { url: 'https://events.pagerduty.example/v2/enqueue' },
    },
    addedDaysAgo: 10,
    isPaused: true,
    hears: {
      name: 'Broken now',
      kinds: ['build.denied'],
      least_severity: 'critical',
      tempo: 'at_once',
    },
  },
  {
    draft: {
      kind: 'jira',
      name: 'Tickets of the platform',
      settings: {
        ...{ url: 'https://jira.example.com', deployment: 'data_center', project: 'PLAT' },
        ...{ issue_type: 'Task', labels: ['end-of-life'], done_transition: '' },
      },
      credentials: { email: '', token: 'demo' },
    },
    addedDaysAgo: 8,
    isPaused: true,
    hears: { name: 'Tickets', kinds: ['support.ends'], tempo: 'at_once' },
    tickets: [
      { product: 'Debian', cycle: '12', name: 'PLAT-212', isSolved: false },
      { product: 'Composer', cycle: '2.8', name: 'PLAT-198', isSolved: true },
    ],
  },
];
