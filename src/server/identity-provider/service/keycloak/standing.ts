import type { KeycloakMember } from './organizations';

/** What Keycloak's answer makes of somebody: `unclear` ends no membership and makes none. */
export type Standing = 'member' | 'none' | 'unclear';

/**
 * Tells whether a person is to be a member here. Who is switched off at Keycloak is none, as who left. But whoever comes from a
 * user store Keycloak also calls switched off when it could not ask the store for them (26.4), in the same list as others whom it
 * has cached or could ask for, and some releases for days: a membership must not end with that.
 * @param member null for a person whom Keycloak does not count among the members
 */
export function standingOf(member: KeycloakMember | null): Standing {
  if (!member) return 'none';
  if (member.isEnabled) return 'member';
  return member.userStore === null ? 'none' : 'unclear';
}
