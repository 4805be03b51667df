import type { Day } from '@/domain/eol/calendar';
import type { CycleVerdict, Evaluation, JudgedCycle } from './evaluate';
import { explain } from './explain';
import type { PolicyAction } from './policy';

/** A build is told of this many, the worst first: a longer list helps nobody and is kept with every scan. */
export const MAX_VIOLATIONS = 1_000;

/** One (product, cycle) that a policy warns of or denies, as a build is told. */
export interface Violation {
  readonly policy_id: string;
  readonly action: Exclude<PolicyAction, 'ALLOW'>;
  readonly product_name: string;
  readonly cycle: string;
  readonly artifact_types: string[];
  readonly eol_date: Day | null;
  /** The day since when the policy applies. */
  readonly applies_on: Day;
  readonly message: string;
}

/** A cycle with the artifact types it was found as. */
export interface FoundCycle extends JudgedCycle {
  readonly artifactTypes: string[];
}

/** What an evaluation holds against a build: denials first, then by product and cycle. */
export function violationsOf({ verdicts }: Evaluation<FoundCycle>): Violation[] {
  return verdicts
    .flatMap((verdict) => violationOf(verdict) ?? [])
    .sort(
      (left, right) =>
        compare(left.action, right.action) ||
        compare(left.product_name, right.product_name) ||
        compare(left.cycle, right.cycle),
    )
    .slice(0, MAX_VIOLATIONS);
}

function violationOf({ cycle, verdict }: CycleVerdict<FoundCycle>): Violation | null {
  if (!verdict.decision) return null;
  return {
    policy_id: verdict.decision.policy.id,
    action: verdict.action,
    product_name: cycle.productName,
    cycle: cycle.cycle,
    artifact_types: cycle.artifactTypes,
    eol_date: cycle.eolOn,
    applies_on: verdict.decision.on,
    message: explain(cycle, verdict) ?? '',
  };
}

/** By code unit, the same on every machine; DENY stands before WARN. */
function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
