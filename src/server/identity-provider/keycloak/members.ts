import type { PersonRole } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { toMemberRecord, type MemberRecord } from '@/server/member/dto';
import { answered, type KeycloakContext } from './context';
import type { KeycloakMember } from './organizations';
import { findIdentities, findLinkedMembers, type LinkedMemberRow } from '../repository';
import { promisedRoles } from './promised-role';

/** A member, here or at Keycloak or both. */
export interface DirectoryMember {
  readonly record: MemberRecord;
  /** The id at Keycloak; null for somebody who is a member here alone. */
  readonly subject: string | null;
}

/**
 * Everybody who has access here, and those whom Keycloak counts among the members but who have not come yet:
 * with the role that awaits them, and with their id at Keycloak until they have an account here. By name, then
 * e-mail.
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
  }));
  const listed = new Set(members.map(({ subject }) => subject));
  const awaited = there.filter(({ id }) => !listed.has(id));
  members.push(...(await awaitedMembers(deps, { issuer, organizationId }, awaited)));
  return members.sort((a, b) => compareMembers(a.record, b.record));
}

/**
 * Who a member is at Keycloak. Somebody who has never signed in there is told by the address, by which their
 * first sign-in will find the account; not by one that somebody only typed.
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
    return { record: toMemberRecord(row), subject };
  });
}

function compareMembers(a: MemberRecord, b: MemberRecord): number {
  return compareText(a.name.toLowerCase(), b.name.toLowerCase()) || compareText(a.email, b.email);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
