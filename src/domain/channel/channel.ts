import { z } from 'zod';
import { HEARD_KINDS } from '@/domain/message/rule';
import { displayNameSchema, emailSchema } from '@/domain/user/account';
import { storedJsonObject, storedText } from '@/domain/validation/fields';

/**
 * The kinds of channels. A new one is a line here, its settings and credentials below, and a sender in
 * `src/server/channel/service/kinds`.
 */
export const CHANNEL_KINDS = [
  ...(['webhook', 'mail', 'slack', 'teams', 'mattermost', 'pagerduty'] as const),
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
const MAX_URL_LENGTH = 2_000;

export const channelName = displayNameSchema;
export const hears = z
  .array(z.enum(HEARD_KINDS))
  .max(HEARD_KINDS.length)
  .transform((kinds) => [...new Set(kinds)]);

/** An address that somebody typed in. Which hosts may be asked is the operator's affair. */
const webAddress = storedText(MAX_URL_LENGTH)
  .refine(isWebAddress, {
    error: 'must be an http or https address without a user, a password or a fragment',
  })
  .meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?:' });

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === '';
}

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

const drafted = { name: channelName, hears };

function hidden<const Kind extends string>(kind: Kind) {
  return z.object({ ...drafted, kind: z.literal(kind), credentials: addressCredentials });
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
  ])
  .meta({
    id: 'NewChannel',
    example: {
      kind: 'webhook',
      name: 'Operations',
      hears: ['build.denied'],
      settings: { url: 'https://hooks.example.com/eventide' },
    },
  });

export type ChannelDraft = z.output<typeof channelDraft>;

/** What people change of one. Its settings are read as its kind has them. */
export const channelPatch = z
  .object({
    name: channelName.optional(),
    hears: hears.optional(),
    settings: storedJsonObject.describe('Replaces them as a whole').optional(),
    credentials: storedJsonObject.describe('Replaces what was stored sealed').optional(),
  })
  .meta({ id: 'ChannelPatch', example: { hears: ['build.denied', 'date.changed'] } });
export type ChannelPatch = z.output<typeof channelPatch>;
