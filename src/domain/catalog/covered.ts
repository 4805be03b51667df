import { type CoveringPlace, supportedEnd, type Support } from '@/domain/contract/support';
import type { Day } from '@/domain/eol/calendar';
import { type ReleaseCycle, standardSupport, type SupportEnd } from './catalog';

/** A contract that covers a release cycle of the catalog. */
export interface CoveringTerms extends CoveringPlace {
  readonly endsOn: Support['until'];
  /** The day on which the organization knew that the cycle has ended on an unknown day; null: it does not hold it. */
  readonly endedBy: Day | null;
}

/** A release cycle under a contract. */
export interface CoveredCycle {
  /** What the contract changes. */
  readonly support: Support;
  readonly cycle: ReleaseCycle;
}

/**
 * Gives a release cycle as it is supported by a contract: fixes, standard or paid for, last at least as long as it does.
 * What has no known end has none by a contract either. For answers on the cycle itself; what to move to is asked of the
 * cycle as it was.
 */
export function coverCycle(
  cycle: ReleaseCycle,
  { endsOn: until, endedBy, ...place }: CoveringTerms,
  today: Day,
): CoveredCycle {
  const { contractId, vendor, scope, place: name } = place;
  const contract = { contractId, vendor, scope, place: name, until };
  const covered = cycle.support.map((end) => coveredEnd(end, contract, endedBy ?? today));
  const support = { ...contract, ...withoutIt(standardSupport(cycle)) };
  const { inferred, ...rest } = cycle;
  const isSame = covered.every((end, index) => end === cycle.support[index]);
  // That it has ended is no conclusion any more.
  const facts = isSame || !inferred ? cycle : rest;
  return { support, cycle: { ...facts, support: covered } };
}

type Contract = Omit<Support, 'upstreamOn' | 'upstreamOnKnown'>;

function coveredEnd(end: SupportEnd, contract: Contract, endedBy: Day): SupportEnd {
  const { level, endsOn, ended } = end;
  if (level === 'ACTIVE_SUPPORT') return end;
  const { until } = contract;
  const known = endsOn !== null;
  const on = known || !ended ? endsOn : endedBy;
  if (!supportedEnd({ on, known, endedBy }, until).isByContract) return end;
  return { level, endsOn: until, ended: false, contract: { ...contract, ...withoutIt(end) } };
}

/** When a support level ends without a contract. */
function withoutIt(end: SupportEnd | null): Pick<Support, 'upstreamOn' | 'upstreamOnKnown'> {
  const upstreamOn = end?.endsOn ?? null;
  return { upstreamOn, upstreamOnKnown: upstreamOn !== null };
}
