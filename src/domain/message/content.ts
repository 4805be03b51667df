import { z } from 'zod';
import { EVIDENCE_DEGREES } from '@/domain/evidence/degree';
import { calendarDay, storedText } from '@/domain/validation/fields';
import { MESSAGE_KINDS } from './kinds';

/**
 * What a message says, whatever carries it: mail, a webhook, a chat, a ticket. Whoever causes a message makes one of
 * these and hands it to `sendMessage`; a kind of channel turns it into what its receiver reads, and nothing else.
 */

/** `critical`: something is broken or stopped now; `warning`: it will be; `info`: worth knowing. */
export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** People whom one item concerns by name: of fifty waivers that it joins whoever asked and whoever answers for each. */
export const MAX_PEOPLE = 100;
/** Items that a receiver is listed of one message; what is beyond is counted. */
export const MAX_ITEMS = 50;
/** Items that a message is kept with: each reader is listed those that they are to hear, so all of them are needed. */
export const MAX_KEPT_ITEMS = 1_000;
/** Places that one item names; what is beyond is counted. */
export const MAX_NAMED_PLACES = 5;
/** What one item joins. */
const MAX_PARTS = 50;
const MAX_LINKS = 5;
const MAX_LINE_LENGTH = 300;
const MAX_NAME_LENGTH = 255;
/** What PagerDuty takes as the key of an alert, and Jira as that of a link. */
const MAX_KEY_LENGTH = 255;
const MAX_PATH_LENGTH = 1_000;
const MAX_COUNT = 1_000_000_000;
/** Names have no bound that a message would keep; a longer one than this is no name that a pattern is for. */
const MAX_PROJECT_NAME_LENGTH = 8_192;

/** One line: what is longer is the sender's fault, and would be cut by receivers in places of their choice. */
const line = storedText(MAX_LINE_LENGTH);
const name = storedText(MAX_NAME_LENGTH).min(1);
const count = z.int().min(0).max(MAX_COUNT);

/**
 * An address within the dashboard, with its query: `/software?state=ended`. What is sent has the installation's own
 * address before it, so a stored message never leads to another host.
 */
export const dashboardPath = z
  .string()
  .max(MAX_PATH_LENGTH)
  .regex(/^\/(?![/\\])[\x21-\x7e]*$/);

const link = z.object({ label: line.min(1), path: dashboardPath });

const places = z.object({
  images: count,
  projects: count,
  /** Some of them, as people know them; the counts are of all. */
  named: z.array(name).max(MAX_NAMED_PLACES),
});

const changedDate = z.object({
  /** Null: no end was known, or is. */
  from: calendarDay.nullable(),
  to: calendarDay.nullable(),
  /** Who says so: `endoflife.date`, `Ada Lovelace`. */
  by: name,
});

/** The name of the project that something is of, to the letter, where it is of one; by it and software rules are cut. */
const ofProject = storedText(MAX_PROJECT_NAME_LENGTH).nullable().default(null);

/** The software that something is about, where it is about any: the projects that hold it now are those that it is of. */
const ofSoftware = z
  .object({
    product: storedText(MAX_PROJECT_NAME_LENGTH),
    cycle: storedText(MAX_PROJECT_NAME_LENGTH),
    /** As one contract covers it, or as none does; null: in either way. */
    cycleId: z.guid().nullable(),
    /** In the projects of a team, of nobody, or in all. */
    owner: z.union([z.enum(['anybody', 'nobody']), z.guid()]),
  })
  .nullable()
  .default(null);

/** Above it, an item names no package: no rule about projects hears of it. Real ones are a tenth as long. */
export const MAX_PURL_LENGTH = 4_096;

/** The version of a package that something is about, by its package URL without qualifiers: it is of the projects that hold it. */
const ofPackage = z
  .object({
    purl: storedText(MAX_PURL_LENGTH),
    /** In the projects of a team, or of nobody. */
    owner: z.union([z.literal('nobody'), z.guid()]),
  })
  .nullable()
  .default(null);

/** What is said of some of the projects that an item is of. */
const itemPart = z.object({
  detail: line.nullable(),
  where: places.nullable(),
  since: calendarDay.nullable(),
  until: calendarDay.nullable(),
  path: dashboardPath.nullable(),
  project: ofProject,
  software: ofSoftware,
});

/** One thing that a message is about: software and whom it belongs to, an image, a waiver. */
export const messageItem = z.object({
  /**
   * What it is about, the same in every message on it and in no other: product cycle and owner. Tickets and alerts are
   * kept by it: one for each, never two.
   */
  key: z.string().min(1).max(MAX_KEY_LENGTH),
  /** Whether nothing is to be done about it any more: a ticket is closed, an alert resolved. */
  isSolved: z.boolean(),
  what: line.min(1),
  /** Why, in a line of its own. */
  detail: line.nullable(),
  where: places.nullable(),
  /** Since when it is as it is, such as the day that support ended. */
  since: calendarDay.nullable(),
  /** Until when it is as it is, such as the day that support ends. */
  until: calendarDay.nullable(),
  change: changedDate.nullable(),
  /** How well its end is known, where it is about one. Messages of before have none. */
  evidence: z.enum(EVIDENCE_DEGREES).nullable().default(null),
  moveTo: line.nullable(),
  /**
   * What of a cause that says an end once for each threshold is said here, where no other word of the item tells: a digest
   * then knows it from what was told before. Messages of before have none, and other causes.
   */
  stage: name.nullable().default(null),
  /** The team that owns it, by which readers are found; null: nobody does. Messages of before have none. */
  teamId: z.guid().nullable().default(null),
  /** Whether nobody was in that team when it was said: admins hear of it, as of what nobody owns. */
  isForAdmins: z.boolean().default(false),
  ask: z.object({ name, email: z.email().max(MAX_NAME_LENGTH).nullable() }).nullable(),
  /** The list that `where` counts. */
  path: dashboardPath.nullable(),
  project: ofProject,
  software: ofSoftware,
  /** Messages of before have none. */
  packageVersion: ofPackage,
  /** What it joins, where that is not all of the same projects: a rule about some is told what is of these alone. */
  parts: z.array(itemPart).max(MAX_PARTS).default([]),
  /** The people whom it concerns by name: who answers for it, who asked for it. */
  personIds: z.array(z.guid()).max(MAX_PEOPLE).default([]),
});
export type MessageItem = z.output<typeof messageItem>;

export const messageContent = z
  .object({
    kind: z.enum(MESSAGE_KINDS),
    severity: z.enum(SEVERITIES),
    /** The subject of a mail, the first line of everything else. */
    title: line.min(1),
    /** What happened, in one or two sentences. */
    summary: storedText(1_000),
    /** The first of them, the most important first. {@link asListed} is what of them is sent. */
    items: z.array(messageItem).max(MAX_KEPT_ITEMS),
    /** How many there are in all. */
    total: count,
    links: z.array(link).max(MAX_LINKS),
  })
  .refine(({ items, total }) => total >= items.length, {
    error: 'there are no fewer items than are listed',
    path: ['total'],
  });
export type MessageContent = z.output<typeof messageContent>;

/**
 * Cuts a message to the items that its receiver is listed; the others are counted. What is solved keeps half of the room:
 * what is left out is not heard of by whoever keeps tickets.
 */
export function asListed(content: MessageContent): MessageContent {
  const open = content.items.filter(({ isSolved }) => !isSolved);
  const solved = content.items.length - open.length;
  const listed = Math.max(MAX_ITEMS / 2, MAX_ITEMS - solved);
  const left = new Set(open.slice(listed));
  return { ...content, items: content.items.filter((item) => !left.has(item)).slice(0, MAX_ITEMS) };
}

/** Cuts what was made of names of any length to a line of a message. */
export function asLine(text: string): string {
  const shown = text.replaceAll('\0', '').toWellFormed();
  return shown.length > MAX_LINE_LENGTH
    ? `${shown.slice(0, MAX_LINE_LENGTH - 1)}…`.toWellFormed()
    : shown;
}

/** What stands where a name is empty, as that of an image is whose scanner was told none: a message has none that is. */
const NAMELESS = '–';

/** Cuts a name, of whatever length, to one that a message takes. */
export function asName(text: string): string {
  return text.replaceAll('\0', '').slice(0, MAX_NAME_LENGTH).toWellFormed() || NAMELESS;
}

/** Says of an item which project it is of; one whose name is longer than a message takes is of none that could be told. */
export function ofOneProject(name: string): Pick<MessageItem, 'project'> {
  return { project: name.length <= MAX_PROJECT_NAME_LENGTH ? name : null };
}

/** An item with what a cause knows of it; the rest is not known. */
export function itemOf(
  known: Pick<MessageItem, 'key' | 'what'> & Partial<MessageItem>,
): MessageItem {
  return {
    isSolved: false,
    detail: null,
    where: null,
    since: null,
    until: null,
    change: null,
    evidence: null,
    moveTo: null,
    stage: null,
    teamId: null,
    isForAdmins: false,
    ask: null,
    path: null,
    project: null,
    software: null,
    packageVersion: null,
    parts: [],
    personIds: [],
    ...known,
  };
}
