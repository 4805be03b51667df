import { NIL as NIL_UUID, v7 as uuidv7 } from 'uuid';
import type { AddressProof } from '@/domain/user/account';
import { markApiKeyRevoked } from '@/server/api-key/service';
import { recordAudit } from '@/server/audit/service';
import { deleteFeedToken } from '@/server/feed-token/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor, CallOrigin } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import { findOpenInvitationsBy, markInvitationRevoked } from '@/server/invitation/service/invite';
import { findMemberships } from '@/server/organization/service';
import { deleteSessionsOf, forgetNetworks } from '@/server/session/service/sessions';
import { markEmailProven, updatePasswordHash, type UserRow } from '../repository/account';
import { findFeedTokensOfPerson, findKeysOfPerson, findPlacesOfPerson } from '../repository/claim';
import { removeAccountTokens } from '../repository/token';
import { insertNotice } from '../repository/trail';

export interface Claim {
  /** Proof of whose the address is; null: only of whose the account is, which has another address. */
  readonly by: AddressProof | null;
  /** The name people know the provider by that showed it; null: a mailed link did. */
  readonly provider: string | null;
  /** Name of the actor in the organizations' audit trails: neither the one who had the account nor an admin did it. */
  readonly actorName: string;
  readonly at: Date;
  readonly origin: CallOrigin;
}

/** Numbers of what ended with the claim, for the audit trail. */
export interface ClaimedAccount {
  /** Whether the account held anything that another person could have had: else there is nobody to tell. */
  readonly wasInUse: boolean;
  readonly detail: {
    readonly password: 'removed' | 'none';
    readonly ended_sessions: number;
    readonly revoked_keys: number;
    readonly revoked_feeds: number;
    readonly revoked_invitations: number;
  };
}

/**
 * Gives an account whose address nobody had proven to the person to whom the address belongs. Another person may
 * have set it up, so everything that they still hold ends: the password, sessions, mailed links, keys that read or
 * manage, addresses of feeds, invitations that are still open. Memberships stay, because those who gave them meant the
 * address; so do keys of scanners, which cannot read an organization's data, and whose end would silently end the
 * scans. The person is told of all this at the next page.
 *
 * @param user locked, and unproven
 */
export async function claimAccount(
  tx: Transaction,
  user: UserRow,
  { by, provider, actorName, at, origin }: Claim,
): Promise<ClaimedAccount> {
  const hadPassword = user.passwordHash !== null;
  if (hadPassword) await updatePasswordHash(tx, user.id, null, at);
  await removeAccountTokens(tx, user.id);
  const endedSessions = await deleteSessionsOf(tx, user.id, at);
  await forgetNetworks(tx, user.id);
  if (by !== null) await markEmailProven(tx, user.id, by, at);
  const actorIn = (organizationId: OrganizationId): Actor => ({
    kind: 'api_key',
    id: NIL_UUID,
    name: actorName,
    organizationId,
    role: 'admin',
    origin,
  });
  const keys = await findKeysOfPerson(tx, user.id);
  const revokedKeys = keys.filter(({ role }) => role !== 'scanner');
  for (const { organizationId, id, name, role } of revokedKeys) {
    await markApiKeyRevoked(organizationId, tx, id, at);
    await recordAudit(tx, actorIn(organizationId), {
      at,
      action: 'api_key.revoke',
      subjectKind: 'api_key',
      subjectId: id,
      before: { id, name, role, why: UNPROVEN, user_id: user.id },
    });
  }
  const feeds = await findFeedTokensOfPerson(tx, user.id);
  for (const { organizationId, id, label, scope, subjectId, product } of feeds) {
    if (!(await deleteFeedToken(organizationId, tx, id))) continue;
    await recordAudit(tx, actorIn(organizationId), {
      at,
      action: 'feed_token.revoke',
      subjectKind: 'feed_token',
      subjectId: id,
      before: {
        ...{ id, label, scope, subject: subjectId ?? product },
        ...{ why: UNPROVEN, user_id: user.id },
      },
    });
  }
  const invitations = await openInvitationsOf(tx, user.id, at);
  for (const { organizationId, id, email } of invitations) {
    await markInvitationRevoked(organizationId, tx, id, at);
    await recordAudit(tx, actorIn(organizationId), {
      at,
      action: 'invitation.revoke',
      subjectKind: 'invitation',
      subjectId: id,
      before: { id, email, why: UNPROVEN, user_id: user.id },
    });
  }
  const held = endedSessions + keys.length + feeds.length + invitations.length;
  const wasInUse = hadPassword || held > 0;
  if (wasInUse) {
    const memberships = await findMemberships(tx, user.id);
    const shown = (key: (typeof keys)[number]) => ({
      name: key.name,
      role: key.role,
      organization: key.organizationName,
    });
    await insertNotice(tx, user.id, {
      id: uuidv7(),
      at,
      notice: {
        kind: 'taken_over',
        provider,
        organizations: memberships.map(({ organizationName: name, role }) => ({ name, role })),
        revokedKeys: revokedKeys.map(shown),
        keptKeys: keys.filter(({ role }) => role === 'scanner').map(shown),
        revokedFeeds: feeds.map(({ label, organizationName: organization }) => ({
          ...{ label, organization },
        })),
        revokedInvitations: invitations.map(({ email, organizationName }) => ({
          email,
          organization: organizationName,
        })),
      },
    });
  }
  return {
    wasInUse,
    detail: {
      password: hadPassword ? 'removed' : 'none',
      ended_sessions: endedSessions,
      revoked_keys: revokedKeys.length,
      revoked_feeds: feeds.length,
      revoked_invitations: invitations.length,
    },
  };
}

/** Finds the invitations of a person, or of a key behind which they stand, that nobody has answered: in every organization. */
async function openInvitationsOf(tx: Transaction, userId: string, at: Date) {
  const found = [];
  for (const place of await findPlacesOfPerson(tx, userId)) {
    const rows = await findOpenInvitationsBy(place.organizationId, tx, { userId, at });
    found.push(...rows.map(({ id, email }) => ({ ...place, id, email })));
  }
  return found;
}

const UNPROVEN = 'made while nobody had proven the address of the account';
