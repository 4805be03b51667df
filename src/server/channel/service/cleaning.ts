import { DAY_MS } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { findOrganizationIds } from '@/server/platform/db/organizations';
import type { Deps } from '@/server/platform/deps';
import { removeInPieces } from '@/server/platform/jobs/in-pieces';
import { giveTurns, type Turns } from '@/server/platform/jobs/turns';
import { deleteMessages } from '../repository/cleaning';

/** How long what was delivered, or given up, can be looked at and replayed. */
export const KEPT_FOR_MS = 90 * DAY_MS;
/** What is logged where old messages stay. */
export const FAILURE = 'old messages cannot be forgotten';

/**
 * Forgets some of the messages of an organization that were made before an instant, as {@link forgetOldMessages}.
 * @returns how many; fewer than `limit`: no more are to go
 */
export function forgetMessages(
  tx: Transaction,
  organizationId: OrganizationId,
  before: Date,
  limit: number,
): Promise<number> {
  return deleteMessages(organizationId, tx, { before, limit });
}

/**
 * Forgets messages that are old, or too many, with their deliveries; none that is still to be delivered. An organization that
 * fails keeps no other from its turn.
 */
export async function forgetOldMessages(
  deps: Pick<Deps, 'db' | 'clock' | 'logger'>,
  signal: AbortSignal,
): Promise<Turns> {
  const before = new Date(deps.clock.now().getTime() - KEPT_FOR_MS);
  const forget = (own: OrganizationId) =>
    removeInPieces((limit) => deleteMessages(own, deps.db, { before, limit }), signal);
  // Any may have messages: its people get them, if no channel does.
  return giveTurns(deps, await findOrganizationIds(deps.db), forget, { failure: FAILURE, signal });
}
