import type { Day } from '@/domain/eol/calendar';
import { degreeInWords } from '@/domain/evidence/degree';
import type { MessageContent, MessageItem, Severity } from './content';
import type { MessageKind } from './kinds';
import { isOfNobody } from './item-key';

/** How people read a kind of message, in settings and at the head of what is sent. */
export const KIND_WORDS: Readonly<Record<MessageKind, { label: string; about: string }>> = {
  'build.denied': {
    label: 'Denied builds',
    about:
      'An upload whose software a policy denies, once for each image until its verdict changes, and when it passes again',
  },
  'support.ends': {
    label: 'Support ends',
    about:
      'Software that you have reaches its end: told on the days before that your organization chose, on the day, when it is found later, and when no image holds it any more',
  },
  'date.changed': {
    label: 'A date changed',
    about: 'Somebody moved the end of support of software that you have',
  },
  'package.judged': {
    label: 'A registry judges a package',
    about:
      'The registry of a package that you have now calls it deprecated, yanked, archived or moved; or, by an estimate, its line is stale',
  },
  'waiver.ending': {
    label: 'A waiver ends',
    about: 'Fourteen days before its last day, on it, and once it is over',
  },
  'waiver.asked': {
    label: 'A waiver is asked for',
    about: 'Somebody asks for something to be allowed for a time, and an admin decides',
  },
  'waiver.decided': {
    label: 'A waiver is decided',
    about: 'A waiver that was asked for is granted or declined, or one in force is revoked',
  },
  'channel.disabled': {
    label: 'A channel is disabled',
    about: 'Eventide stopped sending messages to it because its receiver did not accept them',
  },
  'plan.overdue': {
    label: 'A plan is overdue',
    about: 'The day planned for a move has passed, and images still hold the software',
  },
  'coverage.fell': {
    label: 'Coverage fell',
    about: 'The share of a project’s packages that the catalog knows fell by more than ten points',
  },
  'catalog.stale': {
    label: 'The catalog is old',
    about: 'It has not been updated for a week, or for 90 days where it only comes with Eventide',
  },
  'scanner_database.stale': {
    label: 'The scanners’ database is old',
    about: 'Scanners run, but none has asked for a database for a week, or none could be made',
  },
  'key.expiring': {
    label: 'A key expires',
    about:
      'An API key, or the certificate of the organization, 14 and 3 days before, on the day and once it has',
  },
  digest: {
    label: 'Digest',
    about: 'What came together since the one before, each thing as it is now',
  },
  'contract.ending': {
    label: 'A contract ends',
    about:
      'From the day on which it is to be renewed, on the day on which it ends, and when it is renewed or deleted',
  },
  'pack.made': {
    label: 'An evidence pack is made',
    about: 'By its schedule, at the beginning of a month or a quarter: it waits to be reviewed',
  },
  test: { label: 'Test', about: 'What the test button sends' },
};

export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  info: 'For your information',
  warning: 'Needs attention',
  critical: 'Broken now',
};

/** One fact of an item as every channel shows it. */
export interface Fact {
  readonly label: string;
  readonly text: string;
}

/**
 * The facts of an item that are known, in the order in which they are read; whom to ask, where somebody can be asked, and
 * the link are apart.
 */
export function factsOf(item: MessageItem): Fact[] {
  const { where, since, until, change, evidence, moveTo } = item;
  const facts: Fact[] = [];
  if (where) facts.push({ label: 'Where', text: placesInWords(where) });
  if (since) facts.push({ label: 'Since', text: dayInWords(since) });
  if (until) facts.push({ label: 'Until', text: dayInWords(until) });
  if (change) {
    facts.push(
      { label: 'Was', text: dayOrNone(change.from) },
      { label: 'Now', text: dayOrNone(change.to) },
      { label: 'Says', text: change.by },
    );
  }
  if (evidence) facts.push({ label: 'Evidence', text: degreeInWords(evidence) });
  if (moveTo !== null) facts.push({ label: 'Move to', text: moveTo });
  if (isOfNobody(item)) facts.push({ label: 'Ask', text: 'Nobody owns it yet' });
  return facts;
}

/** What of a message is not listed; null when all of it is. */
export function leftOutOf({
  items,
  total,
}: Pick<MessageContent, 'items' | 'total'>): string | null {
  const left = total - items.length;
  return left === 0 ? null : `and ${String(left)} more`;
}

function placesInWords({ images, projects, named }: NonNullable<MessageItem['where']>): string {
  const counts = `${counted(images, 'image')} in ${counted(projects, 'project')}`;
  if (named.length === 0) return counts;
  const left = Math.max(images - named.length, 0);
  return `${counts}: ${named.join(', ')}${left === 0 ? '' : ` and ${String(left)} more`}`;
}

/** Writes `1 image`, `12 images`. */
export function counted(count: number, thing: string): string {
  return `${String(count)} ${thing}${count === 1 ? '' : 's'}`;
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Writes `2026-07-11` as `11 July 2026`. */
export function dayInWords(day: Day): string {
  return DAY.format(new Date(`${day}T00:00:00Z`));
}

function dayOrNone(day: Day | null): string {
  return day === null ? 'no known date' : dayInWords(day);
}
