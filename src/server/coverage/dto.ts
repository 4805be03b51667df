import { z } from 'zod';
import { CONTRACT_SCOPES } from '@/domain/contract/contract';
import type { Support } from '@/domain/contract/support';
import { day } from '@/server/platform/trpc/outputs';

/** A contract, and where it covers. */
const coveringPlace = z.object({
  contractId: z.guid(),
  vendor: z.string(),
  scope: z
    .enum(CONTRACT_SCOPES)
    .describe(
      'Where the contract covers. Where that is not the organization, a list may have the same release cycle again, as it is elsewhere: each image counts in one of them alone',
    ),
  place: z.string().nullable().describe('That project or team; null: everywhere'),
});

/** A contract by which the same software is supported in other places, for lists that show both. */
export const elsewhereRecord = coveringPlace;

/** The contract by which software is supported where it was found, as answers say it. */
export const supportRecord = coveringPlace
  .extend({
    until: day.describe('The end of the contract'),
    upstreamDate: day.nullable().describe('When support ends without it; null: not known'),
    upstreamDateKnown: z
      .boolean()
      .describe('False with a day: it has ended, and the day is when it was first seen'),
  })
  .meta({ id: 'ContractSupport' });

/** The same as a field that is left out where no contract covers it: for answers whose shapes others have described. */
export function markOf(support: Support | null | undefined) {
  const contract = toSupport(support);
  return contract && { contract };
}

/** Makes what answers say of a contract that covers software; null where none does. */
export function toSupport(
  support: Support | null | undefined,
): z.input<typeof supportRecord> | null {
  if (!support) return null;
  const { contractId, vendor, scope, place, until, upstreamOn, upstreamOnKnown } = support;
  return {
    ...{ contractId, vendor, scope, place, until },
    ...{ upstreamDate: upstreamOn, upstreamDateKnown: upstreamOnKnown },
  };
}
