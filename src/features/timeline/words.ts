import { ENDED_UNDATED, STATE_WORDS } from '@/domain/eol/words';
import type { Day } from '@/domain/eol/calendar';
import type { EolState } from '@/domain/eol/proximity';
import { EVIDENCE_WORDS } from '@/domain/evidence/degree';
import { horizonRange, quarterOf, type Horizon } from '@/domain/timeline/list';
import { adviceText } from '@/features/advice/card';
import { elsewhereWords, placeWords, supportWords } from '@/features/names/contract';
import { labelWords } from '@/features/names/label';
import { ownerWords, type OwnerNames } from '@/features/names/owner';
import {
  describeDay,
  END_WORDS,
  ESTIMATED_WORDS,
  formatDay,
  lowerFirst,
  undatedEnd,
} from '@/lib/dates';
import { countOf, formatCount } from '@/lib/numbers';
import type { Outputs } from '@/trpc/outputs';
import type { TimelineParams } from './params';

/** All that is in use of one product. */
export type TimelineLine = Outputs['timeline']['list']['lines'][number];
/** A row of it: one release cycle as one artifact type. */
export type TimelineItem = TimelineLine['items'][number];

/** `Node.js 20`. */
export function nameOf({ productName, cycle }: TimelineItem): string {
  return `${productName} ${cycle}`;
}

/** Names that several rows have: the same cycle as several artifact types. */
export function sharedNames(items: readonly TimelineItem[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(
    items.map(nameOf).filter((name) => {
      const isShared = seen.has(name);
      seen.add(name);
      return isShared;
    }),
  );
}

/** One row for each cycle of a line, whatever package types it is found as. A contract makes a cycle of its own. */
export function cyclesOf(items: readonly TimelineItem[]): TimelineItem[] {
  return [
    ...new Map(items.map((item) => [`${item.contract?.contractId ?? ''} ${item.cycle}`, item])),
  ].map(([, item]) => item);
}

/** Names a line: the product, with its cycle where there is one alone. */
export function lineName({ productName, items }: TimelineLine): string {
  const [first, ...others] = cyclesOf(items);
  return first && others.length === 0 ? nameOf(first) : productName;
}

/** Sums a line up: which of its cycles ends next, and how many have ended. */
export function lineEndText(line: TimelineLine, today: string): string {
  const cycles = cyclesOf(line.items);
  const [only] = cycles;
  if (only && cycles.length === 1) return endText(only, today);
  const next = nextOf(cycles);
  const ended = cycles.filter(({ state }) => state === 'ended');
  return [
    ...(next ? [nextWords(next, today)] : []),
    ...endedWords(ended, cycles.length, cutOff(line)),
  ].join(' · ');
}

/** The state of what the words of a line begin with: of the cycle that ends next, or that all have ended. */
export function toldStateOf({ items }: TimelineLine): EolState {
  return nextOf(cyclesOf(items))?.state ?? 'ended';
}

/**
 * Counts the cycles of a line beyond those that are read of it. What ended first is left out first: where anything that has
 * ended is there, all of these have ended.
 */
function cutOff({ items, cycles }: TimelineLine): number {
  return Math.max(0, cycles - cyclesOf(items).length);
}

function endedWords(ended: readonly TimelineItem[], read: number, cut: number): string[] {
  if (ended.length === 0) return cut === 0 ? [] : [`${formatCount(cut)} more`];
  const all = formatCount(read + cut);
  if (ended.length < read) return [`${formatCount(ended.length + cut)} of ${all} ended`];
  const last = ended.findLast(({ eolDateKnown }) => eolDateKnown)?.eolDate;
  return [`All ${all} ended`, ...(last ? [`the last ${formatDay(last)}`] : [])];
}

/** The cycle that ends next; of those without a known end the first. */
function nextOf(cycles: readonly TimelineItem[]): TimelineItem | undefined {
  return cycles.find(({ state }) => state !== 'ended');
}

function nextWords(next: TimelineItem, today: string): string {
  const colon = next.state === 'unknown' ? ':' : '';
  return `${next.cycle}${colon} ${lowerFirst(shortEnd(next, today))}`;
}

function shortEnd(item: TimelineItem, today: string): string {
  const { relative, absolute } = describeEnd(item, today);
  if (absolute === null) return relative;
  return item.state === 'soon' ? `${relative} · ${absolute}` : `Ends ${absolute}`;
}

/** Says the next end of a line in few letters. */
export function shortLineEndText(line: TimelineLine): string {
  const cycles = cyclesOf(line.items);
  const [only] = cycles;
  if (only && cycles.length === 1) return shortEndText(only);
  const next = nextOf(cycles);
  if (!next) return `All ${formatCount(cycles.length + cutOff(line))} ended`;
  return `${next.cycle} · ${shortEndText(next)}`;
}

/** Says the end of a bar: the date, and how far it is where that matters. */
export function endText(item: TimelineItem, today: string): string {
  const { relative, absolute } = describeEnd(item, today);
  if (absolute === null) return relative;
  const extended = extendedEnd(item);
  return [
    ...(item.state === 'ended' || item.state === 'soon' ? [relative] : []),
    absolute,
    ...(extended === null ? [] : [`extended to ${formatDay(extended)}`]),
    ...contractNote(item),
    ...evidenceNote(item),
  ].join(' · ');
}

/** Names the contract that decides the end, or from which it is left out. */
function contractNote({ contract, contractElsewhere }: TimelineItem): string[] {
  if (contract) return [`contract with ${contract.vendor}, ${placeWords(contract)}`];
  return contractElsewhere ? [`outside the contract with ${contractElsewhere.vendor}`] : [];
}

/** Says whose word the end is where it is not the catalog's, and nothing else says it: a contract, or that it is estimated. */
function evidenceNote({ evidence }: TimelineItem): string[] {
  return evidence === 'own' || evidence === 'sbom' ? [lowerFirst(EVIDENCE_WORDS[evidence])] : [];
}

function describeEnd(item: TimelineItem, today: string) {
  return describeDay(item.eolDate, today, { known: item.eolDateKnown, words: wordsOf(item) });
}

function wordsOf({ estimatedFrom }: TimelineItem) {
  return estimatedFrom === null ? END_WORDS : ESTIMATED_WORDS;
}

/** Says the end in few letters, for where there is little room. */
export function shortEndText(item: TimelineItem): string {
  if (item.eolDate === null) return STATE_WORDS.unknown;
  if (item.eolDateKnown) return formatDay(item.eolDate);
  return undatedEnd(item.estimatedFrom);
}

/** The end of extended support, where it comes after the end of life. */
function extendedEnd({ support, eolDate }: TimelineItem): string | null {
  const endsOn = support.find(({ level }) => level === 'EXTENDED_SUPPORT')?.endsOn ?? null;
  return endsOn !== null && eolDate !== null && endsOn > eolDate ? endsOn : null;
}

export interface Fact {
  readonly term: string;
  readonly text: string;
}

const PHASE_TERMS = {
  ACTIVE_SUPPORT: 'Active support',
  EXTENDED_SUPPORT: 'Extended support',
} as const;

/** Lists all that is known of a row, in the order of time. */
export function factsOf(item: TimelineItem, today: string): Fact[] {
  const end = describeEnd(item, today);
  const { releaseDate, advice, productName } = item;
  return [
    { term: 'Released', text: releaseDate === null ? 'Date unknown' : formatDay(releaseDate) },
    ...phaseFact(item, 'ACTIVE_SUPPORT'),
    {
      term: 'End of life',
      text: end.absolute === null ? end.relative : `${end.absolute} · ${end.relative}`,
    },
    ...phaseFact(item, 'EXTENDED_SUPPORT'),
    { term: 'Evidence', text: EVIDENCE_WORDS[item.evidence] },
    ...contractFact(item, today),
    ...markedFacts(item),
    ...(advice ? [{ term: 'Move to', text: adviceText(advice, productName) }] : []),
  ];
}

/** Says when plans for a cycle are due, and until when waivers for it hold. */
function markedFacts({ plans, waivers }: TimelineItem): Fact[] {
  const daysOf = (days: TimelineItem['plans'], noun: string) =>
    days
      .map(({ day, count }) =>
        count === 1 ? formatDay(day) : `${formatDay(day)} (${countOf(count, noun)})`,
      )
      .join(', ');
  return [
    ...(plans.length === 0 ? [] : [{ term: 'Planned by', text: daysOf(plans, 'plan') }]),
    ...(waivers.length === 0 ? [] : [{ term: 'Waived until', text: daysOf(waivers, 'waiver') }]),
  ];
}

/** Says the marks of plans and waivers on a row, for those who cannot see them; nothing without any. */
export function markedText(items: readonly TimelineItem[]): string {
  return cyclesOf(items)
    .flatMap((item) => markedFacts(item).map(({ term, text }) => `${term.toLowerCase()} ${text}`))
    .join(', ');
}

/** Lists what a line holds, a cycle a fact. */
export function factsOfLine({ items }: TimelineLine, today: string): Fact[] {
  return cyclesOf(items).map((item) => ({ term: item.cycle, text: endText(item, today) }));
}

function contractFact({ contract, contractElsewhere }: TimelineItem, today: string): Fact[] {
  if (contract) return [{ term: 'Contract', text: supportWords(contract, today) }];
  if (!contractElsewhere) return [];
  return [{ term: 'Contract', text: elsewhereWords(contractElsewhere) }];
}

function phaseFact(item: TimelineItem, level: keyof typeof PHASE_TERMS): Fact[] {
  const phase = item.support.find((one) => one.level === level);
  if (!phase || (phase.endsOn === null && !phase.ended)) return [];
  const text = phase.endsOn === null ? ENDED_UNDATED : `Until ${formatDay(phase.endsOn)}`;
  return [{ term: PHASE_TERMS[level], text }];
}

/** Says what the filters ask for, each in words, with the names that are known. */
export function describeConditions(
  params: TimelineParams,
  today: Day,
  names: OwnerNames & { readonly project?: string | undefined } = {},
): string[] {
  const { project, owner, type, state, within } = params;
  const label = labelWords(params);
  const projectWords = names.project === undefined ? 'this project' : `project ${names.project}`;
  return [
    ...(state.length === 0 ? [] : [state.map((one) => STATE_WORDS[one]).join(' or ')]),
    ...(within === null ? [] : [`ends ${horizonWords(within, today)}`]),
    ...(project === null ? [] : [projectWords]),
    ...(owner === null ? [] : [ownerWords(owner, names)]),
    ...(label === null ? [] : [label]),
    ...(type === null ? [] : [`the type ${type}`]),
  ];
}

/** `within 12 months`, `next quarter, Q1 2027`. */
export function horizonWords(horizon: Horizon, today: Day): string {
  if (typeof horizon === 'number') return `within ${String(horizon)} months`;
  return quarterWords(horizon, today);
}

/** What a slide tells of: `the next 12 months`, `next quarter, Q1 2027`. */
export function slideSpan(horizon: Horizon, today: Day): string {
  if (typeof horizon === 'number') return `the next ${String(horizon)} months`;
  return quarterWords(horizon, today);
}

function quarterWords(horizon: 'this-quarter' | 'next-quarter', today: Day): string {
  const quarter = quarterOf(horizonRange(horizon, today).until);
  return `${horizon === 'this-quarter' ? 'this' : 'next'} quarter, ${quarter}`;
}

/** What stands at the line of the day that ends are told from: today, or the day that is looked back at. */
export function dayMarkWords(day: string, isPast: boolean): string {
  return isPast ? `As of ${formatDay(day)}` : `Today · ${formatDay(day)}`;
}
