/** What the sentence over a forecast tells. */
export interface ForecastFacts {
  /** In how many quarters. */
  readonly quarters: number;
  /** Software that has ended and is in use, and how much of that nobody says, but estimates. */
  readonly overdue: Counted & { readonly estimates: number };
  /** What ends in these quarters. */
  readonly ahead: Counted & { readonly planned: { readonly all: number; readonly part: number } };
  /** Findings of what had ended, a year ago and now; null where nothing is kept of then. */
  readonly trend: { readonly then: number; readonly now: number } | null;
}

interface Counted {
  readonly software: number;
  readonly images: number;
  readonly teams: number;
}

const WORDS = { 4: 'four', 6: 'six' } as Readonly<Partial<Record<number, string>>>;

/** Says the forecast as one would aloud. Numbers are those of the lists: software, never findings, but where it says so. */
export function forecastSentences({ quarters, overdue, ahead, trend }: ForecastFacts): string[] {
  return [
    overdueSentence(overdue),
    aheadSentence(ahead, WORDS[quarters] ?? String(quarters)),
    ...(trend ? [trendSentence(trend)] : []),
  ];
}

function overdueSentence(overdue: ForecastFacts['overdue']): string {
  if (overdue.software === 0) return 'Nothing in use has ended.';
  return `${pieces(overdue.software)} of software in use ${overdue.software === 1 ? 'has' : 'have'} ended${placeOf(overdue)}${estimateWords(overdue)}.`;
}

function estimateWords({ software, estimates }: ForecastFacts['overdue']): string {
  if (estimates === 0) return '';
  return estimates === software
    ? software === 1
      ? ': by an estimate'
      : ': by estimates alone'
    : `: ${numberOf(estimates)} by an estimate`;
}

function aheadSentence(ahead: ForecastFacts['ahead'], quarters: string): string {
  if (ahead.software === 0)
    return `Nothing more ends in the next ${quarters} quarters, this one included.`;
  const { all, part } = ahead.planned;
  return `In the next ${quarters} quarters, this one included, ${numberOf(ahead.software)} more ${ahead.software === 1 ? 'ends' : 'end'}${placeOf(ahead)}: ${plannedWords(ahead.software, all, part)}.`;
}

function plannedWords(software: number, all: number, part: number): string {
  if (all === software) return software === 1 ? 'it is planned' : 'all are planned';
  const parts = [
    ...(all > 0 ? [`${numberOf(all)} ${all === 1 ? 'is' : 'are'} planned`] : []),
    ...(part > 0 ? [`${numberOf(part)} in part`] : []),
  ];
  const open = software - all - part;
  if (parts.length === 0) return software === 1 ? 'it is not planned' : 'none is planned';
  return open === 0 ? parts.join(', ') : [...parts, `${numberOf(open)} not at all`].join(', ');
}

function trendSentence({ then, now }: { readonly then: number; readonly now: number }): string {
  const findings = 'Findings of ended software';
  if (then === now) return `${findings}, as many as a year ago: ${numberOf(now)}.`;
  return `${findings}: ${numberOf(now)}, ${now < then ? 'down' : 'up'} from ${numberOf(then)} a year ago.`;
}

function placeOf({ images, teams }: Counted): string {
  const of = teams === 0 ? '' : ` ${teams === 1 ? 'of' : 'across'} ${count(teams, 'team')}`;
  return `, in ${count(images, 'image')}${of}`;
}

const pieces = (value: number) => count(value, 'piece');

const integer = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const numberOf = (value: number) => integer.format(value);
const count = (value: number, noun: string) =>
  `${numberOf(value)} ${value === 1 ? noun : `${noun}s`}`;
