import type { Day } from '@/domain/eol/calendar';
import { stateOf, type EolState } from '@/domain/eol/proximity';
import type { CheckAnswer } from './answer';

/**
 * Tells in which state an answer says that a component is. `unknown` where nothing was found, and where what was found
 * does not have the support level that was asked for, or no end of it.
 */
export function stateOfAnswer(
  answer: Pick<CheckAnswer, 'match' | 'eol' | 'eol_date' | 'found_support'>,
  today: Day,
): EolState {
  if (answer.eol) return 'ended';
  if (!answer.match.found || !answer.found_support || answer.eol_date === null) return 'unknown';
  // The catalog gives calendar days alone.
  return stateOf(answer.eol_date.slice(0, 10) as Day, today);
}
