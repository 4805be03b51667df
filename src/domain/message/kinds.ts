/**
 * The kinds of messages, in the form of Standard Webhooks: words between dots. A new one is a line here, and one in
 * `words.ts`, which says it to people.
 */
export const MESSAGE_KINDS = [
  ...(['build.denied', 'support.ends', 'date.changed', 'package.judged'] as const),
  ...(['waiver.ending', 'plan.overdue'] as const),
  ...(['coverage.fell', 'catalog.stale', 'scanner_database.stale', 'key.expiring'] as const),
  ...([
    'contract.ending',
    'pack.made',
    'waiver.asked',
    'waiver.decided',
    'channel.disabled',
    'digest',
    'test',
  ] as const),
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/**
 * Whom a kind of message concerns among the members of the organization that it is of.
 * `items`: whoever is named by an item, whoever is in the team that owns it, and admins for what nobody owns, or a team
 * that has nobody in it;
 * `admins`: all admins, and whoever is named; `nobody`: it is made for one receiver.
 */
export const AUDIENCES: Readonly<Record<MessageKind, 'items' | 'admins' | 'nobody'>> = {
  'build.denied': 'items',
  'support.ends': 'items',
  'date.changed': 'items',
  'package.judged': 'items',
  'waiver.ending': 'items',
  'plan.overdue': 'items',
  'coverage.fell': 'items',
  'catalog.stale': 'admins',
  'scanner_database.stale': 'admins',
  'key.expiring': 'admins',
  'contract.ending': 'items',
  'pack.made': 'admins',
  'waiver.decided': 'items',
  'waiver.asked': 'admins',
  'channel.disabled': 'admins',
  digest: 'nobody',
  test: 'nobody',
};

/** The kinds that reach people. */
export function isForPeople(kind: MessageKind): boolean {
  return AUDIENCES[kind] !== 'nobody';
}

/** The kinds of messages that people get. */
export const PERSONAL_KINDS: readonly MessageKind[] = MESSAGE_KINDS.filter(isForPeople);
