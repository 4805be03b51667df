import type { CallOrigin } from '@/server/platform/auth/principal';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { giveTurns } from '@/server/platform/jobs/turns';
import type {
  ProviderMemberships,
  ProviderPerson,
} from '@/server/identity-provider/service/identity-provider';
import { forgetIfGone, type KeycloakContext, keycloakId } from './members';
import { KeycloakFailure } from './admin-client';
import { admit, dismiss } from './membership-changes';
import {
  findByIdpIds,
  findIdentities,
  findLinkedMembers,
  findNamedMemberships,
  findNamedOrganizations,
  type NamedOrganization,
} from '@/server/identity-provider/repository';

/** The origin of events without a caller. */
const FROM_INSIDE: CallOrigin = { requestId: 'directory', remoteAddress: '' };

/** Takes Keycloak's members over into the table that each request asks. */
export function keycloakMemberships(context: KeycloakContext): ProviderMemberships {
  return {
    isMember: async (_deps, subject) => {
      const id = keycloakId(subject);
      const found = await unlessSilent(async () =>
        id === null ? [] : context.organizations.organizationsOf(id),
      );
      return (found ?? []).length > 0;
    },
    bringUpToDate: async (deps, person, origin) => {
      await unlessSilent(() => bringUpToDate(context, deps, person, origin));
    },
    bringAllUpToDate: async (deps, signal) => {
      // Its client has logged why already.
      let silent = 0;
      const bring = async (_id: OrganizationId, organization: NamedOrganization) => {
        const came = await unlessSilent(async () => {
          await bringOrganizationUpToDate(context, deps, organization);
          return true;
        });
        if (came === null) silent += 1;
      };
      const failure = 'memberships of an organization could not be brought up to date';
      const all = await findNamedOrganizations(deps.db);
      const { failed } = await giveTurns(deps, all, bring, { failure, signal });
      return { failed: failed + silent };
    },
  };
}

/** Gives the answer; null where Keycloak gave none, which its client has logged. */
async function unlessSilent<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof KeycloakFailure) return null;
    throw error;
  }
}

async function bringUpToDate(
  context: KeycloakContext,
  deps: Deps,
  person: ProviderPerson,
  origin: CallOrigin,
): Promise<void> {
  const subject = keycloakId(person.subject);
  if (subject === null) return;
  const all = (await context.organizations.organizationsOf(subject)) ?? [];
  const named = all.filter((id) => keycloakId(id) !== null);
  const [entitled, current] = await Promise.all([
    findByIdpIds(deps.db, named),
    findNamedMemberships(deps.db, person.userId),
  ]);
  const each = new Map([...entitled, ...current].map((one) => [one.organizationId, one]));
  for (const organization of each.values()) {
    await bringMembershipUpToDate(context, deps, { person, organization, origin });
  }
}

async function bringMembershipUpToDate(
  { organizations }: KeycloakContext,
  deps: Deps,
  change: Parameters<typeof dismiss>[1],
): Promise<void> {
  const idpId = keycloakId(change.organization.idpId);
  const there = idpId === null ? null : await organizations.organization(idpId);
  // One that Keycloak does not have keeps the members that it has here.
  if (idpId === null || !there) return;
  const member = await organizations.member(idpId, change.person.subject);
  if (member && there.isEnabled)
    await admit(deps, change, { member, isAdmin: there.adminIds.has(member.id) });
  else await dismiss(deps, change);
}

/**
 * Updates the memberships of all who have signed in before. Nobody is dismissed for being beyond the part of a very
 * long list that is read.
 */
async function bringOrganizationUpToDate(
  { organizations, issuer }: KeycloakContext,
  deps: Deps,
  organization: NamedOrganization,
): Promise<void> {
  const idpId = keycloakId(organization.idpId);
  const there = idpId === null ? null : await organizations.organization(idpId);
  if (idpId === null || !there) return;
  const { people, isComplete } = await organizations.members(idpId);
  const members = new Map(there.isEnabled ? people.map((one) => [one.id, one]) : []);
  const known = await findIdentities(deps.db, issuer, [...members.keys()]);
  for (const { subject, userId } of known) {
    const member = members.get(subject);
    const change = { person: { userId, subject }, organization, origin: FROM_INSIDE };
    if (member) await admit(deps, change, { member, isAdmin: there.adminIds.has(subject) });
  }
  if (!isComplete) return;
  const here = await findLinkedMembers(organization.organizationId, deps.db, issuer);
  for (const { subject, userId } of here) {
    if (subject === null || members.has(subject)) continue;
    await dismiss(deps, { person: { userId, subject }, organization, origin: FROM_INSIDE });
    await forgetIfGone({ organizations, issuer }, deps, { userId, subject });
  }
}
