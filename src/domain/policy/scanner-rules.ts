import { addDays, dayOf, earlier, type Day } from '@/domain/eol/calendar';
import {
  nextRuleDay,
  startedDenial,
  verdictOn,
  type ActionDays,
  type DatedRule,
  type Decision,
} from './dated-rules';
import { rulesByPlace, type JudgedCycle, type RulesByPlace } from './evaluate';
import { UNSET_DATE, type EolPolicy, type PolicyAction } from './policy';
import type { PolicySet } from './set';

/** A cycle with what its scanner says of its end, whatever this service knows better. */
export interface ScannedCycle extends JudgedCycle {
  /** Null stands for the `0001-01-01` that scanners send for unknown. */
  readonly scannerEolOn: Day | null;
  /** False: it sends an empty text, or another one that it cannot count days from. */
  readonly scannerEolIsPlain: boolean;
  /** `EolBool`. */
  readonly scannerEnded: boolean;
}

/** From this day on, the scanner decides otherwise than this service. */
export interface ScannerDifference {
  readonly on: Day;
  readonly ours: PolicyAction;
  readonly scanner: PolicyAction;
  readonly reason: DifferenceReason;
}

/**
 * Why a stock scanner decides otherwise: it only ever warns of what it calls ended; it takes an unknown
 * end for one long ago; it goes by its own date; it gives one product name one result; it does not find
 * the software at all, which only the catalog does: it judges what it matched itself, and nothing else; it is not
 * told of the policy, as it cannot know what runs; it knows of no waiver; or it is told of no clause on packages.
 */
export type DifferenceReason =
  | 'ended_flag'
  | 'unknown_end'
  | 'other_date'
  | 'one_result_a_product'
  | 'not_found_by_scanner'
  | 'only_running'
  | 'waived'
  | 'registry';

/** The scanner's mark of an unknown end. */
const LONG_AGO = dayOf(new Date('0001-01-01T00:00:00Z'));

/**
 * Says how a stock scanner judges one cycle by itself: as {@link rulesByPlace} has it of the policies that it is
 * told of, but with its own date, an unknown end lying long ago (or nowhere, where the scanner sends none), and `EolBool` warned of as soon as there
 * is any policy.
 * Source: xeol's evaluation as described in the service's notes on it.
 */
export function scannerRulesByPlace(cycle: ScannedCycle, { told }: PolicySet): RulesByPlace {
  if (!cycle.scannerEnded) return rulesByPlace(cycle, told, datedRule);
  const { first } = told;
  const rules: DatedRule[] =
    first === null
      ? []
      : [
          {
            deny: null,
            warn: {
              policy: first,
              on: told.firstToldOn ?? LONG_AGO,
              rule: 'date',
              isSoftened: true,
            },
          },
        ];
  return () => rules;
}

/** The first day, today or later, on which the scanner decides otherwise of this cycle by itself; null: never. */
export function scannerDifference(
  cycle: ScannedCycle,
  ours: readonly DatedRule[],
  scanners: readonly DatedRule[],
  today: Day,
): ScannerDifference | null {
  let on: Day | null = today;
  while (on !== null) {
    const { action: our, decision } = verdictOn(ours, on);
    const scanner = verdictOn(scanners, on).action;
    if (our !== scanner) {
      const isRunning = decision?.policy.onlyRunning === true;
      const reason = isRunning ? 'only_running' : (waiverOn(ours, on) ?? reasonOf(cycle));
      return { on, ours: our, scanner, reason };
    }
    on = earlier(nextRuleDay(ours, on), nextRuleDay(scanners, on));
  }
  return null;
}

/** Whether a waiver has put off what else would apply on a day. */
function waiverOn(rules: readonly DatedRule[], day: Day): 'waived' | null {
  const isWaived = (decision: Decision | null) => (decision?.waiver?.endsOn ?? '') >= day;
  return rules.some(({ deny, warn }) => isWaived(deny) || isWaived(warn)) ? 'waived' : null;
}

/** The same of a cycle that the scanner does not find, by the first days on which this service acts on it. */
export function unseenDifference({ deniedOn, warnedOn }: ActionDays): ScannerDifference | null {
  const on = earlier(deniedOn, warnedOn);
  if (on === null) return null;
  const ours = on === deniedOn ? 'DENY' : 'WARN';
  return { on, ours, scanner: 'ALLOW', reason: 'not_found_by_scanner' };
}

function reasonOf(cycle: ScannedCycle): DifferenceReason {
  if (cycle.scannerEnded) return 'ended_flag';
  return cycle.scannerEolOn === null && cycle.eolOn === null ? 'unknown_end' : 'other_date';
}

function datedRule(policy: EolPolicy, cycle: ScannedCycle): DatedRule {
  return {
    deny: startedDenial(decisionOf(policy, cycle, policy.denyDays, policy.denyOn)),
    warn: decisionOf(policy, cycle, policy.warnDays, policy.warnOn),
  };
}

function decisionOf(
  policy: EolPolicy,
  { scannerEolOn, scannerEolIsPlain }: ScannedCycle,
  days: number | null,
  date: Day | null,
): Decision | null {
  if (days === null) {
    if (date === null || date === UNSET_DATE) return null;
    return { policy, on: date, rule: 'date', isSoftened: false };
  }
  if (!scannerEolIsPlain) return null;
  if (scannerEolOn !== null) {
    return { policy, on: addDays(scannerEolOn, -days), rule: 'days', isSoftened: false };
  }
  // Counted back by nothing, 0001-01-01 is Go's zero time, which the scanner takes for a rule that is not set.
  return days !== 0 ? { policy, on: LONG_AGO, rule: 'days', isSoftened: false } : null;
}
