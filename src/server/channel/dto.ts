import { z } from 'zod';
import {
  CHANNEL_KINDS,
  CHANNEL_SETTINGS,
  DELIVERY_STATES,
  DISABLED_REASONS,
  type ChannelKind,
} from '@/domain/channel/channel';
import { FAILURE_KINDS } from '@/domain/channel/outcome';
import { messageContent } from '@/domain/message/content';
import { MESSAGE_KINDS } from '@/domain/message/kinds';
import { instant } from '@/server/platform/trpc/outputs';
import type { ChannelRow } from './repository/channels';
import type { AttemptRow, DeliveryRow } from './repository/history';
import { storedSigning } from './service/signing';

/** What the kind's schema in `CHANNEL_SETTINGS` gives: texts and lists of texts, none of it secret. */
const settings = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

const channelExample = {
  id: '01931c5d-6b52-7c03-ad18-9e6c3f7b2041',
  kind: 'webhook',
  name: 'Operations',
  settings: { url: 'https://hooks.example.com/eventide' },
  state: 'active',
  disabled_reason: null,
  disabled_at: null,
  failing_since: null,
  signing: {
    public_key: 'whpk_MCowBQYDK2VwAyEAfbXbWcbSbxlPIAVZbVlKtWIbbnX0LLNnq4ZlrWNNxeI=',
    previous: null,
  },
  created_by: 'Ada Lovelace',
  created_at: '2026-01-02T09:00:00.000Z',
  updated_at: '2026-01-02T09:00:00.000Z',
};

/** A channel without its secrets. */
export const channelRecord = z
  .object({
    id: z.guid(),
    kind: z.enum(CHANNEL_KINDS),
    name: z.string(),
    settings: settings.describe(
      'Of a webhook its `url`, of a mail channel its `addresses`, of PagerDuty the `url` of its events; of a chat, whose address is a secret, the `host` in it',
    ),
    state: z.enum(['active', 'disabled']),
    disabled_reason: z
      .enum(DISABLED_REASONS)
      .nullable()
      .describe(
        '`paused`: by a person; `gone`: its receiver answered 410; `failing`: for five days',
      ),
    disabled_at: instant.nullable(),
    failing_since: instant
      .nullable()
      .describe('When the first attempt failed after the last that did not'),
    signing: z
      .object({
        public_key: z.string().describe('`whpk_…`: checks the signatures `v1a`'),
        previous: z
          .object({ public_key: z.string(), ends_at: instant })
          .nullable()
          .describe('What signs as well until it ends'),
      })
      .nullable()
      .describe('Null for a kind that does not sign'),
    created_by: z.string(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Channel', example: channelExample });
export type ChannelRecord = z.output<typeof channelRecord>;

/** A record together with the secret, which is never shown again. */
export const shownChannel = channelRecord
  .extend({
    secret: z
      .string()
      .nullable()
      .describe('`whsec_…`: checks the signatures `v1`; shown this once. Null: it does not sign'),
  })
  .meta({
    id: 'ShownChannel',
    example: { ...channelExample, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw5cWDTa8hMkE=' },
  });

export function toChannelRecord(row: ChannelRow, now: Date): ChannelRecord {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    settings: settingsOf(row.kind, row.settings),
    state: row.disabledAt ? 'disabled' : 'active',
    disabled_reason: row.disabledReason,
    disabled_at: row.disabledAt?.toISOString() ?? null,
    failing_since: row.failingSince?.toISOString() ?? null,
    signing: signingShown(row.settings, now),
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function settingsOf(kind: ChannelKind, stored: unknown): ChannelRecord['settings'] {
  return CHANNEL_SETTINGS[kind].parse(stored);
}

function signingShown(stored: unknown, now: Date): ChannelRecord['signing'] {
  const { signing } = storedSigning.parse(stored);
  if (!signing) return null;
  const { publicKey, previous } = signing;
  const isOver = !previous || new Date(previous.endsAt) <= now;
  return {
    public_key: publicKey,
    previous: isOver ? null : { public_key: previous.publicKey, ends_at: previous.endsAt },
  };
}

const failure = z
  .enum(FAILURE_KINDS)
  .nullable()
  .describe(
    'Why it failed: `address` is no host that may be asked, `status` another answer than success, `refused` for good; `interrupted`: the process ended, and nobody knows whether it arrived. Null: it did not',
  );

const deliveryExample = {
  message_id: '01931c60-2f11-7c3d-9b1a-6d2f0e5a7c48',
  kind: 'build.denied',
  title: 'acme/shop:1.2 is denied',
  created_at: '2026-04-30T12:00:00.000Z',
  state: 'delivered',
  attempts: 1,
  due_at: null,
  last_attempt: {
    number: 1,
    started_at: '2026-04-30T12:00:00.100Z',
    ended_at: '2026-04-30T12:00:00.300Z',
    failure: null,
    status: 204,
  },
};

const attemptSummary = z.object({
  number: z.int(),
  started_at: instant,
  ended_at: instant.nullable().describe('Null while it is under way'),
  failure,
  status: z.int().nullable().describe('Of the HTTP or SMTP answer'),
});

/** One message for one channel. */
export const deliveryRecord = z
  .object({
    message_id: z.guid().describe('Also the `webhook-id`, in every attempt'),
    kind: z.enum(MESSAGE_KINDS),
    title: z.string(),
    created_at: instant,
    state: z.enum(DELIVERY_STATES).describe('`dropped`: the channel was disabled'),
    attempts: z
      .int()
      .describe('Since it was made or last replayed, or some of many items were last done'),
    due_at: instant.nullable().describe('When the next attempt is due'),
    last_attempt: attemptSummary.nullable(),
  })
  .meta({ id: 'Delivery', example: deliveryExample });

export const deliveryDetail = deliveryRecord
  .extend({
    body: z.string().describe('What is sent; of a mail its plain text'),
    made: z
      .array(attemptSummary.extend({ answer: z.string().nullable() }))
      .describe('The attempts, the newest first, with the beginning of each answer'),
  })
  .meta({
    id: 'DeliveryDetail',
    example: {
      ...deliveryExample,
      body: '{"type":"build.denied","timestamp":"2026-04-30T12:00:00.000Z","data":{}}',
      made: [{ ...deliveryExample.last_attempt, answer: 'ok' }],
    },
  });
export type DeliveryRecord = z.output<typeof deliveryRecord>;
export type DeliveryDetail = z.output<typeof deliveryDetail>;

export function toDelivery(row: DeliveryRow): DeliveryRecord {
  const { number, startedAt, endedAt, failure: fault, status } = row;
  return {
    message_id: row.messageId,
    kind: row.kind,
    title: messageContent.parse(row.content).title,
    created_at: row.createdAt.toISOString(),
    state: row.state,
    attempts: row.attempts,
    due_at: row.dueAt?.toISOString() ?? null,
    last_attempt:
      number === null || startedAt === null
        ? null
        : attemptShown({ number, startedAt, endedAt, failure: fault, status }),
  };
}

type ShownAttempt = Pick<AttemptRow, 'number' | 'startedAt' | 'endedAt' | 'status'> & {
  readonly failure: string | null;
};

function attemptShown({ number, startedAt, endedAt, failure: fault, status }: ShownAttempt) {
  return {
    number,
    started_at: startedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    failure: failure.parse(fault),
    status,
  };
}

export function toDeliveryDetail(
  row: DeliveryRow,
  attempts: readonly AttemptRow[],
  body: string,
): DeliveryDetail {
  const made = attempts.map((one) => ({ ...attemptShown(one), answer: one.answer }));
  return { ...toDelivery(row), body, made };
}
