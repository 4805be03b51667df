import type { JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeActor, makeOrganization } from '@/test/accounts';
import { type BuildIssuer, githubClaims, gitlabClaims } from '@/test/build-issuer';
import { deleteTrusted, forgetKnown } from '@/server/build-token/service';
import { BuildWorld, type Trusted } from '@/test/build-world';
import { testDatabase, type TestDatabase } from '@/test/database';
import type { TestDeps } from '@/test/deps';
import type { OrganizationId } from './organization-id';

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
const sign: BuildWorld['sign'] = (...made) => world.sign(...made);
const withClaims = (claims: JWTPayload) => sign({ claims });
const show: BuildWorld['show'] = (token) => world.show(token);

async function refusalsOf(token: string) {
  expect((await world.admit(token)).result).toBe('refused');
  return expect.poll(() => world.refusals());
}

const refusedFor = async (token: string, reason: string, repository = 'acme/shop') =>
  (await refusalsOf(token)).toEqual([`${reason}: ${repository}`]);

test('names are compared without capitals, and a star stays between slashes', async () => {
  await trust({ repository: 'Acme/*' });
  const projectOf = async (claims: JWTPayload) => {
    const outcome = await show(await withClaims(claims));
    return outcome.result === 'accepted' && outcome.caller.kind === 'build_token'
      ? outcome.caller.build.projectName.replace(/^[^/]*\//, '')
      : outcome.result;
  };
  expect(await projectOf({ repository: 'ACME/Shop', repository_owner: 'ACME' })).toBe('ACME/Shop');
  // One repository has one project, however its name is written.
  expect(await projectOf({ repository: 'acme/shop' })).toBe('ACME/Shop');
  for (const claims of [
    { repository: 'acme/shop/api', repository_owner: 'acme/shop' },
    { repository: 'acme2/shop', repository_owner: 'acme2' },
    { repository: 'evil/acme', repository_owner: 'evil' },
    // Not what GitHub writes: the owner is another one.
    { repository: 'acme/shop', repository_owner: 'mallory' },
  ]) {
    expect([claims, await projectOf(claims)]).toEqual([claims, 'refused']);
  }
});

test('a repository made anew, or by a new owner of the name, is refused until an admin forgets the old one', async () => {
  await trust({ repository: 'acme/*' });
  expect(await show(await sign())).toMatchObject({ result: 'accepted' });
  const anew = { repository_id: '75' };
  await refusedFor(await withClaims(anew), 'repository_changed');
  await (
    await refusalsOf(await withClaims({ ...anew, repository_owner_id: '66' }))
  ).toContain('owner_changed: acme/shop');
  await (
    await refusalsOf(await withClaims({ repository: 'acme/store' }))
  ).toContain('repository_renamed: acme/store');
  // Another repository of a new owner of the name was never seen, and is refused all the same.
  const stranger = { repository: 'acme/new', repository_id: '90', repository_owner_id: '66' };
  await (await refusalsOf(await withClaims(stranger))).toContain('owner_changed: acme/new');
  const actor = await makeActor(deps, organizationId);
  const named = { issuer: issuer.address, kind: 'repository', name: 'ACME/shop' } as const;
  await forgetKnown(deps, actor, named);
  expect(await show(await withClaims(anew))).toMatchObject({ result: 'accepted' });
  await expect(forgetKnown(deps, actor, { ...named, name: 'acme/none' })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('what is known of repositories is an organization’s own', async () => {
  await trust();
  await show(await sign());
  const other = await makeOrganization(deps);
  await trust({}, other);
  const claims = { ...githubClaims, repository_id: '75' };
  const made = { claims, issuedAt: deps.clock.now() };
  const token = await issuer.sign(world.audience(other), made);
  expect(await show(token)).toMatchObject({ result: 'accepted' });
});

test.each<[Trusted, JWTPayload, JWTPayload]>([
  [{ ref: 'refs/heads/main' }, {}, { ref: 'refs/heads/main2' }],
  [{ ref: 'refs/heads/main' }, {}, { ref: 'refs/tags/main' }],
  [{ ref: 'refs/tags/v*' }, { ref: 'refs/tags/v1.2' }, { ref: 'refs/tags/v1/2' }],
  [{ environment: 'production' }, { environment: 'production' }, { environment: 'Production' }],
  [{ environment: 'production' }, { environment: 'production' }, {}],
  [{ only_protected: true }, {}, { ref_protected: 'false' }],
  [{ only_protected: true }, { ref_protected: true }, { ref_protected: undefined }],
])('%j', async (conditions, holds, fails) => {
  await trust(conditions);
  expect(await show(await withClaims(holds))).toMatchObject({ result: 'accepted' });
  await refusedFor(await withClaims(fails), 'conditions');
});

test('in GitLab a tag is no branch of the same name', async () => {
  await trust({ platform: 'gitlab', repository: 'acme/tools/shop', ref: 'refs/heads/main' });
  const tag = { ref_type: 'tag', ref_path: undefined };
  expect(await show(await sign({}, gitlabClaims))).toMatchObject({ result: 'accepted' });
  expect(await show(await sign({ claims: tag }, gitlabClaims))).toMatchObject({
    build: { reason: 'conditions' },
  });
});

test('of two trusts the one that names the repository counts, and of those the one that asks for more', async () => {
  await trust({ repository: 'acme/*', project_name: 'all' });
  await trust({ project_name: 'shop' });
  await trust({ project_name: 'shop-production', environment: 'production' });
  const projectOf = async (claims: JWTPayload) => {
    const outcome = await show(await withClaims(claims));
    return outcome.result === 'accepted' && outcome.caller.kind === 'build_token'
      ? outcome.caller.build.projectName
      : outcome.result;
  };
  expect(await projectOf({ environment: 'production' })).toBe('shop-production');
  expect(await projectOf({})).toBe('shop');
  expect(await projectOf({ repository: 'acme/api', repository_id: '80' })).toBe('all');
});

test.each([
  { event_name: 'pull_request', ref: 'refs/pull/7/merge' },
  // Runs for forks, with the ref of the branch that they propose to.
  { event_name: 'pull_request_target' },
])('%j may check, and upload where an admin says so', async (claims) => {
  await trust();
  expect(await show(await withClaims(claims))).toMatchObject({
    caller: { build: { mayUpload: false } },
  });
  await trust({ repository: 'acme/*', pull_requests: true });
  const other = { repository: 'acme/api', repository_id: '80', ...claims };
  expect(await show(await withClaims(other))).toMatchObject({
    caller: { build: { mayUpload: true } },
  });
});

test('a repository that is trusted no more is refused from the next request on', async () => {
  const { id } = await trust();
  const token = await sign();
  expect(await show(token)).toMatchObject({ result: 'accepted' });
  await deleteTrusted(deps, await makeActor(deps, organizationId), id);
  expect(await show(token)).toMatchObject({ build: { reason: 'issuer' } });
  // What was known of it went with it.
  await trust();
  expect(await show(await withClaims({ repository_id: '75' }))).toMatchObject({
    result: 'accepted',
  });
});
