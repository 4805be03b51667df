import { randomBytes } from 'node:crypto';
import type { PersonRole } from '@/domain/roles/permissions';
import { newOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import { configuredDirectory } from '@/server/identity-provider/service/configured-directory';
import {
  findOrganization,
  insertMembership,
  insertOrganization,
} from '@/server/organization/repository';
import { insertIdentity } from '@/server/single-sign-on/repository';
import { createUser } from '@/server/user/service/people';
import type { TestPerson } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import type { DirectoryBench } from '@/test/directory/bench';
import { startMailServer, type MailServer } from '@/test/mail-server';
import { KeycloakAdmin, startedKeycloak, type NewKeycloakUser } from './keycloak-admin';
import { linkIn, registerThrough } from './registration';

const ORIGIN = { requestId: 'test-request', remoteAddress: '192.0.2.1' };
const SERVICE = { clientId: 'eventide-directory', secret: 'a secret of the service account' };

/** Somebody with an account here who has signed in through Keycloak. */
export interface LinkedPerson extends TestPerson {
  /** Their id at Keycloak. */
  readonly subject: string;
}

/** A realm of a test's own at a real Keycloak, and the service in front of it. */
export interface KeycloakBench extends DirectoryBench {
  readonly keycloak: KeycloakAdmin;
  readonly mail: MailServer;
  /** The id at Keycloak. */
  idAt(organizationId: OrganizationId): Promise<string>;
  /** An account at Keycloak that has signed in here, as yet a member of nothing. */
  person(user?: Partial<NewKeycloakUser>): Promise<LinkedPerson>;
  /** Does what the service does when they sign in. */
  signIn(person: LinkedPerson): Promise<void>;
}

export async function keycloakBench(): Promise<KeycloakBench> {
  const mail = await startMailServer();
  const keycloak = new KeycloakAdmin(startedKeycloak());
  await keycloak.createRealm(mail.port);
  await keycloak.createClient({ ...SERVICE, serviceAccountsEnabled: true }, ['manage-realm']);
  const deps = await depsWith(keycloak);
  const { idAt, account, person, signIn, organization } = actions(deps, keycloak);
  return {
    deps,
    keycloak,
    mail,
    idAt,
    person,
    signIn,
    organization,
    member: async (organizationId, role: PersonRole) => {
      const made = await person();
      await keycloak.join(await idAt(organizationId), made.subject);
      const joinedAt = deps.clock.now();
      await insertMembership(organizationId, deps.db, { userId: made.id, role, joinedAt });
      return made;
    },
    accept: async (organizationId, { email }) => {
      const { mail: letter } = await mail.waitFor(email);
      await registerThrough(linkIn(letter.html ?? ''), email);
      const members = await keycloak.members(await idAt(organizationId));
      const subject = members.find((one) => one.email === email)?.id ?? '';
      // Keycloak's own check of the address does this, where the realm wants one.
      await keycloak.changeUser(subject, { emailVerified: true });
      await signIn(await account(subject, email, 'Grace Hopper'));
    },
    mailsTo: (email) => Promise.resolve(mail.mails.filter(({ to }) => to.includes(email)).length),
    close: async () => {
      await deps.db.close();
      await mail.close();
    },
  };
}

/** As an operator configures it. */
async function depsWith(keycloak: KeycloakAdmin): Promise<TestDeps> {
  const plain = testDeps(await testDatabase(), {
    IDENTITY_PROVIDER: 'keycloak',
    KEYCLOAK_URL: keycloak.url,
    KEYCLOAK_REALM: keycloak.realm,
    KEYCLOAK_CLIENT_ID: SERVICE.clientId,
    KEYCLOAK_CLIENT_SECRET: SERVICE.secret,
    OIDC_ISSUER: keycloak.issuer,
    OIDC_CLIENT_ID: 'eventide',
    OIDC_CLIENT_SECRET: 'a secret of the client',
  });
  return { ...plain, identityProvider: configuredDirectory({ ...plain, fetch }) };
}

function actions(deps: TestDeps, keycloak: KeycloakAdmin) {
  const account = async (subject: string, email: string, name: string): Promise<LinkedPerson> => {
    const at = deps.clock.now();
    const { id } = await createUser(
      deps.db,
      { name, email, passwordHash: null, provenBy: 'confirmation' },
      at,
    );
    await insertIdentity(deps.db, { issuer: keycloak.issuer, subject }, id, at);
    return { id, email, subject };
  };
  return {
    account,
    idAt: async (organizationId: OrganizationId) => {
      const row = await findOrganization(organizationId, deps.db);
      return row?.idpId ?? '';
    },
    person: async (user: Partial<NewKeycloakUser> = {}) => {
      const email = `${randomBytes(6).toString('hex')}@example.com`;
      const made = await keycloak.createUser({ email, ...user });
      return account(made.id, made.email, 'Ada Lovelace');
    },
    signIn: async ({ id: userId, subject }: LinkedPerson) => {
      const { memberships } = deps.identityProvider;
      await memberships?.bringUpToDate(deps, { userId, subject }, ORIGIN);
    },
    organization: async () => {
      const id = newOrganizationId();
      const at = deps.clock.now();
      const idpId = await keycloak.createOrganization('Acme');
      const row = { id, name: 'Acme', idpId, createdByApiKeyId: null };
      await insertOrganization(deps.db, { ...row, createdAt: at, updatedAt: at });
      return id;
    },
  };
}
