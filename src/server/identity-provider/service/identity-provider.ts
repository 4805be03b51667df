import type { DirectoryKind } from '@/domain/user/provider';
import type { Actor, CallOrigin, PersonCaller, Principal } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import type { Turns } from '@/server/platform/jobs/turns';
import type { InvitationRecord, ShownInvitation } from '@/server/invitation/dto';
import type { Invitee } from '@/server/invitation/service/invite';
import type { MemberRecord } from '@/server/member/dto';
import type { KeysOfMember, RoleChange } from '@/server/member/service';

/** A person of this service, with their id at the provider. */
export interface ProviderPerson {
  readonly userId: string;
  /** The `sub` of the provider's tokens. */
  readonly subject: string;
}

/** Memberships where people sign in with the provider that keeps the members. */
export interface ProviderMemberships {
  /**
   * Tells whether the provider counts a person among the members of any organization: then signing in makes them an
   * account here. False where it does not answer.
   */
  isMember(deps: Deps, subject: string): Promise<boolean>;

  /**
   * Makes the memberships of a person who has just signed in agree with the provider. Where it does not answer they
   * stay as they are.
   */
  bringUpToDate(deps: Deps, person: ProviderPerson, origin: CallOrigin): Promise<void>;

  /**
   * Does the same for everybody who has ever signed in, between one sign-in and the next. An organization that fails keeps
   * no other from its turn; one of which the provider gives no answer has failed as well.
   */
  bringAllUpToDate(deps: Deps, signal: AbortSignal): Promise<Turns>;
}

/**
 * The directory that keeps an organization's members, behind the `/idp` paths. The caller's right to each call is
 * checked before. A call that asks an external provider throws a DomainError 503 where that gives no answer.
 */
export interface IdentityProvider {
  readonly kind: DirectoryKind;

  /**
   * Whether a person administers the organization with this id at the provider: creating it here needs that
   * confirmation, and no key can give it. Null where organizations are made here and nowhere else.
   */
  readonly administers:
    ((deps: Deps, person: PersonCaller, idpId: string) => Promise<boolean>) | null;

  /** Null where people become members here and nowhere else. */
  readonly memberships: ProviderMemberships | null;

  /** Lists members by name, then e-mail. */
  members(deps: Deps, principal: Principal): Promise<MemberRecord[]>;

  /**
   * Removes a member, whose sessions in the organization end at once, and answers with who that was.
   * @throws DomainError 404 for a person who is not a member, 409 for the last admin
   */
  removeMember(
    deps: Deps,
    actor: Actor,
    userId: string,
    keys?: KeysOfMember,
  ): Promise<MemberRecord>;

  /**
   * Gives a member another role; it holds from their next request on.
   * @throws DomainError 404 for a person who is not a member, 409 for the last admin and for a member who has never
   *   signed in here
   */
  changeRole(deps: Deps, actor: Actor, change: RoleChange): Promise<MemberRecord>;

  /**
   * Invites an address, or renews its pending invitation. The link is mailed where mail is configured, or by
   * the provider itself.
   * @throws DomainError 409 when it is a member's, 429 when too many were mailed
   */
  invite(deps: Deps, actor: Actor, invitee: Invitee): Promise<ShownInvitation>;

  /** Lists invitations newest first, whatever became of them. */
  invitations(deps: Deps, principal: Principal): Promise<InvitationRecord[]>;
}
