import { inspect } from 'node:util';
import { CompactEncrypt } from 'jose';
import { expect, it } from 'vitest';
import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import { createLogger } from '@/server/platform/log';
import { Secret } from './secret';
import { isUnreadableSecret, openSecret, sealSecret, type SecretPlace } from './sealed-secret';

const deps = { env: { authSecret: 'a secret of at least 32 characters' } };
const place: SecretPlace = {
  organizationId: mintOrganizationId('0199a4c8-7f3d-7c11-9d4e-1f2a3b4c5d6e'),
  column: 'channel.signing_secret',
  rowId: '0199a4c8-7f3d-7c11-9d4e-aaaaaaaaaaaa',
};
const secret = new Secret('odt_höchst-geheim');

/** What goes wrong, which has to be this and nothing else. */
async function failure(opening: Promise<Secret>): Promise<unknown> {
  const error: unknown = await opening.catch((caught: unknown) => caught);
  expect(isUnreadableSecret(error)).toBe(true);
  return error;
}

it('opens where it was sealed for, and is another text each time', async () => {
  const [one, two] = [await sealSecret(deps, place, secret), await sealSecret(deps, place, secret)];
  expect(one).not.toBe(two);
  expect(Buffer.from(one, 'base64url').toString()).not.toContain('geheim');
  expect((await openSecret(deps, place, one)).reveal()).toBe('odt_höchst-geheim');
  expect((await openSecret(deps, place, two)).reveal()).toBe('odt_höchst-geheim');
});

it('is as long as its doc comment says', async () => {
  const sealed = await sealSecret(deps, place, new Secret('x'.repeat(300)));
  expect(sealed.length).toBe(400 + 81);
});

it('holds an empty and a long secret', async () => {
  for (const text of ['', 'x'.repeat(8_192)]) {
    const sealed = await sealSecret(deps, place, new Secret(text));
    expect((await openSecret(deps, place, sealed)).reveal()).toBe(text);
  }
});

it.each<[string, Partial<SecretPlace>]>([
  ['organization', { organizationId: mintOrganizationId('0199a4c8-7f3d-7c11-9d4e-000000000000') }],
  ['column', { column: 'channel.token' }],
  ['row', { rowId: '0199a4c8-7f3d-7c11-9d4e-bbbbbbbbbbbb' }],
])('does not open in another %s', async (_what, other) => {
  const sealed = await sealSecret(deps, place, secret);
  await failure(openSecret(deps, { ...place, ...other }, sealed));
});

it('does not open once the secret of the installation is another one, and says what to do', async () => {
  const sealed = await sealSecret(deps, place, secret);
  const others = { env: { authSecret: 'another secret of 32 characters..' } };
  expect(await failure(openSecret(others, place, sealed))).toMatchObject({
    name: 'DomainError',
    code: 'conflict',
    message: 'The stored secret cannot be read any more: enter it again',
  });
});

it('does not open once one character is another', async () => {
  const sealed = await sealSecret(deps, place, secret);
  for (const at of [0, sealed.indexOf('.') + 3, sealed.length - 30, sealed.length - 2]) {
    const other = sealed[at] === 'A' ? 'B' : 'A';
    await failure(openSecret(deps, place, sealed.slice(0, at) + other + sealed.slice(at + 1)));
  }
});

it.each(['', '.', '....', 'no secret', '{}', 'a.b.c.d.e'])('does not open %j', async (text) => {
  await failure(openSecret(deps, place, text));
});

it('takes no other encryption than its own', async () => {
  const key = new Uint8Array(64);
  const other = await new CompactEncrypt(new Uint8Array(3))
    .setProtectedHeader({ alg: 'dir', enc: 'A256CBC-HS512' })
    .encrypt(key);
  await failure(openSecret(deps, place, other));
});

it('shows that there is a secret, not which', () => {
  let logged = '';
  const log = createLogger('info', { write: (line: string) => (logged += line) });
  log.info({ reason: secret, caller: { list: [secret] } }, 'with a secret');
  const shown = [
    logged,
    JSON.stringify({ secret }),
    String(secret),
    `${secret.toString()}`,
    inspect({ secret }, { showHidden: true, depth: 9 }),
    JSON.stringify(Object.entries(secret)),
    JSON.stringify({ ...secret }),
  ];
  expect(shown.join('\n')).not.toContain('geheim');
  expect(shown.slice(0, 5).every((text) => text.includes('[secret]'))).toBe(true);
});
