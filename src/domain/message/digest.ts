import { identityOf } from '@/domain/identifiers/identity';
import {
  asLine,
  asListed,
  itemOf,
  MAX_KEPT_ITEMS,
  type MessageContent,
  type MessageItem,
  SEVERITIES,
  type Severity,
} from './content';
import type { Tempo } from './tempo';
import { counted, KIND_WORDS } from './words';

const MAX_LINKS = 5;
const TITLES: Readonly<Record<Tempo, string>> = {
  // Of what had come together before it was to be said at once.
  at_once: 'Digest',
  daily: 'Daily digest',
  weekly: 'Weekly digest',
  monthly: 'Monthly digest',
};

/** A message, and when it was said: that need be known only where it is known what its receiver was told. */
export interface SaidMessage {
  readonly content: MessageContent;
  readonly at?: Date;
}

/**
 * What a receiver was told last, by subject, and when: what of {@link toldBy} is open. A digest leaves out what they know,
 * and says that something is solved to those who know of it.
 */
export type Told = ReadonlyMap<string, { readonly state: string; readonly at: Date }>;

interface DigestFrame {
  readonly tempo: Tempo;
  readonly told?: Told;
  /** Whether what is solved is said only to who was told of it: notes were taken from the beginning. */
  readonly isNoted?: boolean;
}

/**
 * Makes one message of what {@link digestsOf} says, for a person: it has what a reader is listed, and counts the rest.
 */
export function digestOf(
  messages: readonly SaidMessage[],
  frame: DigestFrame,
): MessageContent | null {
  const news = newsOf(messages, frame);
  return news.length === 0 ? null : asListed(contentOf(news, frame.tempo, aboutOf(messages)));
}

/**
 * Makes messages of what was said in a period, in the order in which it was said: one item for each piece of software
 * and owner, as it is now. Left out is what came and went within the period, what moved and moved back, and what the
 * receiver was told just so; there is none where nothing is left. It is one, or as many as keep all of it: what is noted as
 * told and then cut off is heard by nobody, and no ticket on it would be made, or closed.
 */
export function digestsOf(messages: readonly SaidMessage[], frame: DigestFrame): MessageContent[] {
  const news = newsOf(messages, frame);
  const about = aboutOf(messages);
  const digests: MessageContent[] = [];
  for (let from = 0; from < news.length; from += MAX_KEPT_ITEMS) {
    const piece = news.slice(from, from + MAX_KEPT_ITEMS);
    // What the messages themselves left out is counted once.
    const unlisted = from === 0 ? about.unlisted : 0;
    digests.push(contentOf(piece, frame.tempo, { ...about, unlisted }));
  }
  return digests;
}

/** What is news to the receiver, by the thing that it is of, the most important first. */
function newsOf(
  messages: readonly SaidMessage[],
  { told = new Map(), isNoted = false }: DigestFrame,
): Weighed[] {
  const all = [...followed(messages).values()].filter((one) => isNews(one, told, isNoted));
  // That several images are denied no more was said once, and is counted so.
  const news = [...new Map(all.map((one) => [one.item, one])).values()];
  return groupedByKey(news).map(combined).toSorted(byWeight);
}

/** What a digest has of its messages beside their items. */
interface About extends Pick<MessageContent, 'links'> {
  /** Items that are counted there, and not kept. */
  readonly unlisted: number;
}

function aboutOf(messages: readonly SaidMessage[]): About {
  const contents = messages.map(({ content }) => content);
  return {
    unlisted: contents.reduce((sum, { total, items }) => sum + total - items.length, 0),
    links: linksOf(contents),
  };
}

function contentOf(
  news: readonly Weighed[],
  tempo: Tempo,
  { unlisted, links }: About,
): MessageContent {
  const open = news.filter(({ item }) => !item.isSolved);
  const items = news.map(({ item }) => item);
  const content: MessageContent = {
    kind: 'digest',
    severity: open.reduce<Severity>((most, { severity }) => worse(most, severity), 'info'),
    title: titleOf(tempo, open.length, news.length - open.length),
    summary: asLine(`What came together: ${kindsOf(news.flatMap(({ of }) => of))}.`),
    ...{ items, total: items.length + unlisted, links },
  };
  const listed = asListed(content).items;
  const first = new Set(listed);
  const rest = items.filter((item) => !first.has(item));
  return { ...content, items: [...listed.toSorted(byOwner), ...rest] };
}

/**
 * What is said on a subject once these messages are: how it is, or null when it is solved and over. Each subject is in it
 * once: what is known of several images of one piece of software is open while any of them is.
 */
export function toldBy(
  messages: readonly SaidMessage[],
): { readonly subject: string; readonly state: string | null }[] {
  const states = new Map<string, string | null>();
  for (const [subject, { kind, item }] of followed(messages)) {
    const state = item.isSolved ? null : stateOf(item);
    for (const one of [subject, knownSubjectOf(kind, item)]) {
      states.set(one, state ?? states.get(one) ?? null);
    }
  }
  return [...states].map(([subject, state]) => ({ subject, state }));
}

/** One subject, from the first that was said of it in the period to the last. */
interface Followed {
  readonly subject: string;
  readonly kind: MessageContent['kind'];
  readonly severity: Severity;
  readonly first: MessageItem;
  readonly item: MessageItem;
  /** When the last of it was said. */
  readonly at: Date | undefined;
}

function followed(messages: readonly SaidMessage[]): Map<string, Followed> {
  const subjects = new Map<string, Followed>();
  /** By what has to be known of what is solved: the subjects that are open until then. */
  const open = new Map<string, Set<string>>();
  for (const { content, at } of messages) {
    const { kind, severity } = content;
    for (const item of itemsOf(content)) {
      const subject = subjectOf(kind, item);
      const known = knownSubjectOf(kind, item);
      const others = open.get(known) ?? new Set();
      // That no image is denied any more is said of one of them, the last.
      const about = item.isSolved ? new Set([...others, subject]) : [subject];
      const [earlier] = [...about].flatMap((one) => subjects.get(one) ?? []);
      for (const one of about) {
        const before = subjects.get(one);
        subjects.set(one, {
          ...{ subject: one, kind, severity, at, first: (before ?? earlier)?.first ?? item },
          item: before ? withWholeChange(before.item, item) : item,
        });
      }
      if (item.isSolved) open.delete(known);
      else open.set(known, others.add(subject));
    }
  }
  return subjects;
}

/** What a message says without listing anything is one item, so that it is in the digest as well. */
function itemsOf({ kind, title, summary, items, links }: MessageContent): readonly MessageItem[] {
  if (items.length > 0) return items;
  const detail = summary === '' ? null : asLine(summary);
  return [itemOf({ key: `message:${kind}`, what: title, detail, path: links[0]?.path ?? null })];
}

/**
 * Names what has to be known of an item that is solved: of a denied build the software, whichever image it was of, as what
 * says that it is over names none.
 */
export function knownSubjectOf(kind: MessageContent['kind'], item: MessageItem): string {
  return subjectOf(kind, kind === 'build.denied' ? { ...item, path: null } : item);
}

/** Of these one thing has several, each with an address of its own: a build is denied for each image. */
const SEVERAL_KINDS: readonly MessageContent['kind'][] = ['build.denied', 'waiver.ending'];

/**
 * Names what an item is about to those who note what was told. What is said of one thing may be of several kinds, each
 * with its own end.
 */
function subjectOf(kind: MessageContent['kind'], { key, path }: MessageItem): string {
  return identityOf(kind, key, SEVERAL_KINDS.includes(kind) ? (path ?? '') : '');
}

/** Of two changes of one date, what they come to. */
function withWholeChange(before: MessageItem, now: MessageItem): MessageItem {
  if (!before.change || !now.change) return now;
  return { ...now, change: { ...now.change, from: before.change.from } };
}

function isNews(
  { subject, kind, first, item, at }: Followed,
  told: Told,
  isNoted: boolean,
): boolean {
  const known = told.get(subject);
  // Who was never told that it began need not hear that it is over, unless it may have been before anybody took notes.
  if (item.isSolved && isNoted) return told.has(knownSubjectOf(kind, item));
  if (item.isSolved)
    return known !== undefined || told.has(knownSubjectOf(kind, item)) || first.isSolved;
  if (item.change && item.change.from === item.change.to) return false;
  if (known?.state !== stateOf(item) || !told.has(knownSubjectOf(kind, item))) return true;
  // That the software was over is noted once, not for each image that had been denied: what is denied again is news.
  return kind === 'build.denied' && at !== undefined && known.at < at;
}

/**
 * All that would be worth saying again if it changed. How many images there are is not. A stage counts where there is one:
 * of what has none, what was noted by releases that know of none says the same.
 */
function stateOf({ what, detail, since, until, change, moveTo, stage }: MessageItem): string {
  const said = [what, detail, since, until, change?.to, moveTo];
  return identityOf(JSON.stringify(stage === null ? said : [...said, stage]));
}

function groupedByKey(news: readonly Followed[]): Followed[][] {
  const groups = new Map<string, Followed[]>();
  for (const one of news) groups.set(one.item.key, [...(groups.get(one.item.key) ?? []), one]);
  return [...groups.values()];
}

interface Weighed {
  /** All that is said of the thing. */
  readonly of: readonly Followed[];
  readonly item: MessageItem;
  readonly severity: Severity;
}

/** Makes one item of all that is said of one thing: what is open goes before what is solved. */
function combined(group: readonly Followed[]): Weighed {
  const open = group.filter(({ item }) => !item.isSolved);
  const said = open.length > 0 ? open : group;
  const severity = said.reduce<Severity>((most, one) => worse(most, one.severity), 'info');
  const denials = said.filter(({ kind }) => kind === 'build.denied');
  const others = said.filter(({ kind }) => kind !== 'build.denied');
  const leading = leadingOf(said);
  if (!leading) throw new Error('A group of a digest is empty');
  const whole = said.filter(({ kind }) => kind === leading.kind).length === 1;
  const details = [
    ...new Set(others.flatMap(({ item }) => item.detail ?? [])),
    ...(denials.length > 0 && open.length > 0 ? [denialsInWords(denials)] : []),
  ];
  return {
    of: group,
    severity,
    item: {
      ...leading.item,
      detail: details.length === 0 ? leading.item.detail : asLine(details.join('. ')),
      // How many projects several denials or waivers are of, nobody knows.
      where: whole ? leading.item.where : null,
      change: said.findLast(({ item }) => item.change)?.item.change ?? null,
      path: whole ? leading.item.path : null,
    },
  };
}

/** What is said of the whole: the last, and a denial only where there is nothing else; of several waivers the first to end. */
function leadingOf(said: readonly Followed[]): Followed | undefined {
  const last = said.findLast(({ kind }) => kind !== 'build.denied') ?? said.at(-1);
  if (last?.kind !== 'waiver.ending') return last;
  const waivers = said.filter(({ kind }) => kind === last.kind);
  return waivers.toSorted((left, right) => compare(dayOf(left.item), dayOf(right.item)))[0];
}

function denialsInWords(denials: readonly Followed[]): string {
  const named = [...new Set(denials.flatMap(({ item }) => item.where?.named ?? []))];
  const [only] = denials;
  if (denials.length === 1 && only?.item.detail) return only.item.detail;
  return `Denied in ${counted(denials.length, 'image')}: ${named.join(', ')}`;
}

const weightOf = (severity: Severity) => SEVERITIES.indexOf(severity);

function worse(left: Severity, right: Severity): Severity {
  return weightOf(left) >= weightOf(right) ? left : right;
}

/** The most important first: what is open, what is broken, what ends first. */
function byWeight(left: Weighed, right: Weighed): number {
  return (
    Number(left.item.isSolved) - Number(right.item.isSolved) ||
    weightOf(right.severity) - weightOf(left.severity) ||
    compare(dayOf(left.item), dayOf(right.item)) ||
    compare(left.item.what, right.item.what)
  );
}

/** What one team is to do stands together; what nobody owns, and what is solved, at the end. */
function byOwner(left: MessageItem, right: MessageItem): number {
  return Number(left.isSolved) - Number(right.isSolved) || compare(ownerOf(left), ownerOf(right));
}

function dayOf({ since, until }: MessageItem): string {
  return since ?? until ?? LAST;
}
function ownerOf({ ask }: MessageItem): string {
  return ask?.name ?? LAST;
}
/** After every day and every name. */
const LAST = '\uffff';

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function titleOf(tempo: Tempo, open: number, solved: number): string {
  const parts = [
    ...(open > 0 ? [`${String(open)} to look at`] : []),
    ...(solved > 0 ? [`${String(solved)} solved`] : []),
  ];
  return `${TITLES[tempo]}: ${parts.join(', ')}`;
}

/** Writes `Support ends (3), A date changed (1)`. */
function kindsOf(news: readonly Followed[]): string {
  const counts = new Map<MessageContent['kind'], number>();
  for (const { kind } of news) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .map(([kind, count]) => `${KIND_WORDS[kind].label} (${String(count)})`)
    .join(', ');
}

function linksOf(messages: readonly MessageContent[]): MessageContent['links'] {
  const links = new Map(
    messages.flatMap((message) => message.links.map((link) => [link.path, link] as const)),
  );
  return [...links.values()].slice(0, MAX_LINKS);
}
