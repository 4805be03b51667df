import type { KeycloakMember } from './organizations';

/** What Keycloak's answer makes of somebody: `unclear` changes nothing. */
export type Standing = 'member' | 'none' | 'unclear';

/**
 * Tells whether a person is to be a member here. Who is switched off at Keycloak is none, as who left. But Keycloak calls
 * everybody of a user store switched off while that gives no answer (26.4), and their memberships must not end with it: its
 * word counts for those of a store of which somebody is switched on.
 * @param member null for a person whom Keycloak does not count among the members
 */
export function standingOf(
  member: KeycloakMember | null,
  answering: ReadonlySet<string>,
): Standing {
  if (!member) return 'none';
  if (member.isEnabled) return 'member';
  return member.userStore === null || answering.has(member.userStore) ? 'none' : 'unclear';
}

/** Finds the user stores that give answers. */
export function answeringStores(people: readonly KeycloakMember[]): ReadonlySet<string> {
  const stores = people.filter(({ isEnabled }) => isEnabled).map(({ userStore }) => userStore);
  return new Set(stores.filter((store) => store !== null));
}
