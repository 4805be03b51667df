import { expect, test } from 'vitest';
import { keycloakOrganizations } from './organizations';

const answering = (body: unknown) =>
  keycloakOrganizations(() => Promise.resolve({ status: 200, body }));
const ID = '019a0000-0000-7000-8000-000000000000';

test.each([
  [1_763_726_400_000, '2025-11-21T12:00:00.000Z'],
  // As some directories count from: it is a time.
  [-11_644_473_600_000, '1601-01-01T00:00:00.000Z'],
  [undefined, '1970-01-01T00:00:00.000Z'],
  // None that could be written.
  [8.64e15, '1970-01-01T00:00:00.000Z'],
  [1e300, '1970-01-01T00:00:00.000Z'],
])('a member since %s joined at some time of the calendar', async (createdTimestamp, at) => {
  const member = await answering({ id: ID, username: 'ada', createdTimestamp }).member(ID, ID);
  expect(member?.createdAt.toISOString()).toBe(at);
});

test('links do not hold for longer than Keycloak can say', async () => {
  const lifetime = (seconds: number) =>
    answering({ actionTokenGeneratedByAdminLifespan: seconds }).invitationLifetimeMs();
  expect(await lifetime(2_147_483_647)).toBe(2_147_483_647_000);
  await expect(lifetime(2_147_483_648)).rejects.toMatchObject({ name: 'KeycloakFailure' });
});

test.each([
  [{}, { isEnabled: true, userStore: null }],
  [
    { enabled: true, federationLink: null },
    { isEnabled: true, userStore: null },
  ],
  [{ enabled: false }, { isEnabled: false, userStore: null }],
  [
    { enabled: false, federationLink: 'ldap' },
    { isEnabled: false, userStore: 'ldap' },
  ],
])('tells of %j whether the account is switched on, and where it comes from', async (row, told) => {
  const person = { id: ID, username: 'ada', ...row };
  expect(await answering(person).member(ID, ID)).toMatchObject(told);
  expect(await answering([person]).members(ID)).toMatchObject({ people: [told] });
});
