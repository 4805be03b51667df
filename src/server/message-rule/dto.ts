import { z } from 'zod';
import { CHANNEL_KINDS } from '@/domain/channel/channel';
import { SEVERITIES } from '@/domain/message/content';
import { MESSAGE_KINDS } from '@/domain/message/kinds';
import { HEARD_KINDS, type MessageRule, RULE_SCOPES } from '@/domain/message/rule';
import { TEMPI } from '@/domain/message/tempo';
import { instant } from '@/server/platform/trpc/outputs';
import type { RuleRow } from './repository/rules';

export const ruleExample = {
  name: 'Payments, on Mondays',
  kinds: ['support.ends' as const, 'date.changed' as const],
  scope: 'team' as const,
  team_id: '01931c5d-0000-7c03-ad18-9e6c3f7b2041',
  project_names: [],
  project_label: null,
  least_severity: 'info' as const,
  channel_ids: ['01931c5d-6b52-7c03-ad18-9e6c3f7b2041'],
  tempo: 'weekly' as const,
  hour: 8,
  time_zone: 'Europe/Berlin',
  urgent_at_once: true,
  enabled: true,
};

/** A rule as it is stored. */
export const ruleRecord = z
  .object({
    id: z.guid(),
    name: z.string(),
    kinds: z.array(z.enum(HEARD_KINDS)),
    scope: z.enum(RULE_SCOPES),
    team_id: z.guid().nullable(),
    project_names: z.array(z.string()),
    project_label: z.object({ name: z.string(), value: z.string() }).nullable(),
    least_severity: z.enum(SEVERITIES),
    channel_ids: z
      .array(z.guid())
      .describe('Empty where the channels are gone: it leads nowhere then'),
    tempo: z.enum(TEMPI),
    hour: z.int(),
    time_zone: z.string(),
    urgent_at_once: z.boolean(),
    enabled: z.boolean(),
    next_digest_at: instant.nullable().describe('Null where it is off, or makes no digests'),
    waiting: z.int().describe('Messages that wait for the next digest'),
    created_by: z.string(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({
    id: 'MessageRule',
    example: {
      id: '01931c5d-7777-7c03-ad18-9e6c3f7b2041',
      ...ruleExample,
      next_digest_at: '2026-01-05T07:00:00.000Z',
      waiting: 3,
      created_by: 'Ada Lovelace',
      created_at: '2026-01-02T09:00:00.000Z',
      updated_at: '2026-01-02T09:00:00.000Z',
    },
  });
export type RuleRecord = z.output<typeof ruleRecord>;

export function toRuleRecord(row: RuleRow): RuleRecord {
  return {
    ...{ id: row.id, ...toRule(row) },
    next_digest_at: row.nextDigestAt?.toISOString() ?? null,
    ...{ waiting: row.waiting, created_by: row.createdBy },
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

type LabelColumns = Pick<RuleRow, 'projectLabel' | 'projectLabelValue'>;

function projectLabelOf({ projectLabel: name, projectLabelValue: value }: LabelColumns) {
  return name === null || value === null ? null : { name, value };
}

/** What of a stored rule people say. */
export function toRule(row: Omit<RuleRow, 'waiting'>): MessageRule {
  return {
    ...{ name: row.name, kinds: row.kinds, scope: row.scope, team_id: row.teamId },
    ...{ project_names: row.projectNames, project_label: projectLabelOf(row) },
    ...{ least_severity: row.leastSeverity, channel_ids: row.channelIds, tempo: row.tempo },
    ...{ hour: row.hour, time_zone: row.timeZone },
    ...{ urgent_at_once: row.urgentAtOnce, enabled: row.isOn },
  };
}

const body = z.object({
  kind: z.enum(CHANNEL_KINDS),
  channels: z.array(z.string()).describe('The names of the channels of this kind'),
  text: z.string().describe('What would have been sent; of a mail its plain text'),
});

const previewedMessage = z.object({
  at: instant.describe('When it would have been sent'),
  kind: z.enum(MESSAGE_KINDS),
  title: z.string(),
  severity: z.enum(SEVERITIES),
  total: z.int().describe('How many things it is about'),
  bodies: z.array(body),
});

/** What a rule would have sent. */
export const rulePreview = z
  .object({
    since: instant,
    until: instant,
    total: z.int().describe('How many messages it would have sent'),
    messages: z.array(previewedMessage).describe('The newest of them'),
    next: previewedMessage
      .nullable()
      .describe('What the next digest would say if nothing more came; null: nothing waits for one'),
    examined: z.int().describe('Messages of its kinds that were said in the time'),
  })
  .meta({
    id: 'MessageRulePreview',
    example: {
      since: '2026-01-02T09:00:00.000Z',
      until: '2026-01-09T09:00:00.000Z',
      total: 1,
      messages: [
        {
          at: '2026-01-05T07:00:00.000Z',
          kind: 'digest',
          title: 'Weekly digest: 2 to look at',
          severity: 'warning',
          total: 2,
          bodies: [{ kind: 'mail', channels: ['Payments'], text: 'Weekly digest: 2 to look at' }],
        },
      ],
      next: null,
      examined: 4,
    },
  });
export type RulePreview = z.output<typeof rulePreview>;
export type PreviewedMessage = z.output<typeof previewedMessage>;
