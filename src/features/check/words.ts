import { STATE_CLAUSES } from '@/domain/eol/words';
import type { Status } from '@/components/status/states';
import type { SupportLevel } from '@/domain/catalog/catalog';
import type { Day } from '@/domain/eol/calendar';
import { stateOf } from '@/domain/eol/proximity';
import { LEVEL_WORDS } from '@/features/catalog/words';
import { cycleTitle } from '@/features/names/cycle';
import { describeDay, lowerFirst } from '@/lib/dates';
import type { Outputs } from '@/trpc/outputs';

/** What came of a question: a state of what was found, or that nothing was. */
export type VerdictState = Status | 'unmatched';

/** An answer as a person wants it. */
export interface Verdict {
  readonly status: VerdictState;
  /** Names the cycle that was found: "Node.js 16"; null when none was. */
  readonly subject: string | null;
  /** "Node.js 16 ended 3 years ago". */
  readonly headline: string;
  /** The day that it speaks of. */
  readonly day: string | null;
}

/** @param asked what the component was asked as, for when nothing was found */
export function verdictOf(
  { answer, about }: ExplainedAnswer,
  { level, today, asked }: { level: SupportLevel; today: Day; asked: string },
): Verdict {
  const { result, candidates = [] } = answer;
  if (!result) return nothingFound(asked, { answer, about }, candidates.length);
  const subject = subjectOf({ answer, about }, result.componentName);
  const day = answer.eol_date?.slice(0, 10) ?? null;
  const told = { subject, day };
  const levelWord = LEVEL_WORDS[level].toLowerCase();
  // The default is what everybody means by "the end"; any other level is named.
  const whose = level === 'STANDARD_SUPPORT' ? subject : `The ${levelWord} of ${subject}`;
  if (candidates.length > 0) return verdictOfAll(answer, told, whose, today);
  if (answer.eol) {
    const since = describeDay(day, today, { known: day !== null });
    const undated =
      answer.estimated_from === undefined ? 'has ended, date unknown' : 'has ended, by estimate';
    const words = day === null ? undated : lowerFirst(since.relative);
    return { ...told, status: 'ended', headline: `${whose} ${words}` };
  }
  if (!answer.found_support) {
    return { ...told, status: 'unknown', headline: `${subject} has no ${levelWord}` };
  }
  if (day === null) {
    return { ...told, status: 'unknown', headline: `${whose} has ${STATE_CLAUSES.unknown}` };
  }
  return {
    ...told,
    // The server gives calendar days alone.
    status: stateOf(day as Day, today),
    headline: `${whose} ${lowerFirst(describeDay(day, today).relative)}`,
  };
}

/** Says what holds for every product that the component may be: the last of their ends, or the first to come. */
function verdictOfAll(
  { eol }: ExplainedAnswer['answer'],
  told: Pick<Verdict, 'subject' | 'day'>,
  whose: string,
  today: Day,
): Verdict {
  const words = eol
    ? 'has ended in every build that is known'
    : 'is supported in every build that is known';
  // The server gives calendar days alone.
  const status = told.day === null ? 'unknown' : stateOf(told.day as Day, today);
  return { ...told, status: eol ? 'ended' : status, headline: `${whose} ${words}` };
}

function nothingFound(
  asked: string,
  { answer, about }: ExplainedAnswer,
  candidates: number,
): Verdict {
  if (candidates > 0) {
    const headline = `${asked} may be any of several builds`;
    return { status: 'unmatched', subject: null, headline, day: null };
  }
  if (answer.evidence_degree === 'stale') {
    const headline = `${asked} is of a stale line, by estimate`;
    return { status: 'unmatched', subject: null, headline, day: null };
  }
  const headline = about
    ? `Nothing is known of this version of ${about.product.name}`
    : `Nothing is known of ${asked}`;
  return { status: 'unmatched', subject: null, headline, day: null };
}

/** A distribution's package goes by its own name, with the distribution; all else by its product and cycle. */
function subjectOf({ answer, about }: ExplainedAnswer, componentName: string): string {
  if (about?.found?.maintainer === 'vendor') {
    return cycleTitle(about.product.name, about.found.cycle.label);
  }
  const named = `${componentName} ${answer.result?.version.version ?? ''}`.trim();
  return about?.found
    ? `${named} in ${cycleTitle(about.product.name, about.found.cycle.label)}`
    : named;
}

export type Explained = Outputs['check']['explain'];
/** The answer to one component, with what a person asks next. */
export type ExplainedAnswer = Explained['results'][number];
