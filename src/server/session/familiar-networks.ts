import { networkOf } from '@/domain/user/network';
import type { Transaction } from '@/server/db';
import type { Deps } from '@/server/deps';
import { sealed } from '@/server/limits/keys';
import { deleteNetworks, pruneNetworks, upsertNetwork } from './repository';

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
 * The 32 networks used last, for 90 days.
 */
export async function rememberNetwork(
  deps: Deps,
  userId: string,
  remoteAddress: string,
  tx: Transaction = deps.db,
): Promise<void> {
  if (remoteAddress === '') return;
  const networkHash = sealedNetwork(deps, remoteAddress);
  await upsertNetwork(tx, { userId, networkHash, lastUsedAt: deps.clock.now() });
  await pruneNetworks(tx, userId, { since: familiarSince(deps), max: MAX_NETWORKS });
}

/** Makes every network strange: who was there may have been somebody else. */
export function forgetNetworks(tx: Transaction, userId: string): Promise<void> {
  return deleteNetworks(tx, userId);
}
