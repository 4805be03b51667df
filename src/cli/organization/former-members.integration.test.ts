import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { removeMember } from '@/server/member/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { signInByProvider } from '@/server/single-sign-on/service/sign-in';
import { verifyTransfer } from '@/server/transfer/service/read';
import { makeActor, makeOrganization, makePerson, type TestPerson } from '@/test/accounts';
import { ask } from '@/test/backup';
import { testDeps } from '@/test/deps';
import { type Installation, newInstallation } from '@/test/installation';
import { exportTo, importFrom } from './commands';

const ISSUER = 'https://id.example';

let folder: string;
let file: string;
const opened: Installation[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-former-'));
  file = join(folder, 'acme.tar.gz');
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(async () => {
  await rm(file, { force: true });
  for (const one of opened.splice(0)) await one.close();
});

async function installation(): Promise<Installation> {
  const made = await newInstallation();
  opened.push(made);
  return made;
}

const commandsOf = ({ deps }: Installation) => ({ deps, dataDir: folder, say: () => undefined });

/** An installation with an organization that a person was removed from. */
async function first() {
  const made = await installation();
  const { deps } = made;
  const organizationId = await makeOrganization(deps);
  const admin = await makeActor(deps, organizationId);
  const person = await makePerson(deps, { organizationId, role: 'member' });
  await removeMember(deps, admin, person.id);
  return { made, organizationId, person };
}

/** Signs in at the provider of another installation; gives who they are there, and what in the organization. */
async function arrive(
  { deps: { db } }: Installation,
  organizationId: OrganizationId,
  { email }: Pick<TestPerson, 'email'>,
) {
  const deps = testDeps(db, {
    ...{ OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: 'eventide', OIDC_CLIENT_SECRET: 'secret' },
    ...{ OIDC_JOIN_DOMAINS: 'example.com', OIDC_JOIN_ORGANIZATION: organizationId },
  });
  const claims = { iss: ISSUER, sub: email, email, email_verified: true };
  const origin = { requestId: 'test-request', remoteAddress: '192.0.2.1' };
  await signInByProvider(deps, { claims, idToken: '', userAgent: 'test', origin });
  const rows = await db.query<{ id: string; role: string | null }>(
    `SELECT u.id, m.role FROM app_user u LEFT JOIN membership m ON m.user_id = u.id WHERE u.email = $1`,
    [email],
  );
  return rows[0];
}

test('who was removed is known where the organization is brought to, by the address', async () => {
  const { made, organizationId, person } = await first();
  await exportTo(commandsOf(made), 'Acme', file);
  const target = await installation();
  await importFrom(commandsOf(target), file);
  const arrived = await arrive(target, organizationId, person);
  expect(arrived).toMatchObject({ role: null });
  expect(arrived?.id).not.toBe(person.id);
  expect(await arrive(target, organizationId, { email: 'new@example.com' })).toMatchObject({
    role: 'viewer',
  });
});

test('so they are by an export of a version that had nothing but the audit log', async () => {
  const { made, organizationId, person } = await first();
  const { connectionString } = made.address;
  await ask(connectionString, 'ALTER TABLE former_member RENAME TO not_there_yet');
  await exportTo(commandsOf(made), 'Acme', file);
  const { tables } = (await verifyTransfer(file)).head;
  expect(tables.map(({ name }) => name)).not.toContain('former_member');
  const target = await installation();
  await importFrom(commandsOf(target), file);
  expect(await arrive(target, organizationId, person)).toMatchObject({ role: null });
  expect(await arrive(target, organizationId, { email: 'new@example.com' })).toMatchObject({
    role: 'viewer',
  });
});
