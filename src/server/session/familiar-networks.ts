import { networkOf } from '@/domain/user/network';
import type { Transaction } from '@/server/db';
import type { Deps } from '@/server/deps';
import { sealed } from '@/server/limits/keys';

const FORGET_AFTER_MS = 90 * 24 * 60 * 60_000;
const MAX_NETWORKS = 32;

/** What is kept of a network: it cannot be read back without the installation's secret. */
export function sealedNetwork(deps: Deps, remoteAddress: string): Buffer {
  return sealed(deps, 'familiar-network', networkOf(remoteAddress));
}

/** Networks last used before then are strange again. */
export function familiarSince({ clock }: Deps): Date {
  return new Date(clock.now().getTime() - FORGET_AFTER_MS);
}

/**
 * Remembers from where a person has proved who they are: guesses from elsewhere do not slow them down there.
 * The 32 networks used last, for 90 days. Plan: familiar_network's key; (last_used_at) for what is forgotten.
 */
export async function rememberNetwork(
  deps: Deps,
  userId: string,
  remoteAddress: string,
  tx: Transaction = deps.db,
): Promise<void> {
  if (remoteAddress === '') return;
  await tx.query(
    `INSERT INTO familiar_network (user_id, network_hash, last_used_at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id, network_hash) DO UPDATE SET last_used_at = excluded.last_used_at`,
    [userId, sealedNetwork(deps, remoteAddress), deps.clock.now()],
  );
  await tx.query(
    `DELETE FROM familiar_network WHERE (user_id, network_hash) IN (
       SELECT f.user_id, f.network_hash FROM familiar_network f
        WHERE f.last_used_at < $2
           OR f.user_id = $1 AND f.network_hash NOT IN (
                SELECT network_hash FROM familiar_network WHERE user_id = $1
                 ORDER BY last_used_at DESC, network_hash LIMIT $3)
        LIMIT 100 FOR UPDATE SKIP LOCKED)`,
    [userId, familiarSince(deps), MAX_NETWORKS],
  );
}

/** Makes every network strange: who was there may have been somebody else. Plan: familiar_network's key. */
export async function forgetNetworks(tx: Transaction, userId: string): Promise<void> {
  await tx.query('DELETE FROM familiar_network WHERE user_id = $1', [userId]);
}
