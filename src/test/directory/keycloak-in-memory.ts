import { KeycloakFailure } from '@/server/identity-provider/service/keycloak/admin-client';
import type {
  KeycloakMember,
  KeycloakOrganizations,
} from '@/server/identity-provider/service/keycloak/organizations';

/** The answer of a server that gives none. */
export const silent = () => Promise.reject(new KeycloakFailure('timeout'));

/** A Keycloak with one organization, as its admin interface shows it. */
export class KeycloakInMemory {
  readonly members = new Map<string, KeycloakMember>();
  /** Whom the organization's attribute names. */
  readonly adminIds = new Set<string>();
  /** Who was removed, in order. */
  readonly removed: string[] = [];
  organizations: KeycloakOrganizations;

  constructor(idpId: string) {
    const { members, adminIds, removed } = this;
    this.organizations = {
      organization: (id) => Promise.resolve(id === idpId ? { isEnabled: true, adminIds } : null),
      member: (_id, userId) => Promise.resolve(members.get(userId) ?? null),
      members: () => Promise.resolve({ people: [...members.values()], isComplete: true }),
      organizationsOf: (userId) => Promise.resolve(members.has(userId) ? [idpId] : []),
      invite: () => Promise.resolve('sent'),
      invitationLifetimeMs: () => Promise.resolve(60_000),
      remove: (_id, userId) => {
        removed.push(userId);
        members.delete(userId);
        return Promise.resolve();
      },
    };
  }

  /** Answers otherwise from now on. @returns a function that ends it */
  answer(otherwise: Partial<KeycloakOrganizations>): () => void {
    const before = this.organizations;
    this.organizations = { ...before, ...otherwise };
    return () => {
      this.organizations = before;
    };
  }

  /** Counts somebody among the members, or changes what is said of them. */
  count(
    { subject: id, email }: { readonly subject: string; readonly email: string },
    about: Partial<KeycloakMember> = {},
  ): void {
    this.members.set(id, {
      ...{ id, name: 'Grace Hopper', email, isEmailVerified: true, createdAt: new Date(0) },
      ...{ isEnabled: true, userStore: null },
      ...about,
    });
  }
}
