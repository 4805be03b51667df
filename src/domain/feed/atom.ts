import { addMonths, type Day, dayOf, startOfDayMs } from '@/domain/eol/calendar';
import {
  endSourceWords,
  evidenceWords,
  type FeedContent,
  type FeedCycle,
  type FeedMove,
  holdingWords,
  nameOf,
  productUrl,
  sourceWords,
} from './content';
import { xmlText } from '../xml';

/** What lies farther back is no news. */
const NEWS_MONTHS = 12;
/** How long before its end a cycle is news: as long as it counts as ending soon. */
const SOON_MONTHS = 6;
const MAX_ENTRIES = 200;

interface Entry {
  /** Within the feed, and for good. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly at: Date;
  readonly url: string;
}

/**
 * Writes what became of a scope as an Atom feed (RFC 4287), newest first: what has ended, what ends within six months,
 * and dates that changed. An entry's time is that of the fact, not of the reading.
 * @param selfUrl the address that was read
 */
export function writeAtom(content: FeedContent, selfUrl: string, today: Day): string {
  const since = addMonths(today, -NEWS_MONTHS);
  const all = content.cycles
    .flatMap((cycle) => entriesOf(content, cycle, { today, since }))
    .toSorted(
      (left, right) => right.at.getTime() - left.at.getTime() || compare(left.id, right.id),
    );
  const entries = all.slice(0, MAX_ENTRIES);
  const leftOut = all.length - entries.length;
  const title = `End of life: ${content.title}`;
  const updated = entries[0]?.at ?? content.createdAt;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <id>${xmlText(tagUri(content, `feed/${content.id}`))}</id>`,
    `  <title>${xmlText(title)}</title>`,
    ...(leftOut > 0 ? [`  <subtitle>${leftOutWords(leftOut)}</subtitle>`] : []),
    `  <updated>${updated.toISOString()}</updated>`,
    `  <link rel="self" type="application/atom+xml" href="${xmlText(selfUrl)}"/>`,
    `  <link rel="alternate" type="text/html" href="${xmlText(content.pageUrl)}"/>`,
    '  <author><name>Eventide</name></author>',
    ...entries.map((entry) => writeEntry(content, entry)),
    '</feed>',
    '',
  ].join('\n');
}

const leftOutWords = (entries: number) =>
  `${String(entries)} older entries of the last ${String(NEWS_MONTHS)} months are left out.`;

function writeEntry(content: FeedContent, { id, title, summary, at, url }: Entry): string {
  return [
    '  <entry>',
    `    <id>${xmlText(tagUri(content, id))}</id>`,
    `    <title>${xmlText(title)}</title>`,
    `    <updated>${at.toISOString()}</updated>`,
    `    <link rel="alternate" type="text/html" href="${xmlText(url)}"/>`,
    `    <summary>${xmlText(summary)}</summary>`,
    '  </entry>',
  ].join('\n');
}

/** RFC 4151; a port and the brackets of an address have no place in it. */
function tagUri({ publicUrl, organizationId }: FeedContent, id: string): string {
  const authority = new URL(publicUrl).hostname.replaceAll(/[^a-z0-9.-]/g, '');
  return `tag:${authority},2026:${organizationId}/${id}`;
}

const compare = (left: string, right: string) => (left < right ? -1 : 1);

interface Times {
  readonly today: Day;
  readonly since: Day;
}

function entriesOf(content: FeedContent, cycle: FeedCycle, times: Times): Entry[] {
  const url = productUrl(content, cycle);
  const moves = movesByDay(cycle)
    .filter(({ at }) => at.getTime() >= startOfDayMs(times.since))
    .map((move) => ({ ...moveEntry(cycle, move), url }));
  const end = endEntry(cycle, times);
  return end ? [{ ...end, url }, ...moves] : moves;
}

function endEntry(cycle: FeedCycle, { today, since }: Times): Omit<Entry, 'url'> | null {
  const { key, endsOn, hasEnded, firstSeenOn } = cycle;
  const name = nameOf(cycle);
  if (endsOn === null) {
    // It may have been found long before anybody said so.
    const knownOn = cycle.endedBy ?? firstSeenOn;
    if (!hasEnded || knownOn < since) return null;
    return {
      id: `${key}/ended`,
      title: `${name} has reached its end of life`,
      summary: `It ended on an unknown day. ${evidenceWords(cycle)} ${holdingWords(cycle)}`,
      at: startOf(knownOn),
    };
  }
  const said = `says ${endSourceWords(cycle)}. ${evidenceWords(cycle)} ${holdingWords(cycle)}`;
  if (endsOn <= today) {
    // What was found after its end is news from then on.
    const on = later(endsOn, firstSeenOn);
    if (on < since) return null;
    return {
      id: `${key}/ended/${endsOn}`,
      title: `${name} has reached its end of life`,
      summary: `Supported until ${endsOn}, ${said}`,
      at: startOf(on),
    };
  }
  const soonOn = addMonths(endsOn, -SOON_MONTHS);
  if (soonOn > today) return null;
  return {
    id: `${key}/ends/${endsOn}`,
    title: `${name} ends on ${endsOn}`,
    summary: `Supported until ${endsOn}, ${said}`,
    at: startOf(later(soonOn, firstSeenOn)),
  };
}

/** What became of an end within each day as one move: scanners that disagree on it are no news with every scan. */
function movesByDay({ moves }: FeedCycle): FeedMove[] {
  return [...Map.groupBy(moves, ({ at }) => dayOf(at)).values()].flatMap((ofDay) => {
    const [first, last] = [ofDay[0], ofDay.at(-1)];
    return first && last && first.from !== last.to ? [{ ...last, from: first.from }] : [];
  });
}

function moveEntry(cycle: FeedCycle, { from, to, source, at }: FeedMove): Omit<Entry, 'url'> {
  const [was, is] = [from ?? 'no known day', to ?? 'no known day'];
  // How well an end was known that has moved on since is not kept.
  const isNow = to === cycle.endsOn && source === cycle.source;
  const evidence = isNow ? `${evidenceWords(cycle)} ` : '';
  return {
    id: `${cycle.key}/moved/${dayOf(at)}`,
    title: to ? `${nameOf(cycle)} now ends on ${to}` : `${nameOf(cycle)} has no known end any more`,
    summary: `It was ${was}; ${is}, says ${sourceWords(source)}. ${evidence}${holdingWords(cycle)}`,
    at,
  };
}

const later = (left: Day, right: Day) => (left > right ? left : right);
const startOf = (day: Day) => new Date(startOfDayMs(day));
