import { createPublicKey } from 'node:crypto';
import { SignJWT, type JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeActor, makeOrganization } from '@/test/accounts';
import { BuildIssuer, githubClaims, gitlabClaims } from '@/test/build-issuer';
import { audienceOf } from '@/domain/build-token/platform';
import { listRefused } from '@/server/build-token/service';
import { BuildWorld } from '@/test/build-world';
import { testDatabase, type TestDatabase } from '@/test/database';
import type { TestDeps } from '@/test/deps';
import type { OrganizationId } from './organization-id';
import { authenticate } from './authenticate';

let db: TestDatabase;
let world: BuildWorld;
let deps: TestDeps;
let issuer: BuildIssuer;
let organizationId: OrganizationId;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  world = await BuildWorld.create(db);
  ({ deps, issuer, organizationId } = world);
});
afterEach(() => world.close());

const trust: BuildWorld['trust'] = (...given) => world.trust(...given);
const audience = () => world.audience();
const sign: BuildWorld['sign'] = (...made) => world.sign(...made);
const withClaims = (claims: JWTPayload) => sign({ claims });
const show: BuildWorld['show'] = (token) => world.show(token);

async function refusalsOf(token: string) {
  expect((await world.admit(token)).result).toBe('refused');
  return expect.poll(() => world.refusals());
}

const refusedFor = async (token: string, reason: string, repository = 'acme/shop') =>
  (await refusalsOf(token)).toEqual([`${reason}: ${repository}`]);

/** Expects 401, and nothing kept: the token names nobody here. */
async function isNobodys(token: string) {
  expect(await show(token)).toEqual({ result: 'refused', build: null });
}

test('a build of a trusted repository is a scanner of its project', async () => {
  const { id } = await trust();
  const outcome = {
    result: 'accepted',
    by: 'key',
    caller: {
      ...{ kind: 'build_token', id, name: 'acme/shop, run 4711, by octocat' },
      build: {
        projectName: expect.stringMatching(/^127\.0\.0\.1:\d+\/acme\/shop$/),
        mayUpload: true,
      },
      active: { organizationId, role: 'scanner' },
    },
  };
  const token = await sign();
  expect(await show(token)).toEqual(outcome);
  for (const [name, value] of [
    ['x-api-key', token],
    ['authorization', `ApiKey ${token}`],
  ] as const) {
    expect(await authenticate(new Headers({ [name]: value }), deps)).toEqual(outcome);
  }
  await expect
    .poll(async () => {
      const [row] = await db.query('SELECT last_used_at FROM trusted_repository WHERE id = $1', [
        id,
      ]);
      return row;
    })
    .toEqual({ last_used_at: deps.clock.now() });
});

test('a build of GitLab is known by its project and all of its groups', async () => {
  await trust({ platform: 'gitlab', repository: 'acme/tools/*', project_name: 'tools' });
  expect(await show(await sign({}, gitlabClaims))).toMatchObject({
    caller: {
      name: 'acme/tools/shop, run 574, by sample-user',
      build: { projectName: 'tools', mayUpload: true },
    },
  });
});

test.each(['ES256', 'PS256', 'RS512'])('%s is taken', async (algorithm) => {
  await trust();
  issuer.keys = [await issuer.makeKey(algorithm)];
  expect(await show(await sign())).toMatchObject({ result: 'accepted' });
});

test.each([{ actor: 'x\0' }, { actor: '\ud800' }, { repository: 'acme/x\n' }])(
  'names that could not be kept are none that a platform gives: %j',
  async (claims) => {
    await trust({ repository: 'acme/*' });
    const { result } = await world.admit(await sign({ claims: { ...githubClaims, ...claims } }));
    expect(result).toBe('refused');
    await expect.poll(() => world.refusals()).toEqual([expect.stringMatching(/^claims: acme/)]);
  },
);

test('what is not signed is nothing', async () => {
  await trust();
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = Math.floor(deps.clock.now().getTime() / 1000);
  const claims = { iss: issuer.address, aud: audience(), iat, exp: iat + 300, ...githubClaims };
  await refusedFor(`${part({ alg: 'none' })}.${part(claims)}.`, 'algorithm');
  await refusedFor(
    `${part({ alg: 'nOnE', kid: issuer.keys[0]?.kid })}.${part(claims)}.`,
    'algorithm',
  );
});

test('a public key is no shared secret', async () => {
  await trust();
  const [key] = issuer.keys;
  if (!key) throw new Error('no key');
  const secret = createPublicKey({ key: { ...key.publicJwk }, format: 'jwk' }).export({
    ...{ type: 'spki', format: 'pem' },
  });
  const iat = Math.floor(deps.clock.now().getTime() / 1000);
  const token = await new SignJWT({ ...githubClaims, iss: issuer.address, aud: audience(), iat })
    .setProtectedHeader({ alg: 'HS256', kid: key.kid })
    .setExpirationTime('5m')
    .sign(Buffer.from(secret));
  await refusedFor(token, 'algorithm');
});

test('another key than the issuer’s is nothing, though it has the same name', async () => {
  await trust();
  const key = await issuer.makeKey('RS256', issuer.keys[0]?.kid);
  await refusedFor(await sign({ key }), 'signature');
});

test('a changed claim breaks the signature', async () => {
  await trust();
  const [header, , signature] = (await sign()).split('.');
  const [, claims] = (await sign({ claims: { actor: 'mallory' } })).split('.');
  await refusedFor([header, claims, signature].join('.'), 'signature');
});

test('an issuer that nobody trusts is never asked', async () => {
  const other = await BuildIssuer.start();
  try {
    await trust();
    const token = await other.sign(audience(), {
      claims: githubClaims,
      issuedAt: deps.clock.now(),
    });
    await refusedFor(token, 'issuer');
    expect(other.asked).toEqual([]);
    // Nor does the trusted one answer for it.
    const claims = { ...githubClaims, iss: `${issuer.address}/` };
    await (await refusalsOf(await sign({ claims }))).toContain('issuer: acme/shop');
    expect(issuer.asked).toEqual([]);
  } finally {
    await other.close();
  }
});

test('a token for another organization, service or installation is nobody’s here', async () => {
  await trust();
  const other = await makeOrganization(deps);
  const made = { claims: githubClaims, issuedAt: deps.clock.now() };
  for (const aud of [
    'https://github.com/acme',
    'api://AzureADTokenExchange',
    audienceOf('https://other.example.com', organizationId),
    `${audience()}/`,
    audience().toUpperCase(),
    deps.env.publicUrl,
  ]) {
    await isNobodys(await issuer.sign(aud, made));
  }
  // It names the other organization, which trusts nobody.
  expect(await show(await issuer.sign(world.audience(other), made))).toEqual({
    result: 'refused',
    build: {
      ...{ organizationId: other, issuer: issuer.address },
      ...{ repository: 'acme/shop', reason: 'issuer' },
    },
  });
  expect(await listRefused(deps, await makeActor(deps, organizationId))).toEqual([]);
});

test('a token that is good elsewhere as well is refused', async () => {
  await trust();
  const made = { claims: githubClaims, issuedAt: deps.clock.now() };
  await refusedFor(await issuer.sign([audience(), 'https://vault.example.com'], made), 'audience');
  expect(await show(await issuer.sign([audience()], made))).toMatchObject({ result: 'accepted' });
});

test.each([
  ['expired', -1_000, {}],
  ['not_yet_valid', 120, {}],
  ['too_old', -3_700, { lifetimeSeconds: 86_400 }],
])('%s', async (reason, seconds, made) => {
  await trust();
  const issuedAt = new Date(deps.clock.now().getTime() + seconds * 1000);
  await refusedFor(await sign({ issuedAt, ...made }), reason);
});

test('a clock may be a little off', async () => {
  await trust();
  for (const seconds of [20, -920]) {
    const issuedAt = new Date(deps.clock.now().getTime() + seconds * 1000);
    expect(await show(await sign({ issuedAt }))).toMatchObject({ result: 'accepted' });
  }
});

test.each([
  'exp',
  'iat',
  'repository',
  'repository_id',
  'repository_owner_id',
  'ref',
  'event_name',
])('a token without %s is refused', async (claim) => {
  await trust();
  const token = await withClaims({ [claim]: undefined });
  await refusedFor(token, 'claims', claim === 'repository' ? '' : 'acme/shop');
});

test('keys that are changed are fetched anew, at most once a minute', async () => {
  await trust();
  expect(await show(await sign())).toMatchObject({ result: 'accepted' });
  const once = issuer.asked.length;
  expect(once).toBe(2);
  issuer.keys = [await issuer.makeKey(), ...issuer.keys];
  expect(await show(await sign())).toMatchObject({ build: { reason: 'unknown_key' } });
  expect(issuer.asked).toHaveLength(once);
  deps.clock.advance(60_000);
  expect(await show(await sign())).toMatchObject({ result: 'accepted' });
  expect(issuer.asked).toHaveLength(2 * once);
});

test('keys that are changed are fetched anew also when the clock was set back a day', async () => {
  await trust();
  await show(await sign());
  deps.clock.advance(-86_400_000);
  issuer.keys = [await issuer.makeKey()];
  expect(await show(await sign())).toMatchObject({ result: 'accepted' });
});

test('a flood of unknown keys asks the issuer twice', async () => {
  await trust();
  await show(await sign());
  deps.clock.advance(61_000);
  const key = await issuer.makeKey();
  const flood = await Promise.all(
    Array.from({ length: 50 }, (_, n) => sign({ key, header: { kid: `unknown-${String(n)}` } })),
  );
  await Promise.all(flood.map(show));
  for (const token of flood.slice(0, 10)) await show(token);
  expect(issuer.asked).toHaveLength(4);
});

test('an issuer’s keys hold for an hour while it does not answer', async () => {
  await trust();
  await show(await sign());
  issuer.answers.set('/.well-known/jwks', (response) => response.writeHead(500).end());
  deps.clock.advance(30 * 60_000);
  expect(await show(await sign())).toMatchObject({ result: 'accepted' });
  deps.clock.advance(31 * 60_000);
  await expect(show(await sign())).rejects.toMatchObject({ code: 'unavailable' });
});

const unreachable = { code: 'unavailable', retryAfterSeconds: 60 };

test.each<[string, () => void]>([
  [
    'is down',
    () =>
      void issuer.answers.set('/.well-known/openid-configuration', (_, request) =>
        request.socket.destroy(),
      ),
  ],
  [
    'redirects',
    () =>
      void issuer.answers.set('/.well-known/openid-configuration', (response) =>
        response.writeHead(302, { location: `${issuer.address}/elsewhere` }).end(),
      ),
  ],
  [
    'has 10 MB of keys',
    () =>
      void issuer.answers.set('/.well-known/jwks', (response) =>
        response.end(`{"keys":[],"more":"${'a'.repeat(10_000_000)}"}`),
      ),
  ],
  [
    'is another one',
    () =>
      void issuer.answers.set('/.well-known/openid-configuration', (response) =>
        response.end(
          JSON.stringify({
            issuer: 'https://token.actions.githubusercontent.com',
            jwks_uri: `${issuer.address}/.well-known/jwks`,
          }),
        ),
      ),
  ],
  [
    'has its keys elsewhere',
    () =>
      void issuer.answers.set('/.well-known/openid-configuration', (response) =>
        response.end(
          JSON.stringify({ issuer: issuer.address, jwks_uri: 'http://169.254.169.254/latest' }),
        ),
      ),
  ],
  [
    'answers no JSON',
    () => void issuer.answers.set('/.well-known/jwks', (response) => response.end('<html>')),
  ],
])('while an issuer %s, its tokens are neither taken nor refused', async (_why, break_) => {
  await trust();
  break_();
  const token = await sign();
  await expect(world.admit(token)).rejects.toMatchObject(unreachable);
  const asked = issuer.asked.length;
  await expect(show(token)).rejects.toMatchObject(unreachable);
  expect(issuer.asked).toHaveLength(asked);
  await expect
    .poll(async () => listRefused(deps, await makeActor(deps, organizationId)))
    .toMatchObject([{ reason: 'issuer_unreachable', repository: 'acme/shop' }]);
  issuer.answers.clear();
  deps.clock.advance(60_000);
  expect(await show(await sign())).toMatchObject({ result: 'accepted' });
});

test('an address that the operator does not allow is not asked', async () => {
  await world.close();
  world = await BuildWorld.create(db, 'elsewhere.example.com');
  await trust();
  await expect(show(await sign())).rejects.toMatchObject(unreachable);
  expect(world.issuer.asked).toEqual([]);
});

test('a hundred refusals are kept, and nothing of a token is in the log or the database', async () => {
  await trust();
  const tokens = await Promise.all(
    Array.from({ length: 130 }, (_, n) => withClaims({ repository: `acme/other-${String(n)}` })),
  );
  for (const [n, token] of tokens.entries()) {
    if (n % 50 === 0) deps.clock.advance(61_000);
    await world.admit(token, `198.51.100.${String(n % 200)}`);
  }
  const actor = await makeActor(deps, organizationId);
  await expect.poll(async () => (await listRefused(deps, actor)).length).toBe(100);
  const [dump] = await db.query<{ text: string }>(
    'SELECT string_agg(r::text, $1) AS text FROM refused_build r WHERE organization_id = $2',
    ['\n', organizationId],
  );
  for (const token of tokens) {
    const [, claims = '', signature = ''] = token.split('.');
    for (const part of [claims.slice(0, 60), signature]) {
      expect(deps.logged()).not.toContain(part);
      expect(dump?.text).not.toContain(part);
    }
  }
});

test.each([
  ['three words', 'a.b.c'],
  ['empty objects', 'e30.e30.e30'],
  ['a header without end', `${'a'.repeat(3_000)}.e30.e30`],
  ['claims that are null', 'eyJhbGciOiJSUzI1NiJ9.bnVsbA.e30'],
])('a token of %s is refused', async (_what, text) => {
  expect(await show(text)).toMatchObject({ result: 'refused' });
});

test('an organization that does not exist keeps nothing', async () => {
  const nowhere = '01931c5d-6b52-7c03-ad18-9e6c3f7b2041';
  const token = await issuer.sign(world.audience(nowhere as OrganizationId), {
    ...{ claims: githubClaims, issuedAt: deps.clock.now() },
  });
  await world.admit(token);
  deps.clock.advance(1);
  expect(deps.logged()).not.toContain('could not note');
  expect(
    await db.query('SELECT 1 FROM refused_build WHERE organization_id = $1', [nowhere]),
  ).toEqual([]);
});
