import { DAY_MS } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { findOrganizationIds } from '@/server/platform/db/organizations';
import type { Deps } from '@/server/platform/deps';
import { removeInPieces } from '@/server/platform/jobs/in-pieces';
import { giveTurns, type Turns } from '@/server/platform/jobs/turns';
import { deleteLetters } from '../repository/letters';

/** How long letters and their attempts are kept. */
const KEPT_FOR_MS = 90 * DAY_MS;
/** What is logged where old letters stay. */
export const FAILURE = 'old letters cannot be forgotten';

/**
 * Forgets some of the letters of an organization that were written before an instant, as {@link forgetOldLetters}: digests say again
 * what messages said.
 * @returns how many; fewer than `limit`: no more are to go
 */
export function forgetLetters(
  tx: Transaction,
  organizationId: OrganizationId,
  before: Date,
  limit: number,
): Promise<number> {
  return deleteLetters(organizationId, tx, { before, limit });
}

/**
 * Forgets the letters that are settled and too old to be kept, with their attempts. An organization that fails keeps no other
 * from its turn.
 */
export async function forgetOldLetters(
  deps: Pick<Deps, 'clock' | 'db' | 'logger'>,
  signal: AbortSignal,
): Promise<Turns> {
  const before = new Date(deps.clock.now().getTime() - KEPT_FOR_MS);
  const forget = (own: OrganizationId) =>
    removeInPieces((limit) => deleteLetters(own, deps.db, { before, limit }), signal);
  return giveTurns(deps, await findOrganizationIds(deps.db), forget, { failure: FAILURE, signal });
}
