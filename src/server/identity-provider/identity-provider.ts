import type { PersonRole } from '@/domain/roles/permissions';
import type { Actor, PersonCaller, Principal } from '@/server/auth/principal';
import type { Deps } from '@/server/deps';
import type { InvitationRecord, ShownInvitation } from '@/server/invitation/dto';
import type { MemberRecord } from '@/server/member/dto';

export interface Invitee {
  /** Lower case. */
  readonly email: string;
  readonly role: PersonRole;
}

/**
 * Where an organization's members are kept: what stands behind the `/idp` paths. The caller's right to each
 * call is checked before.
 */
export interface IdentityProvider {
  /**
   * Whether a person administers the organization with this id at the provider: creating it here needs that
   * word, and no key can give it. Null where organizations are made here and nowhere else.
   */
  readonly administers:
    ((deps: Deps, person: PersonCaller, idpId: string) => Promise<boolean>) | null;

  /** By name, then e-mail. */
  members(deps: Deps, principal: Principal): Promise<MemberRecord[]>;

  /**
   * Removes a member, whose sessions in the organization end at once, and answers with who that was.
   * @throws DomainError 404 for somebody who is not a member, 409 for the last admin
   */
  removeMember(deps: Deps, actor: Actor, userId: string): Promise<MemberRecord>;

  /**
   * Invites an address, or renews its pending invitation, and mails the link where mail is configured.
   * @throws DomainError 409 when it is a member's, 429 when too many were mailed
   */
  invite(deps: Deps, actor: Actor, invitee: Invitee): Promise<ShownInvitation>;

  /** Newest first, whatever became of them. */
  invitations(deps: Deps, principal: Principal): Promise<InvitationRecord[]>;
}
