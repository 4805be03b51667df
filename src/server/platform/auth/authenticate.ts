import { type EndReason, isSameDigest, parseApiKey } from '@/domain/api-key/api-key';
import type { Deps } from '@/server/platform/deps';
import { touchTrust } from './build-repository';
import { buildOfToken, isToken, type RefusedBuild } from './build-token';
import { credentialsIn, sessionIdIn } from './credentials';
import { keyMemoryOf } from './key-memory';
import { mintOrganizationId, type OrganizationId } from './organization-id';
import type { Caller, KeyCaller, PersonCaller } from './principal';
import { findKeys, findSession, type KeyRow, touchKey, touchSession } from './repository';

/** The outcome of a look at a request's credentials. `refused`: there were some and they do not hold. */
export type AuthOutcome =
  | { readonly result: 'accepted'; readonly caller: Caller; readonly by: 'key' | 'cookie' }
  /** `ended`: the key that was shown, where it is one that held once; `build`: the token, where it names us. */
  | {
      readonly result: 'refused';
      readonly ended?: EndedKey;
      readonly build?: RefusedBuild | null;
    }
  | { readonly result: 'absent' };

/** A key that an organization gave out, and that holds no longer. */
export interface EndedKey {
  readonly organizationId: OrganizationId;
  readonly id: string;
  readonly reason: EndReason;
}

const TOUCH_AFTER_MS = 60_000;

/** A key as it is remembered. */
interface KnownKey {
  readonly row: KeyRow;
  /** When its use was last noted, as far as this process knows. */
  lastUsedAt: Date | null;
}

const memoryOf = keyMemoryOf<KnownKey>();

/**
 * Reads the caller out of a request's headers: an API key or a build's token, else the session cookie. One query on
 * primary keys, two for a build. Keys alone are remembered, for a moment: a revocation, a removal or another role holds
 * from the next request on in the process that made it, and a moment later in all others.
 * @throws DomainError 503 while the keys of a token's issuer cannot be had
 */
export async function authenticate(headers: Headers, deps: Deps): Promise<AuthOutcome> {
  const credentials = credentialsIn(headers, deps.env.publicUrl);
  if (!credentials) return { result: 'absent' };
  if (credentials.kind === 'key') {
    const { text } = credentials;
    return isToken(text) ? outcomeOfToken(text, deps) : outcomeOfKey(text, deps);
  }
  if (credentials.kind === 'session') {
    const caller = await callerOfSession(credentials.token, deps);
    if (caller) return { result: 'accepted', caller, by: 'cookie' };
  }
  return { result: 'refused' };
}

async function outcomeOfKey(text: string, deps: Deps): Promise<AuthOutcome> {
  const shown = parseApiKey(text);
  if (!shown) return { result: 'refused' };
  const now = deps.clock.now();
  const keys = await memoryOf(deps.db).find(shown.publicId, async () => {
    const rows = await findKeys(deps.db, shown.publicId);
    return rows.map((row) => ({ row, lastUsedAt: row.lastUsedAt }));
  });
  const known = keys.find(({ row }) => isSameDigest(row.secretSha256, shown.sha256));
  if (!known) return { result: 'refused' };
  const { row } = known;
  const organizationId = mintOrganizationId(row.organizationId);
  const reason = endReasonOf(row, now);
  if (reason) return { result: 'refused', ended: { organizationId, id: row.id, reason } };
  if (!known.lastUsedAt || isStale(known.lastUsedAt, now)) {
    known.lastUsedAt = now;
    inBackground(touchKey(deps.db, row, now), deps);
  }
  const caller: KeyCaller = {
    kind: 'api_key',
    id: row.id,
    name: row.name,
    createdByUserId: row.createdByUserId,
    active: { organizationId, role: row.role },
  };
  return { result: 'accepted', caller, by: 'key' };
}

/** Tells why a key holds no longer at `now`; null while it does. */
function endReasonOf({ revokedAt, endsAt, expiresAt }: KeyRow, now: Date): EndReason | null {
  if (revokedAt) return 'revoked';
  if (endsAt && endsAt <= now) return 'rotated';
  return expiresAt && expiresAt <= now ? 'expired' : null;
}

async function outcomeOfToken(text: string, deps: Deps): Promise<AuthOutcome> {
  const outcome = await buildOfToken(text, deps);
  if ('refused' in outcome) return { result: 'refused', build: outcome.refused };
  const { caller, lastUsedAt } = outcome;
  const now = deps.clock.now();
  if (!lastUsedAt || isStale(lastUsedAt, now)) {
    inBackground(touchTrust(caller.active.organizationId, deps.db, caller.id, now), deps);
  }
  return { result: 'accepted', caller, by: 'key' };
}

async function callerOfSession(token: string, deps: Deps): Promise<PersonCaller | null> {
  const sessionId = await sessionIdIn(token, deps.env.authSecret);
  if (sessionId === null) return null;
  const now = deps.clock.now();
  const row = await findSession(deps.db, sessionId, now);
  if (!row) return null;
  if (isStale(row.lastSeenAt, now)) inBackground(touchSession(deps.db, sessionId, now), deps);
  const { organizationId, role } = row;
  return {
    kind: 'person',
    id: row.userId,
    name: row.name,
    email: row.email,
    sessionId,
    active:
      organizationId === null || role === null
        ? null
        : { organizationId: mintOrganizationId(organizationId), role },
  };
}

function isStale(usedAt: Date, now: Date): boolean {
  return now.getTime() - usedAt.getTime() > TOUCH_AFTER_MS;
}

/** Lets work go on unawaited: a time of last use is not worth a caller's waiting, nor a failed request. */
function inBackground(work: Promise<void>, { logger }: Deps): void {
  work.catch((error: unknown) => {
    logger.warn({ err: error }, 'could not note a time of last use');
  });
}
