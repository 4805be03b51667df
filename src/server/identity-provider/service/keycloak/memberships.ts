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
import { admit, type Change, dismiss } from './membership-changes';
import type { KeycloakOrganization, KeycloakOrganizations } from './organizations';
import { finishRemovals } from './removal';
import { standingOf } from './standing';
import { revokeSessionsIn } from '@/server/session/service/sessions';
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
        const isWhole = await unlessSilent(() =>
          bringOrganizationUpToDate(context, deps, organization),
        );
        if (isWhole !== true) silent += 1;
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

/** Makes one membership agree with what Keycloak says of this person at this moment. */
async function bringMembershipUpToDate(
  { organizations }: KeycloakContext,
  deps: Deps,
  change: Change,
): Promise<void> {
  const idpId = keycloakId(change.organization.idpId);
  const there = idpId === null ? null : await organizations.organization(idpId);
  // One that Keycloak does not have keeps the members that it has here.
  if (idpId === null || !there) return;
  const subject = keycloakId(change.person.subject);
  const member = subject === null ? null : await organizations.member(idpId, subject);
  const standing = there.isEnabled ? standingOf(member) : 'none';
  if (member && standing === 'member')
    await admit(deps, change, { member, isAdmin: there.adminIds.has(member.id) });
  else if (standing === 'none') await dismiss(deps, change);
}

/** People of whom Keycloak gives no answer before the rest of their organization waits for the next round. */
const MAX_SILENT = 3;

/**
 * Updates the memberships of all who have signed in before. The list says whose may have to change, and Keycloak is asked for
 * each of them alone: the list is of pages that were read one after the other, and older than what was done meanwhile. Nobody
 * is dismissed for being beyond the part of a very long list that is read.
 * @returns whether Keycloak gave every answer that this takes
 */
async function bringOrganizationUpToDate(
  context: KeycloakContext,
  deps: Deps,
  organization: NamedOrganization,
): Promise<boolean> {
  const idpId = keycloakId(organization.idpId);
  const there = idpId === null ? null : await context.organizations.organization(idpId);
  if (idpId === null || !there) return true;
  const { organizationId } = organization;
  // Before the list is read, which then does not have them, and whatever Keycloak has no answer on after.
  const finished = await unlessSilent(async () => {
    await finishRemovals(context, deps, { organizationId, idpId });
    return true;
  });
  const list = await context.organizations.members(idpId);
  const { due, unclear } = await findDue(context, deps, { organization, there, list });
  await signOut(deps, organization, unclear);
  let silent = 0;
  for (const person of due) {
    const change = { person, organization, origin: FROM_INSIDE };
    const came = await unlessSilent(async () => {
      await bringMembershipUpToDate(context, deps, change);
      if (person.isLeaving) await forgetIfGone(context, deps, person);
      return true;
    });
    if (came === null) silent += 1;
    if (silent === MAX_SILENT) return false;
  }
  return finished !== null && silent === 0;
}

interface Due extends ProviderPerson {
  readonly isLeaving: boolean;
}

/**
 * Finds the people whose membership is another than the list says, first those who have left; and the accounts of members of whom
 * it is unclear whether they are to be ones.
 */
async function findDue(
  { issuer }: KeycloakContext,
  deps: Deps,
  {
    organization,
    there,
    list: { people, isComplete },
  }: {
    readonly organization: NamedOrganization;
    readonly there: KeycloakOrganization;
    readonly list: Awaited<ReturnType<KeycloakOrganizations['members']>>;
  },
): Promise<{ readonly due: Due[]; readonly unclear: string[] }> {
  const listed = new Map(people.map((one) => [one.id, one]));
  const standing = (subject: string) =>
    there.isEnabled ? standingOf(listed.get(subject) ?? null) : 'none';
  const counted = [...listed.keys()].filter((subject) => standing(subject) === 'member');
  const here = await findLinkedMembers(organization.organizationId, deps.db, issuer);
  const roles = new Map(here.map(({ userId, role }) => [userId, role]));
  const due: Due[] = [];
  const unclear: string[] = [];
  for (const { subject, userId } of here) {
    if (subject === null) continue;
    if (standing(subject) === 'unclear') unclear.push(userId);
    if (standing(subject) !== 'none') continue;
    if (isComplete || listed.has(subject)) due.push({ subject, userId, isLeaving: true });
  }
  for (const { subject, userId } of await findIdentities(deps.db, issuer, counted)) {
    const role = roles.get(userId);
    const isRight = role !== undefined && (role === 'admin' || !there.adminIds.has(subject));
    if (!isRight) due.push({ subject, userId, isLeaving: false });
  }
  return { due, unclear };
}

/**
 * Ends the sessions in an organization of people of whom it is unclear whether they are to be members: of who was switched off the
 * access ends with that, and anybody else signs in again.
 */
async function signOut(
  { db, clock }: Deps,
  { organizationId }: NamedOrganization,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await db.transaction((tx) => revokeSessionsIn(organizationId, tx, userIds, clock.now()));
}
