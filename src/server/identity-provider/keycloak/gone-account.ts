import type { Deps } from '@/server/deps';
import type { ProviderPerson } from '@/server/identity-provider/identity-provider';
import type { KeycloakContext } from './context';
import { unlinkIfMemberOfNothing } from '../repository';

/**
 * Forgets who a person was at Keycloak once that account is gone. Keycloak deletes accounts that were made
 * through an organization's invitation together with the membership; whoever is invited again gets a new one,
 * which could not sign in here as long as the old one is linked. Somebody who is still a member of anything
 * keeps the link: the next owner of the address must not come into that.
 */
export async function forgetIfGone(
  { organizations, issuer }: KeycloakContext,
  { db }: Deps,
  { userId, subject }: ProviderPerson,
): Promise<void> {
  if ((await organizations.organizationsOf(subject)) !== null) return;
  await unlinkIfMemberOfNothing(db, issuer, userId);
}
