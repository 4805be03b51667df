import { randomBytes } from 'node:crypto';
import { conflict } from '@/domain/errors';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import type { InvitationRecord, ShownInvitation } from '@/server/invitation/dto';
import { reserveInvitationMail } from '@/server/invitation/service/mail';
import { type Invitee, storeInvitation } from '@/server/invitation/service/invite';
import { hasMemberWithEmail } from '@/server/organization/service';
import { answered, idAtKeycloak, type KeycloakContext } from './members';
import { KeycloakFailure, providerUnavailable } from './admin-client';
import type { Sent } from './organizations';
import { finishRemovals } from './removal';

const IS_MEMBER = 'This person is already a member';
const NOT_THERE = 'The identity provider has no organization with this idp_id';
const REFUSALS = {
  'is-member': IS_MEMBER,
  'no-organization': NOT_THERE,
  'not-accepted': 'The identity provider does not accept this e-mail address',
} as const satisfies Record<Exclude<Sent, 'sent' | 'not-mailed'>, string>;

/**
 * Has Keycloak invite an address: it sends the link and judges it. This service stores what Keycloak does not: that
 * the address was invited, by whom, until when the link holds, and the role that awaits the person who signs in
 * with it.
 * @throws DomainError 409 when the address is a member's or Keycloak will not have it, 429 when too many were
 *   mailed, 503 when Keycloak does not answer or cannot send mail
 */
export async function inviteThroughKeycloak(
  context: KeycloakContext,
  deps: Deps,
  actor: Actor,
  invitee: Invitee,
): Promise<ShownInvitation> {
  const { organizationId } = actor;
  const idpId = await idAtKeycloak(deps, organizationId);
  if (idpId === null) throw conflict(NOT_THERE);
  if (await hasMemberWithEmail(organizationId, deps.db, invitee.email)) throw conflict(IS_MEMBER);
  const giveBack = await reserveInvitationMail(deps, actor, invitee.email);
  try {
    const record = await sendAndStore(context, deps, actor, { invitee, idpId });
    return { ...record, accept_url: null, mail: 'sent' };
  } catch (error) {
    await giveBack();
    throw error;
  }
}

async function sendAndStore(
  context: KeycloakContext,
  deps: Deps,
  actor: Actor,
  { invitee, idpId }: { readonly invitee: Invitee; readonly idpId: string },
): Promise<InvitationRecord> {
  const { organizations } = context;
  const { organizationId } = actor;
  const { sent, lifetimeMs } = await answered(async () => {
    // Afterwards it would take away again what is offered here.
    await finishRemovals(context, deps, { organizationId, idpId }, invitee.email);
    return {
      lifetimeMs: await organizations.invitationLifetimeMs(),
      sent: await organizations.invite(idpId, invitee.email),
    };
  });
  if (sent === 'not-mailed') {
    const failure = new KeycloakFailure('status', 500);
    throw providerUnavailable(failure, 'The identity provider could not send the invitation');
  }
  if (sent !== 'sent') throw conflict(REFUSALS[sent]);
  const { record } = await storeInvitation(deps, actor, invitee, {
    // No link of this service's own leads here: nobody knows what this is the digest of.
    tokenHash: randomBytes(32),
    mailedTokenHash: null,
    lifetimeMs,
  });
  return record;
}
