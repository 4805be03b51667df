import type { ContractScope } from '@/domain/contract/contract';
import { projectTitle } from '@/domain/identifiers/project-name';
import { formatDay } from '@/lib/dates';
import type { Outputs } from '@/trpc/outputs';

/** The contract by which software is supported where it was found. */
export type Support = NonNullable<Outputs['timeline']['list']['items'][number]['contract']>;

/** Where a contract covers, by name. */
export interface CoveredPlace {
  readonly scope: ContractScope;
  /** The name of the project or the team. */
  readonly place: string | null;
}

/** Says where a contract covers, to go on with a sentence: "in the projects of Payments". */
export function placeWords({ scope, place }: CoveredPlace): string {
  if (scope === 'organization' || place === null) return 'everywhere';
  return scope === 'team' ? `in the projects of ${place}` : `in ${projectTitle(place).title}`;
}

/** The end of support without the contract. @param today a UTC day */
export function upstreamWords(
  { upstreamDate: day, upstreamDateKnown: known }: Support,
  today: string,
): string {
  if (day === null) return 'upstream has no known end';
  if (!known) return 'upstream ended, date unknown';
  return `upstream ${day <= today ? 'ended' : 'ends'} ${formatDay(day)}`;
}

/**
 * Says of what part it is that the contract decides: all of the support, or none of it while upstream lasts longer. Goes
 * before "contract with".
 */
export function leadWords(contract: Support, today: string): string {
  const { until, upstreamDate } = contract;
  if (upstreamDate === null || until <= upstreamDate) return `Until ${formatDay(until)} also under`;
  return until <= today
    ? `Supported until ${formatDay(until)}, no longer, by`
    : `Supported until ${formatDay(until)} by`;
}

/** Says in one sentence by which contract something is supported, where, and what holds without it. */
export function supportWords(contract: Support, today: string): string {
  const lead = leadWords(contract, today);
  return `${lead} contract with ${contract.vendor}, ${placeWords(contract)}; ${upstreamWords(contract, today)}`;
}
