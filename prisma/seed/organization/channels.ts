import type { ChannelDraft } from '@/domain/channel/channel';

export interface SeedChannel {
  readonly draft: ChannelDraft;
  readonly addedDaysAgo: number;
  /** Nobody listens there, and the demo sends nothing to strangers. */
  readonly isPaused: boolean;
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
];
