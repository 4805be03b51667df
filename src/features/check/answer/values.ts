import { BYTE_ORDER_MARK, csvRecord, type CsvCell } from '@/domain/csv/csv';
import { NOT_MATCHED, STATE_WORDS } from '@/domain/eol/words';
import { adviceText } from '@/features/advice/card';
import type { ExplainedAnswer, Verdict } from '@/features/check/words';
import { cycleTitle } from '@/features/names/cycle';

/** An answer with the question, as the table has it. */
export interface Answered {
  readonly asked: string;
  readonly explained: ExplainedAnswer;
  readonly verdict: Verdict;
}

const HEADERS = ['Component', 'Supported as', 'State', 'End of life', 'Answer', 'Move to'];

/** Writes answers as a CSV file, in the table's order. Days are `YYYY-MM-DD`; what is not known is an empty cell. */
export function answersAsCsv(answers: readonly Answered[]): string {
  return BYTE_ORDER_MARK + [HEADERS, ...answers.map(cellsOf)].map(csvRecord).join('');
}

function cellsOf({ asked, explained, verdict }: Answered): readonly CsvCell[] {
  const { about, answer } = explained;
  const { status, day, headline } = verdict;
  const found = about?.found;
  const isEnding = status === 'ended' || status === 'soon' || status === 'next';
  return [
    asked,
    about && (found ? cycleTitle(about.product.name, found.cycle.label) : about.product.name),
    status === 'unmatched' ? NOT_MATCHED : STATE_WORDS[status],
    day,
    headline,
    answer.fact?.successor ?? (isEnding ? adviceOf(explained) : null),
  ];
}

function adviceOf({ about, answer: { advice } }: ExplainedAnswer): string | null {
  return about && advice && adviceText(advice, about.product.name);
}
