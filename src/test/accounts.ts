import { randomBytes } from 'node:crypto';
import { encode } from 'next-auth/jwt';
import type { AddressProof } from '@/domain/user/account';
import type { PersonRole, Role } from '@/domain/roles/permissions';
import { createApiKey, type ShownApiKey } from '@/server/api-key/service';
import { sessionCookieName } from '@/server/platform/auth/credentials';
import { newOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { insertMembership, insertOrganization } from '@/server/organization/repository';
import { openSession } from '@/server/session/service/sessions';
import { createUser } from '@/server/user/service/people';

export const ORIGIN = { requestId: 'test-request', remoteAddress: '192.0.2.1' };

/** A new, empty organization. */
export async function makeOrganization(deps: Deps, name = 'Acme'): Promise<OrganizationId> {
  const id = newOrganizationId();
  const at = deps.clock.now();
  await insertOrganization(deps.db, {
    id,
    name,
    idpId: id,
    createdByApiKeyId: null,
    createdAt: at,
    updatedAt: at,
  });
  return id;
}

export interface TestPerson {
  readonly id: string;
  readonly email: string;
}

/** A new person; a member of an organization when one is given. */
export async function makePerson(
  deps: Deps,
  membership?: { readonly organizationId: OrganizationId; readonly role: PersonRole },
  passwordHash: string | null = null,
  provenBy: AddressProof | null = 'confirmation',
): Promise<TestPerson> {
  const at = deps.clock.now();
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const person = await createUser(
    deps.db,
    { name: 'Ada Lovelace', email, passwordHash, provenBy },
    at,
  );
  if (membership) {
    const { organizationId, role } = membership;
    await insertMembership(organizationId, deps.db, { userId: person.id, role, joinedAt: at });
  }
  return person;
}

/** A person acting in an organization, as services see one. */
export async function makeActor(
  deps: Deps,
  organizationId: OrganizationId,
  role: PersonRole = 'admin',
): Promise<Actor> {
  const { id } = await makePerson(deps, { organizationId, role });
  return { kind: 'person', id, name: 'Ada Lovelace', organizationId, role, origin: ORIGIN };
}

/** A new key of an organization. */
export async function makeApiKey(
  deps: Deps,
  organizationId: OrganizationId,
  role: Role = 'admin',
  expiresAt: Date | null = null,
): Promise<ShownApiKey> {
  const actor = await makeActor(deps, organizationId);
  return createApiKey(deps, actor, { name: 'CI', role, expiresAt });
}

export interface TestSession {
  readonly sessionId: string;
  /** The value of a `Cookie` header. */
  readonly cookie: string;
}

/** Signs a person in, past the password. */
export async function makeSession(deps: Deps, userId: string): Promise<TestSession> {
  const sessionId = await openSession(deps, {
    userId,
    remoteAddress: '192.0.2.1',
    userAgent: 'test',
  });
  const token = await encode({ token: { sessionId }, secret: deps.env.authSecret });
  return { sessionId, cookie: `${sessionCookieName(deps.env.publicUrl)}=${token}` };
}
