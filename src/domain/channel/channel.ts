import { z } from 'zod';
import { displayNameSchema, emailSchema } from '@/domain/user/account';
import { storedJsonObject } from '@/domain/validation/fields';
import {
  githubSettings,
  gitlabSettings,
  jiraCredentials,
  jiraSettings,
  tokenCredentials,
} from './trackers';
import { webAddress } from './web-address';

/**
 * The kinds of channels. A new one is a line here, its settings and credentials below, and a sender in
 * `src/server/channel/service/kinds`.
 */
export const CHANNEL_KINDS = [
  ...(['webhook', 'mail', 'slack', 'teams', 'mattermost', 'pagerduty'] as const),
  ...(['jira', 'github', 'gitlab'] as const),
] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Why a channel delivers nothing: a person paused it, its receiver is gone (410), it failed for too long. */
export const DISABLED_REASONS = ['paused', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** What becomes of a message for one channel; `dropped`: the channel was disabled. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'dropped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Channels of one organization. */
export const MAX_CHANNELS = 200;
/** Addresses of one mail channel; a list for more readers is the mail server's. */
export const MAX_ADDRESSES = 20;

export const channelName = displayNameSchema;

const webhookSettings = z.object({ url: webAddress });
const mailSettings = z.object({
  addresses: z
    .array(emailSchema)
    .min(1)
    .max(MAX_ADDRESSES)
    .transform((addresses) => [...new Set(addresses)]),
});

/** Of a kind whose address is a secret: what of it may be seen, which nobody types in. */
const hiddenAddressSettings = z.object({ host: z.string() });
const PAGERDUTY_URL = 'https://events.pagerduty.com/v2/enqueue';
const pagerdutySettings = z.object({
  url: webAddress.default(PAGERDUTY_URL).describe('Another one in the region of the EU'),
});

/** What is known of a channel of a kind, none of it secret. */
export const CHANNEL_SETTINGS = {
  webhook: webhookSettings,
  mail: mailSettings,
  slack: hiddenAddressSettings,
  teams: hiddenAddressSettings,
  mattermost: hiddenAddressSettings,
  pagerduty: pagerdutySettings,
  ...{ jira: jiraSettings, github: githubSettings, gitlab: gitlabSettings },
} as const satisfies Record<ChannelKind, z.ZodType>;
export type ChannelSettings<Kind extends ChannelKind> = z.output<(typeof CHANNEL_SETTINGS)[Kind]>;

/** Whoever has the address of such a webhook can write to its channel. */
const addressCredentials = z
  .object({ url: webAddress.describe('The address of the incoming webhook; never shown again') })
  .meta({ id: 'WebhookAddress', example: { url: 'https://hooks.example.com/services/T0/B0/x' } });
const pagerdutyCredentials = z
  .object({
    routing_key: z
      .string()
      .regex(/^[A-Za-z0-9]{32}$/)
      .describe('Of an integration with the Events API v2; never shown again'),
  })
  .meta({ id: 'RoutingKey', example: { routing_key: '0123456789abcdef0123456789abcdef' } });

/** What people give of a channel of a kind that nobody is to see: it is stored sealed. */
export const CHANNEL_CREDENTIALS = {
  slack: addressCredentials,
  teams: addressCredentials,
  mattermost: addressCredentials,
  pagerduty: pagerdutyCredentials,
  ...{ jira: jiraCredentials, github: tokenCredentials, gitlab: tokenCredentials },
} as const satisfies Partial<Record<ChannelKind, z.ZodType>>;
export type CredentialKind = keyof typeof CHANNEL_CREDENTIALS;
export type ChannelCredentials<Kind extends CredentialKind> = z.output<
  (typeof CHANNEL_CREDENTIALS)[Kind]
>;

export const hasCredentials = (kind: ChannelKind): kind is CredentialKind =>
  kind in CHANNEL_CREDENTIALS;

/** What may be seen of the credentials of a channel: the host that an address leads to. */
export function settingsFromCredentials(credentials: object): { host?: string } {
  return 'url' in credentials && typeof credentials.url === 'string'
    ? { host: new URL(credentials.url).host }
    : {};
}

/**
 * Whether a channel that is there leads to another host than before: what is stored sealed was given for the one before,
 * and is not sent to another because somebody changed an address.
 */
export function leadsElsewhere(before: object, after: object): boolean {
  return originIn(before) !== originIn(after);
}

function originIn(settings: object): string | null {
  return 'url' in settings && typeof settings.url === 'string'
    ? new URL(settings.url).origin
    : null;
}

const drafted = { name: channelName };

function hidden<const Kind extends string>(kind: Kind) {
  return z.object({ ...drafted, kind: z.literal(kind), credentials: addressCredentials });
}

function tracker<const Kind extends string, Settings extends z.ZodType>(
  kind: Kind,
  settings: Settings,
) {
  return z.object({
    ...{ ...drafted, kind: z.literal(kind) },
    ...{ settings, credentials: tokenCredentials },
  });
}

/** A channel as people make one. */
export const channelDraft = z
  .discriminatedUnion('kind', [
    z.object({ ...drafted, kind: z.literal('webhook'), settings: webhookSettings }),
    z.object({ ...drafted, kind: z.literal('mail'), settings: mailSettings }),
    hidden('slack'),
    hidden('teams'),
    hidden('mattermost'),
    z.object({
      ...{ ...drafted, kind: z.literal('pagerduty'), credentials: pagerdutyCredentials },
      settings: pagerdutySettings.prefault({}),
    }),
    z.object({
      ...{ ...drafted, kind: z.literal('jira') },
      ...{ settings: jiraSettings, credentials: jiraCredentials },
    }),
    tracker('github', githubSettings),
    tracker('gitlab', gitlabSettings),
  ])
  .meta({
    id: 'NewChannel',
    example: {
      kind: 'webhook',
      name: 'Operations',
      settings: { url: 'https://hooks.example.com/eventide' },
    },
  });

export type ChannelDraft = z.output<typeof channelDraft>;

/** What people change of one. Its settings are read as its kind has them. */
export const channelPatch = z
  .object({
    name: channelName.optional(),
    settings: storedJsonObject.describe('Replaces them as a whole').optional(),
    credentials: storedJsonObject.describe('Replaces what was stored sealed').optional(),
  })
  .meta({ id: 'ChannelPatch', example: { name: 'Operations, by night' } });
export type ChannelPatch = z.output<typeof channelPatch>;
