import { type CoveringPlace, supportedEnd, type Support } from '@/domain/contract/support';
import type { Day } from '@/domain/eol/calendar';
import { type ReleaseCycle, standardSupport, type SupportEnd } from './catalog';

/** A contract that covers a release cycle of the catalog. */
export interface CoveringTerms extends CoveringPlace {
  readonly endsOn: Support['until'];
}

/** Says of a contract that covers a release cycle what it changes. */
export function supportOf(
  cycle: ReleaseCycle,
  { contractId, vendor, scope, place, endsOn: until }: CoveringTerms,
): Support {
  const upstreamOn = standardSupport(cycle)?.endsOn ?? null;
  return {
    ...{ contractId, vendor, scope, place, until },
    ...{ upstreamOn, upstreamOnKnown: upstreamOn !== null },
  };
}

/**
 * Gives a release cycle as it is supported by a contract: fixes, standard or paid for, last at least as long as it does.
 * What has no known end has none by a contract either. For answers on the cycle itself; what to move to is asked of the
 * cycle as it was.
 */
export function coveredCycle(cycle: ReleaseCycle, support: Support, today: Day): ReleaseCycle {
  const covered = cycle.support.map((end) => coveredEnd(end, support, today));
  const { inferred, ...rest } = cycle;
  const isSame = covered.every((end, index) => end === cycle.support[index]);
  // That it has ended is no conclusion any more.
  return isSame || !inferred ? { ...cycle, support: covered } : { ...rest, support: covered };
}

function coveredEnd(end: SupportEnd, contract: Support, today: Day): SupportEnd {
  const { level, endsOn, ended } = end;
  if (level === 'ACTIVE_SUPPORT') return end;
  const { until } = contract;
  // What has ended on an unknown day may have ended after a contract that is over: the day of neither is that of both.
  const isLonger =
    endsOn === null
      ? ended && until > today
      : supportedEnd({ on: endsOn, known: true }, until).isByContract;
  return isLonger ? { level, endsOn: until, ended: false, contract } : end;
}
