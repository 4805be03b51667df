import { z } from 'zod';
import { displayNameSchema } from '@/domain/user/account';
import { MESSAGE_KINDS, type MessageContent, type MessageKind, SEVERITIES } from './content';
import { partOf } from './part';
import { digestHour, isUrgent, TEMPI, timeZone } from './tempo';

/** The kinds that rules are about; a digest is made of these, and a test goes to whichever channel is tested. */
export type HeardKind = Exclude<MessageKind, 'digest' | 'test'>;
export const HEARD_KINDS = MESSAGE_KINDS.filter(isHeardKind);

function isHeardKind(kind: MessageKind): kind is HeardKind {
  return kind !== 'digest' && kind !== 'test';
}

/** What of a message a rule is about: all of it, what one team owns, what nobody owns. */
export const RULE_SCOPES = ['everything', 'team', 'nobody'] as const;
export type RuleScope = (typeof RULE_SCOPES)[number];

/** Rules of one organization. */
export const MAX_RULES = 200;
/** Channels that one rule leads to. */
export const MAX_RULE_CHANNELS = 50;

export const ruleName = displayNameSchema;

/** A rule as people make one, or change it as a whole. */
export const messageRule = z
  .object({
    name: ruleName,
    kinds: z
      .array(z.enum(HEARD_KINDS))
      .min(1)
      .max(MESSAGE_KINDS.length)
      .transform((kinds) => HEARD_KINDS.filter((kind) => kinds.includes(kind)))
      .describe('The kinds of messages that it is about'),
    scope: z
      .enum(RULE_SCOPES)
      .default('everything')
      .describe(
        '`team`: what `team_id` owns; `nobody`: what nobody owns. Messages are cut to what of them is in the scope',
      ),
    team_id: z.guid().nullable().default(null).describe('With the scope `team` alone'),
    least_severity: z.enum(SEVERITIES).default('info'),
    channel_ids: z
      .array(z.guid())
      .min(1)
      .max(MAX_RULE_CHANNELS)
      .transform((ids) => [...new Set(ids)]),
    tempo: z
      .enum(TEMPI)
      .default('daily')
      .describe('`at_once`: each message by itself; else what came together, in one'),
    hour: digestHour.default(8).describe('When a digest is due: on weekdays of weekly ones Monday'),
    time_zone: timeZone.default('UTC'),
    urgent_at_once: z
      .boolean()
      .default(true)
      .describe('Whether denied builds, and what is critical, wait for no digest'),
    enabled: z.boolean().default(true),
  })
  .refine(({ scope, team_id: teamId }) => (scope === 'team') === (teamId !== null), {
    error: 'a team is named with the scope team, and with no other',
    path: ['team_id'],
  });
export type MessageRule = z.output<typeof messageRule>;

/** What of a rule decides on a message. */
export type Listening = Pick<
  MessageRule,
  'kinds' | 'scope' | 'team_id' | 'least_severity' | 'tempo' | 'urgent_at_once'
>;

/** Of these nobody is the owner, as they are of the whole organization or of the installation. */
const UNOWNED_KINDS: readonly MessageKind[] = [
  ...(['coverage.fell', 'catalog.stale', 'scanner_database.stale', 'key.expiring'] as const),
  'channel.disabled',
];

/** What of a message a rule lets through; null when it is nothing. */
export function heardBy(rule: Listening, content: MessageContent): MessageContent | null {
  const { kinds, scope, team_id: teamId, least_severity: least } = rule;
  if (!kinds.some((kind) => kind === content.kind)) return null;
  if (SEVERITIES.indexOf(content.severity) < SEVERITIES.indexOf(least)) return null;
  if (scope === 'everything') return content;
  if (UNOWNED_KINDS.includes(content.kind)) return null;
  return partOf(content, (item) => item.teamId === teamId);
}

/** Whether a rule lets a message through by itself, and not in the next digest. */
export function isSaidAtOnce(rule: Listening, content: MessageContent): boolean {
  return rule.tempo === 'at_once' || (rule.urgent_at_once && isUrgent(content));
}

/** A stored rule, with the channels that it leads to. */
export interface Listener extends Listening {
  readonly id: string;
  readonly channel_ids: readonly string[];
}

/** What is done with a message. */
export interface Routes {
  /** The same to each of some channels; no channel is named twice. */
  readonly atOnce: readonly {
    readonly content: MessageContent;
    readonly channelIds: readonly string[];
  }[];
  /** What waits for the digest of a rule. */
  readonly held: readonly { readonly ruleId: string; readonly channelId: string }[];
}

/**
 * Decides which channels hear a message at once, and what of it, and which in the next digest. A channel to which several
 * rules lead hears it once: whatever any of them lets through.
 */
export function routesOf(content: MessageContent, rules: readonly Listener[]): Routes {
  const heard = rules.flatMap((rule) => {
    const part = heardBy(rule, content);
    return part ? [{ rule, part }] : [];
  });
  const now = heard.filter(({ rule }) => isSaidAtOnce(rule, content));
  const later = heard.filter(({ rule }) => !isSaidAtOnce(rule, content));
  const parts = new Map<string, MessageContent[]>();
  for (const { rule, part } of now) {
    for (const id of rule.channel_ids) parts.set(id, [...(parts.get(id) ?? []), part]);
  }
  return {
    atOnce: sameTogether(
      [...parts].map(([channelId, own]) => ({ channelId, content: joined(content, own) })),
    ),
    held: later.flatMap(({ rule }) =>
      rule.channel_ids.map((channelId) => ({ ruleId: rule.id, channelId })),
    ),
  };
}

/** All that any of some parts of a message has. */
function joined(content: MessageContent, parts: readonly MessageContent[]): MessageContent {
  if (parts.includes(content)) return content;
  const items = new Set(parts.flatMap((part) => part.items));
  return partOf(content, (item) => items.has(item)) ?? content;
}

interface ForChannel {
  readonly channelId: string;
  readonly content: MessageContent;
}

/** Puts together the channels that are told the same. */
export function sameTogether(told: readonly ForChannel[]): Routes['atOnce'] {
  const groups = new Map<string, { content: MessageContent; channelIds: string[] }>();
  for (const { channelId, content } of told) {
    const text = JSON.stringify(content);
    const group = groups.get(text) ?? { content, channelIds: [] };
    group.channelIds.push(channelId);
    groups.set(text, group);
  }
  return [...groups.values()];
}
