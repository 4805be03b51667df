import { addDays, dayOf, startOfDayMs } from '@/domain/eol/calendar';
import { networkOf } from '@/domain/user/network';
import { oncePer } from '@/server/platform/once-per';
import type { Database } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import type { EndedKey } from './authenticate';
import type { OrganizationId } from './organization-id';
import type { Principal } from './principal';
import {
  findPolicyRead,
  findRefusedKeys,
  forgetPolicyReads,
  pruneRefusedKeys,
  recordPolicyRead,
  recordRefusedKey,
} from './key-use-repository';
import { WriteGate } from './write-gate';

/** Milliseconds for which a read counts: scanners read the policies when they start, and upload when they are done. */
const READ_HOLDS_MS = 3_600_000;

type KeyUseDeps = Pick<Deps, 'db' | 'clock' | 'logger'>;

const refusedGate = oncePer((_db: Database) => new WriteGate());
const readGate = oncePer((_db: Database) => new WriteGate());

/**
 * Leaves a trace of a call with a key that no longer holds, where the organization's admins see it. Returns at once;
 * calls within a minute of the last note are counted with the next one.
 */
export function noteRefusedKey(
  deps: KeyUseDeps,
  { organizationId, id, reason }: EndedKey,
  { remoteAddress, path }: { readonly remoteAddress: string; readonly path: string },
): void {
  const at = deps.clock.now();
  const network = networkOf(remoteAddress);
  const key = JSON.stringify([id, network, reason]);
  const count = refusedGate(deps.db).take(organizationId, key, at.getTime());
  if (count === 0) return;
  const use = { apiKeyId: id, network, reason, at, count, path };
  inBackground(deps, async () => {
    const isNew = await recordRefusedKey(organizationId, deps.db, use);
    if (isNew) await pruneRefusedKeys(organizationId, deps.db);
  });
}

/** Notes that a key has read the policies. Returns at once. */
export function notePolicyRead(deps: KeyUseDeps, caller: Principal, remoteAddress: string): void {
  if (caller.kind !== 'api_key') return;
  const { organizationId, id } = caller;
  const at = deps.clock.now();
  const network = networkOf(remoteAddress);
  if (readGate(deps.db).take(organizationId, keyOf(id, network), at.getTime()) === 0) return;
  inBackground(deps, async () => {
    await recordPolicyRead(organizationId, deps.db, { apiKeyId: id, network, at });
    await forgetPolicyReads(organizationId, deps.db, new Date(at.getTime() - READ_HOLDS_MS));
  });
}

/**
 * Tells whether a key has read the policies from this network within the hour before, as a scanner does before its
 * scan. Null where there are no policies, and for a person, who uploads what a scanner wrote.
 */
export async function readPoliciesBefore(
  deps: KeyUseDeps,
  caller: Principal,
  remoteAddress: string,
): Promise<boolean | null> {
  if (caller.kind !== 'api_key') return null;
  const network = networkOf(remoteAddress);
  const sinceMs = deps.clock.now().getTime() - READ_HOLDS_MS;
  const { hasPolicies, isRead } = await findPolicyRead(caller.organizationId, deps.db, {
    ...{ apiKeyId: caller.id, network, since: new Date(sinceMs) },
  });
  if (!hasPolicies) return null;
  // Notes of this process may not be written yet.
  const notedAtMs = readGate(deps.db).lastNotedAtMs(keyOf(caller.id, network));
  return isRead || (notedAtMs !== null && notedAtMs >= sinceMs);
}

/** Keys on one page; the rest is counted. */
const MAX_LISTED = 100;

/** Lists keys that are used although they no longer hold, last used first; of the last days alone, if asked. */
export async function listRefusedKeys(
  { db, clock }: KeyUseDeps,
  organizationId: OrganizationId,
  { days }: { readonly days?: number | null | undefined },
) {
  const from = days ? new Date(startOfDayMs(addDays(dayOf(clock.now()), 1 - days))) : null;
  const rows = await findRefusedKeys(organizationId, db, from, MAX_LISTED);
  return {
    total: rows[0]?.total ?? 0,
    items: rows.map(({ firstAt, lastAt, total: _total, ...row }) => ({
      ...row,
      firstDate: firstAt.toISOString(),
      lastDate: lastAt.toISOString(),
    })),
  };
}

function keyOf(apiKeyId: string, network: string): string {
  return JSON.stringify([apiKeyId, network]);
}

function inBackground({ logger }: KeyUseDeps, work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    logger.warn({ err: error }, 'could not note how a key was used');
  });
}
