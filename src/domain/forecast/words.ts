import { estimatesIn, type DegreeCounts } from '@/domain/evidence/degree';

/** What the sentence over a forecast tells. */
export interface ForecastFacts {
  /** In how many quarters. */
  readonly quarters: number;
  /** Software that has ended and is in use, and how much of that nobody says, but estimates. */
  readonly overdue: Counted & { readonly estimates: number };
  /** What ends in these quarters. */
  readonly ahead: Counted & { readonly planned: { readonly all: number; readonly part: number } };
  /** Findings of what had ended, on the first day that is told and now; null where nothing is kept of that day. */
  readonly trend: { readonly on: string; readonly then: number; readonly now: number } | null;
}

interface Counted {
  readonly software: number;
  readonly images: number;
  readonly teams: number;
}

const WORDS = { 4: 'four', 6: 'six' } as Readonly<Partial<Record<number, string>>>;

/** What of a forecast its sentences are made from. */
export interface ToldForecast {
  readonly quarters: number;
  readonly columns: readonly (Counted & {
    readonly kind: 'ended' | 'quarter';
    readonly evidence: DegreeCounts;
  })[];
  readonly ahead: ForecastFacts['ahead'];
  /** The ends of months and, last, now. This month is one of twelve, so that the first is ten or eleven months back. */
  readonly trend: readonly {
    readonly as_of: string;
    readonly ended: number;
    readonly soon: number;
  }[];
}

/** As many months as the sentence on the last year compares. */
export const TOLD_MONTHS = 12;

/** Finds in a forecast what its sentences tell. */
export function forecastFacts({ quarters, columns, ahead, trend }: ToldForecast): ForecastFacts {
  const ended = columns.find(({ kind }) => kind === 'ended');
  return {
    quarters,
    overdue: ended
      ? { ...ended, estimates: estimatesIn(ended.evidence) }
      : { software: 0, images: 0, teams: 0, estimates: 0 },
    ahead,
    trend: changeOf(trend),
  };
}

/** Compares the first month with today; null where nothing was found in the first one: there may have been no uploads yet. */
function changeOf(trend: ToldForecast['trend']): ForecastFacts['trend'] {
  const [then, now] = [trend[0], trend.at(-1)];
  if (!then || !now || trend.length < TOLD_MONTHS || then.ended + then.soon === 0) return null;
  return { on: then.as_of, then: then.ended, now: now.ended };
}

type WriteNumber = (value: number) => string;

/**
 * Says the forecast as one would aloud. Numbers are those of the lists: software, never findings, but where it says so.
 * @param numberOf how they are written; in English unless somebody in particular reads
 * @param dayOf how days are written
 */
export function forecastSentences(
  { quarters, overdue, ahead, trend }: ForecastFacts,
  numberOf: WriteNumber = inEnglish,
  dayOf = (day: string) => day,
): string[] {
  return [
    overdueSentence(overdue, numberOf),
    aheadSentence(ahead, WORDS[quarters] ?? String(quarters), numberOf),
    ...(trend ? [trendSentence({ ...trend, on: dayOf(trend.on) }, numberOf)] : []),
  ];
}

function overdueSentence(overdue: ForecastFacts['overdue'], numberOf: WriteNumber): string {
  if (overdue.software === 0) return 'Nothing in use has ended.';
  const pieces = count(overdue.software, 'piece', numberOf);
  return `${pieces} of software in use ${overdue.software === 1 ? 'has' : 'have'} ended${placeOf(overdue, numberOf)}${estimateWords(overdue, numberOf)}.`;
}

function estimateWords(
  { software, estimates }: ForecastFacts['overdue'],
  numberOf: WriteNumber,
): string {
  if (estimates === 0) return '';
  return estimates === software
    ? software === 1
      ? ': by an estimate'
      : ': by estimates alone'
    : `: ${numberOf(estimates)} by an estimate`;
}

function aheadSentence(
  ahead: ForecastFacts['ahead'],
  quarters: string,
  numberOf: WriteNumber,
): string {
  if (ahead.software === 0)
    return `Nothing more ends in the next ${quarters} quarters, this one included.`;
  const { all, part } = ahead.planned;
  return `In the next ${quarters} quarters, this one included, ${numberOf(ahead.software)} more ${ahead.software === 1 ? 'ends' : 'end'}${placeOf(ahead, numberOf)}: ${plannedWords(ahead.software, all, part, numberOf)}.`;
}

function plannedWords(software: number, all: number, part: number, numberOf: WriteNumber): string {
  if (all === software) return software === 1 ? 'it is planned' : 'all are planned';
  const parts = [
    ...(all > 0 ? [`${numberOf(all)} ${all === 1 ? 'is' : 'are'} planned`] : []),
    ...(part > 0 ? [`${numberOf(part)} in part`] : []),
  ];
  const open = software - all - part;
  if (parts.length === 0) return software === 1 ? 'it is not planned' : 'none is planned';
  return open === 0 ? parts.join(', ') : [...parts, `${numberOf(open)} not at all`].join(', ');
}

function trendSentence(
  { on, then, now }: NonNullable<ForecastFacts['trend']>,
  numberOf: WriteNumber,
): string {
  const findings = 'Findings of ended software';
  if (then === now) return `${findings}, as many as on ${on}: ${numberOf(now)}.`;
  return `${findings}: ${numberOf(now)}, ${now < then ? 'down' : 'up'} from ${numberOf(then)} on ${on}.`;
}

function placeOf({ images, teams }: Counted, numberOf: WriteNumber): string {
  const of =
    teams === 0 ? '' : ` ${teams === 1 ? 'of' : 'across'} ${count(teams, 'team', numberOf)}`;
  return `, in ${count(images, 'image', numberOf)}${of}`;
}

const integer = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const inEnglish = (value: number) => integer.format(value);

const count = (value: number, noun: string, numberOf: WriteNumber) =>
  `${numberOf(value)} ${value === 1 ? noun : `${noun}s`}`;
