import { ENDED_UNDATED, STATE_WORDS } from '@/domain/eol/words';
import type { EolState } from '@/domain/eol/proximity';
import { adviceText } from '@/features/advice/card';
import { elsewhereWords, placeWords, supportWords } from '@/features/names/contract';
import { ownerWords } from '@/features/names/owner';
import { describeDay, END_WORDS, ESTIMATED_WORDS, formatDay, undatedEnd } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import type { Outputs } from '@/trpc/outputs';
import type { TimelineParams } from './params';

/** A row of the timeline: one release cycle as one artifact type. */
export type TimelineItem = Outputs['timeline']['list']['items'][number];

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

/** Says the end of a bar: the date, and how far it is where that matters. */
export function endText(item: TimelineItem, state: EolState, today: string): string {
  const { relative, absolute } = describeEnd(item, today);
  if (absolute === null) return relative;
  const extended = extendedEnd(item);
  return [
    ...(state === 'ended' || state === 'soon' ? [relative] : []),
    absolute,
    ...(extended === null ? [] : [`extended to ${formatDay(extended)}`]),
    ...contractNote(item),
  ].join(' · ');
}

/** Names the contract that decides the end, or from which it is left out. */
function contractNote({ contract, contractElsewhere }: TimelineItem): string[] {
  if (contract) return [`contract with ${contract.vendor}, ${placeWords(contract)}`];
  return contractElsewhere ? [`outside the contract with ${contractElsewhere.vendor}`] : [];
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
    ...contractFact(item, today),
    { term: 'In use', text: countOf(item.images, 'image') },
    ...(advice ? [{ term: 'Move to', text: adviceText(advice, productName) }] : []),
  ];
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

/** Says what the filters ask for, each in words. `project` is its name, where that is known. */
export function describeConditions(
  { project, owner, type, label, labelIs, labelValue }: TimelineParams,
  projectName?: string,
): string[] {
  const labelWords = labelIs === 'in' ? 'is any of' : 'is none of';
  return [
    ...(project === null
      ? []
      : [projectName === undefined ? 'this project' : `project ${projectName}`]),
    ...(owner === null ? [] : [ownerWords(owner)]),
    ...(label === null ? [] : [`${label} ${labelWords} ${labelValue}`]),
    ...(type === null ? [] : [`the type ${type}`]),
  ];
}
