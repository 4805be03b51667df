import { z } from 'zod';
import { displayNameSchema } from '@/domain/user/account';
import { storedText } from '@/domain/validation/fields';
import { type MessageContent, type MessageItem, SEVERITIES } from './content';
import { MESSAGE_KINDS, type MessageKind } from './kinds';
import { cutBy, joinedItem, partOf, splitItem } from './part';
import { digestHour, isUrgent, TEMPI, timeZone } from './tempo';

/** The kinds that rules are about; a digest is made of these, and a test goes to whichever channel is tested. */
export type HeardKind = Exclude<MessageKind, 'digest' | 'test'>;
export const HEARD_KINDS = MESSAGE_KINDS.filter(isHeardKind);

function isHeardKind(kind: MessageKind): kind is HeardKind {
  return kind !== 'digest' && kind !== 'test';
}

/** What of a message a rule is about: all of it, what one team owns, what nobody owns, what is of some projects. */
export const RULE_SCOPES = ['everything', 'team', 'nobody', 'projects'] as const;
export type RuleScope = (typeof RULE_SCOPES)[number];

/** Rules of one organization. */
export const MAX_RULES = 200;
/** Names, or patterns of names, of the projects that a rule is about. */
export const MAX_RULE_PROJECTS = 50;
/** Channels that one rule leads to. */
export const MAX_RULE_CHANNELS = 50;

export const ruleName = displayNameSchema;
const MAX_PATTERN_LENGTH = 255;
const pattern = storedText(MAX_PATTERN_LENGTH).min(1);

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
        '`team`: what `team_id` owns; `nobody`: what nobody owns; `projects`: what is of the projects that `project_names` or `project_label` names. Messages are cut to what of them is in the scope',
      ),
    team_id: z.guid().nullable().default(null).describe('With the scope `team` alone'),
    project_names: z
      .array(pattern)
      .max(MAX_RULE_PROJECTS)
      .default([])
      .transform((names) => [...new Set(names)])
      .describe(
        'With the scope `projects` alone: whole names, in any case; `*` stands for any characters, also none',
      ),
    project_label: z
      .object({
        name: pattern.describe('The name of a label'),
        value: pattern.describe('A pattern of its whole value'),
      })
      .nullable()
      .default(null)
      .describe('With the scope `projects` alone: those, too, of which an image has the label'),
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
  })
  .refine(
    ({ scope, project_names: names, project_label: label }) =>
      (scope === 'projects') === (names.length > 0 || label !== null),
    {
      error: 'projects are named with the scope projects, and with no other',
      path: ['project_names'],
    },
  );
export type MessageRule = z.output<typeof messageRule>;

/** What of a rule decides on a message. */
export type Listening = Pick<
  MessageRule,
  | 'kinds'
  | 'scope'
  | 'team_id'
  | 'project_names'
  | 'project_label'
  | 'least_severity'
  | 'tempo'
  | 'urgent_at_once'
>;

/** Of these nobody is the owner, as they are of the whole organization or of the installation. */
const UNOWNED_KINDS: readonly MessageKind[] = [
  ...(['catalog.stale', 'scanner_database.stale', 'key.expiring', 'channel.disabled'] as const),
];

/** What of an item is of the projects that a rule is about; null: nothing. Rules of other scopes need not know. */
export type ProjectCut = (item: MessageItem) => MessageItem | null;
const NO_PROJECT: ProjectCut = () => null;

/**
 * What of a message a rule lets through; null when it is nothing. That something is solved is said to whoever knows of
 * it: no project is found that it is of any more, and it is never grave itself, so that a rule about projects, or of
 * what is grave, lets it through, and whoever sends it on looks at what was told, as {@link asksWhatWasTold} says.
 */
export function heardBy(
  rule: Listening,
  content: MessageContent,
  inProjects: ProjectCut = NO_PROJECT,
): MessageContent | null {
  const { kinds, scope, team_id: teamId, least_severity: least } = rule;
  if (!kinds.some((kind) => kind === content.kind)) return null;
  const isGrave = SEVERITIES.indexOf(content.severity) >= SEVERITIES.indexOf(least);
  const grave = isGrave ? content : partOf(content, ({ isSolved }) => isSolved);
  if (!grave || scope === 'everything') return grave;
  if (scope === 'projects') {
    return cutBy(grave, (item) => (item.isSolved ? item : inProjects(item)));
  }
  if (UNOWNED_KINDS.includes(content.kind)) return null;
  return partOf(grave, (item) => item.teamId === teamId);
}

/** Whether what is solved is said by a rule only to the channels that were told of it: it may not have said it itself. */
export function asksWhatWasTold({
  scope,
  least_severity: least,
}: Pick<Listening, 'scope' | 'least_severity'>): boolean {
  return scope === 'projects' || least !== 'info';
}

/** Whether a rule lets a message through by itself, and not in the next digest. */
export function isSaidAtOnce(rule: Listening, content: MessageContent): boolean {
  return rule.tempo === 'at_once' || (rule.urgent_at_once && isUrgent(content));
}

/** What rules about projects, and of what is grave, need to know of a message. */
export interface ProjectsKnown {
  /** What of an item is of a rule's projects. */
  readonly cut: (ruleId: string, item: MessageItem) => MessageItem | null;
  /** Whether a channel was told that something was open that is solved now. */
  readonly knows: (channelId: string, item: MessageItem) => boolean;
}
const NOTHING_KNOWN: ProjectsKnown = { cut: () => null, knows: () => false };

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
export function routesOf(
  content: MessageContent,
  rules: readonly Listener[],
  projects: ProjectsKnown = NOTHING_KNOWN,
): Routes {
  const heard = rules.flatMap((rule) => {
    const part = heardBy(rule, content, (item) => projects.cut(rule.id, item));
    return part ? [{ rule, part }] : [];
  });
  const now = heard.filter(({ rule }) => isSaidAtOnce(rule, content));
  const later = heard.filter(({ rule }) => !isSaidAtOnce(rule, content));
  const parts = new Map<string, MessageContent[]>();
  for (const { rule, part } of now) {
    for (const id of rule.channel_ids) {
      const own = asksWhatWasTold(rule) ? knownTo(id, part, projects) : part;
      if (own) parts.set(id, [...(parts.get(id) ?? []), own]);
    }
  }
  return {
    atOnce: sameTogether(
      [...parts].flatMap(([channelId, [first, ...others]]) =>
        first ? [{ channelId, content: joined(content, first, others) }] : [],
      ),
    ),
    held: later.flatMap(({ rule }) =>
      rule.channel_ids.map((channelId) => ({ ruleId: rule.id, channelId })),
    ),
  };
}

/** What is solved of a part as far as a channel knows that it was not. */
function knownTo(
  channelId: string,
  part: MessageContent,
  { knows }: ProjectsKnown,
): MessageContent | null {
  return partOf(part, (item) => !item.isSolved || knows(channelId, item));
}

/**
 * All that any of some parts of a message has. Where one thing is in several projects, of which rules say different ones,
 * nobody knows how many there are in all.
 */
function joined(
  content: MessageContent,
  first: MessageContent,
  others: readonly MessageContent[],
): MessageContent {
  const parts = [first, ...others];
  if (parts.includes(content)) return content;
  if (others.length === 0) return first;
  const byItem = Map.groupBy(
    parts.flatMap((part) => part.items),
    itemIdOf,
  );
  // Whatever becomes of it, never the whole: it is of projects, too, that none of the rules is about.
  return cutBy(content, (item) => ofItem(item, byItem.get(itemIdOf(item)) ?? [])) ?? first;
}

const itemIdOf = ({ key, isSolved }: MessageItem) => JSON.stringify([key, isSolved]);

/** All that is said of an item. One that joins several things says others where it is cut: each of these is looked for. */
function ofItem(item: MessageItem, said: readonly MessageItem[]): MessageItem | null {
  if (said.includes(item)) return item;
  if (item.parts.length === 0) return ofOne(item, said);
  const bits = said.flatMap(splitItem);
  return joinedItem(
    item,
    splitItem(item).flatMap((bit) => ofOne(bit, bits) ?? []),
  );
}

function ofOne(item: MessageItem, all: readonly MessageItem[]): MessageItem | null {
  const said = all.filter((one) => bitIdOf(one) === bitIdOf(item));
  const [first] = said;
  if (!first || said.includes(item)) return first ? item : null;
  const isOne = said.every(({ where }) => JSON.stringify(where) === JSON.stringify(first.where));
  if (isOne) return first;
  // A package has no list: what the whole leads to is one image, and maybe of a project that none of the rules is about.
  return { ...item, where: null, path: item.packageVersion ? first.path : item.path };
}

/** Of all that a cut leaves as it is. One thing may be twice in a message: a build is denied for each image. */
const bitIdOf = ({ detail, since, until, project, software }: MessageItem) =>
  JSON.stringify([detail, since, until, project, software]);

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
