import type { PersonRole } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { type MemberRecord, toMemberRecord } from '@/server/member/dto';
import type { KeycloakMember, KeycloakOrganizations } from './organizations';
import {
  findIdentities,
  findLinkedMembers,
  type LinkedMemberRow,
  unlinkIfMemberOfNothing,
} from '@/server/identity-provider/repository';
import { promisedRoles } from './promised-role';
import type { ProviderPerson } from '../identity-provider';
import { z } from 'zod';
import { notFound } from '@/domain/errors';
import { findOrganization } from '@/server/organization/service';
import { KeycloakFailure, providerUnavailable } from './admin-client';

/** A member, here or at Keycloak or both. */
export interface DirectoryMember {
  readonly record: MemberRecord;
  /** The id at Keycloak; null for a person who is a member here alone. */
  readonly subject: string | null;
  /** False for a person who has not come yet and is switched off at Keycloak: no list has them. */
  readonly isCounted: boolean;
}

/**
 * Lists all who have access here, and those whom Keycloak counts among the members but who have not come yet: with
 * the role that awaits them, and with their id at Keycloak until they have an account here. By name, then e-mail.
 */
export async function directoryMembers(
  { organizations, issuer }: KeycloakContext,
  deps: Deps,
  organizationId: OrganizationId,
  idpId: string | null,
): Promise<DirectoryMember[]> {
  const here = await findLinkedMembers(organizationId, deps.db, issuer);
  const found = idpId === null ? null : await answered(() => organizations.members(idpId));
  if (found && !found.isComplete)
    deps.logger.warn({ organizationId }, 'Keycloak has more members than are read');
  const there = found?.people ?? [];
  const members = here.map((row) => ({
    record: toMemberRecord(row),
    subject: subjectOf(row, there),
    isCounted: true,
  }));
  const listed = new Set(members.map(({ subject }) => subject));
  const awaited = there.filter(({ id }) => !listed.has(id));
  members.push(...(await awaitedMembers(deps, { issuer, organizationId }, awaited)));
  return members.sort((a, b) => compareMembers(a.record, b.record));
}

/**
 * Finds a member's id at Keycloak. A person who has never signed in there is found by the address, by which their
 * first sign-in will find the account; not by an address that was only typed.
 */
export function subjectOf(
  {
    subject,
    email,
    isEmailVerified,
  }: Pick<LinkedMemberRow, 'subject' | 'email' | 'isEmailVerified'>,
  there: readonly KeycloakMember[],
): string | null {
  if (subject !== null || !isEmailVerified) return subject;
  return there.find((one) => one.isEmailVerified && one.email === email)?.id ?? null;
}

async function awaitedMembers(
  { db, clock }: Deps,
  { issuer, organizationId }: { readonly issuer: string; readonly organizationId: OrganizationId },
  people: readonly KeycloakMember[],
): Promise<DirectoryMember[]> {
  if (people.length === 0) return [];
  const ids = people.map(({ id }) => id);
  const accounts = new Map(
    (await findIdentities(db, issuer, ids)).map(({ subject, userId }) => [subject, userId]),
  );
  const roles = await promisedRoles(organizationId, db, clock.now());
  return people.map((person) => {
    const { id: subject, email, name, createdAt } = person;
    const role: PersonRole = (person.isEmailVerified ? roles.get(email)?.role : null) ?? 'viewer';
    const row = {
      userId: accounts.get(subject) ?? subject,
      email,
      name,
      role,
      joinedAt: createdAt,
      isEmailVerified: person.isEmailVerified,
    };
    return { record: toMemberRecord(row), subject, isCounted: person.isEnabled };
  });
}

function compareMembers(a: MemberRecord, b: MemberRecord): number {
  return compareText(a.name.toLowerCase(), b.name.toLowerCase()) || compareText(a.email, b.email);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/**
 * Forgets a person's id at Keycloak once that account is gone. Keycloak deletes accounts that were made through an
 * organization's invitation together with the membership; a person who is invited again gets a new one, which could
 * not sign in here as long as the old one is linked. A person who is still a member of any organization keeps the
 * link: the next owner of the address must not come into that.
 */
export async function forgetIfGone(
  { organizations, issuer }: KeycloakContext,
  { db }: Deps,
  { userId, subject }: ProviderPerson,
): Promise<void> {
  if ((await organizations.organizationsOf(subject)) !== null) return;
  await unlinkIfMemberOfNothing(db, issuer, userId);
}

/** Context that the parts of the directory work with. */
export interface KeycloakContext {
  readonly organizations: KeycloakOrganizations;
  /** Under which people's subjects are kept. */
  readonly issuer: string;
}

/**
 * Gives an id that can be asked for at Keycloak; null for any other, which nothing there has. Keycloak's ids are
 * UUIDs in lower case, and a path below `organizations` must not be led elsewhere.
 */
export function keycloakId(id: string): string | null {
  return id === id.toLowerCase() ? (z.guid().safeParse(id).data ?? null) : null;
}

/**
 * Gives an organization's id at Keycloak; null for one that can have no counterpart there.
 * @throws DomainError 404 when it has been deleted meanwhile
 */
export async function idAtKeycloak(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
): Promise<string | null> {
  const row = await findOrganization(organizationId, db);
  if (!row) throw notFound('Organization');
  return keycloakId(row.idpId);
}

/** Gives the answer of `ask`. @throws DomainError 503 with this message when Keycloak gives no usable answer */
export async function answered<T>(ask: () => Promise<T>, message?: string): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof KeycloakFailure) throw providerUnavailable(error, message);
    throw error;
  }
}
