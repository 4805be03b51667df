import { parseDay, type Day } from '@/domain/eol/calendar';
import type { JudgedCycle } from '../evaluate';
import type { Place } from '../place';
import type { EolPolicy } from '../policy';

/** A day for a test; what is none throws. */
export function day(text: string): Day {
  const parsed = parseDay(text);
  if (!parsed) throw new Error(`${text} is no day`);
  return parsed;
}

/** A project's images that no cluster runs, unless a test says that one does. */
export function placeIn(projectName: string, runs = false): Place {
  return { projectName, teamId: null, imageTagId: null, imageWaivers: [], runs };
}

let count = 0;

/** A policy of scope global, unless a test says otherwise. */
export function policyOf(fields: Partial<EolPolicy>): EolPolicy {
  count += 1;
  return {
    id: `policy-${String(count)}`,
    scope: 'global',
    warnOn: null,
    denyOn: null,
    warnDays: null,
    denyDays: null,
    deniesFrom: null,
    projectName: null,
    productName: null,
    cycle: null,
    cycleOperator: null,
    onlyRunning: false,
    denyEstimates: false,
    deprecated: null,
    stale: null,
    ...fields,
  };
}

/** A policy about cycles of Redis. */
export function redisPolicy(
  cycleOperator: EolPolicy['cycleOperator'],
  cycle: string,
  fields: Partial<EolPolicy>,
): EolPolicy {
  return policyOf({ scope: 'software', productName: 'Redis', cycle, cycleOperator, ...fields });
}

export function redis(cycle: string, eol: string | null, eolOnKnown = eol !== null): JudgedCycle {
  return { productName: 'Redis', cycle, eolOn: eol === null ? null : day(eol), eolOnKnown };
}
