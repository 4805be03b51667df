import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuildIssuer } from '@/test/build-issuer';
import type { ApiClient } from './harness/api-client';
import { TrustedBuild } from './harness/builds';
import { clientOf, mounts } from './harness/mounts';
import { imageScan } from './harness/payloads';
import { deps, makeTenant, type Tenant } from './harness/tenants';
import { unique } from './harness/tenant-world';

const bom = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  metadata: { component: { type: 'application', name: 'shop', version: '2.4.1' } },
  components: [{ type: 'library', name: 'django', purl: 'pkg:pypi/django@3.2.25' }],
};

describe.each(mounts)('builds by token on the $name mount', (mount) => {
  let issuer: BuildIssuer;
  let tenant: Tenant;
  let admin: ApiClient;
  let build: TrustedBuild;
  beforeAll(async () => {
    issuer = await BuildIssuer.start();
    tenant = await makeTenant();
    admin = clientOf(mount).withKey(tenant.keys.admin);
    build = await TrustedBuild.create(clientOf(mount), tenant, issuer);
  });
  afterAll(() => issuer.close());

  const images = async (client: ApiClient) =>
    (await client.post('/images', undefined, { query: { search: build.project } })).json;

  it('upload to their own project, whether or not they name it', async () => {
    const client = await build.client();
    const image = unique('image');
    for (const scan of [
      imageScan({ project: build.project, image }),
      imageScan({ project: '', image: unique('image') }),
    ]) {
      const answer = await client.put('/v2/scan', scan);
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    }
    expect((await client.put('/sbom', bom)).status).toBe(200);
    const projects = await admin.get('/v1/scanner/projects');
    expect(projects.json).toMatchObject([{ name: build.project, images: 3 }]);
    const rows = await deps.db.query(
      'SELECT DISTINCT caller_kind::text, caller_id::text, caller_name FROM scan WHERE organization_id = $1',
      [tenant.organizationId],
    );
    expect(rows).toEqual([
      {
        ...{ caller_kind: 'build_token', caller_id: build.id },
        caller_name: 'acme/shop, run 4711, by octocat',
      },
    ]);
  });

  it('are refused elsewhere, and the refusal is kept', async () => {
    const client = await build.client();
    const detail = `The token of this build is good for the project ${build.project} alone`;
    const project = unique('other');
    for (const answer of [
      await client.put('/v2/scan', imageScan({ project, image: 'nginx' })),
      await client.put('/sbom', bom, { query: { project } }),
      await client.post('/sbom/check', bom, { query: { project } }),
    ]) {
      expect([answer.status, answer.json]).toEqual([403, { detail }]);
    }
    expect(JSON.stringify(await images(admin))).not.toContain(project);
  });

  it('are clients of Dependency-Track of that project', async () => {
    const token = await build.token();
    const client = clientOf(mount).with({ 'x-api-key': token });
    const upload = (projectName: string) =>
      client.put('/v1/bom', {
        ...{ projectName, projectVersion: '1', autoCreate: true },
        bom: Buffer.from(JSON.stringify(bom)).toString('base64'),
      });
    expect((await upload(build.project)).status).toBe(200);
    expect((await upload(unique('other'))).status).toBe(403);
    expect((await client.get('/v1/team/self')).json).toMatchObject({
      name: 'acme/shop, run 4711, by octocat',
    });
  });

  it('read policies of their own project alone', async () => {
    const write = (project_name: string) =>
      admin.post('/v1/policy', {
        ...{ policy_scope: 'project', policy_type: 'EOL', project_name, deny_days: 0 },
      });
    const own = (await write(build.project)).json as { id: string };
    const other = (await write(unique('other'))).json as { id: string };
    const client = await build.client();
    for (const path of ['/v1/policy', '/v2/policy']) {
      const { text } = await client.get(path);
      expect(text).toContain(own.id);
      expect(text).not.toContain(other.id);
    }
    expect((await client.get(`/v1/policy/${own.id}`)).status).toBe(200);
    expect((await client.get(`/v1/policy/${other.id}`)).status).toBe(404);
    const checked = await client.post('/sbom/check', bom);
    expect(checked.json).toMatchObject({ policy: { action: 'DENY' } });
  });

  it('of pull requests check, and do not upload', async () => {
    const client = await build.client({ event_name: 'pull_request', ref: 'refs/pull/7/merge' });
    expect((await client.post('/sbom/check', bom)).status).toBe(200);
    const refused = await client.put('/sbom', bom);
    expect([refused.status, refused.json]).toEqual([
      403,
      { detail: 'A build of a pull request may check, not upload' },
    ]);
  });

  it('send the CODEOWNERS file of their own project, and of no other', async () => {
    const content = { content: '* @acme/web' };
    const own = (await (await build.client()).put('/sbom', bom)).json as { project_id: string };
    const path = `/projects/${own.project_id}/codeowners`;
    expect((await (await build.client()).put(path, content)).status).toBe(200);
    const proposed = await build.client({ event_name: 'pull_request', ref: 'refs/pull/7/merge' });
    expect((await proposed.put(path, content)).status).toBe(403);
    const other = await clientOf(mount)
      .withKey(tenant.keys.scanner)
      .put(`/sbom?project=${unique('other')}`, bom);
    const { project_id } = other.json as { project_id: string };
    const refused = await (await build.client()).put(`/projects/${project_id}/codeowners`, content);
    expect([refused.status, refused.text.includes('good for the project')]).toEqual([403, true]);
  });

  it('are 401 without a reason when their token is not taken', async () => {
    for (const claims of [
      { repository: 'acme/other' },
      { repository_id: '75' },
      { exp: 1 },
      { repository_owner: 'mallory' },
    ]) {
      const { status, json } = await (await build.client(claims)).put('/sbom', bom);
      expect([status, json]).toEqual([401, { detail: 'Unauthorized' }]);
    }
  });

  it('are 503 while their issuer cannot be asked', async () => {
    const silent = await BuildIssuer.start();
    const other = await TrustedBuild.create(clientOf(mount), await makeTenant(), silent);
    const client = await other.client();
    await silent.close();
    const { status, headers } = await client.put('/sbom', bom);
    expect([status, headers['retry-after']]).toEqual([503, '60']);
  });
});

describe.each(mounts)('trusted repositories on the $name mount', (mount) => {
  let admin: ApiClient;
  beforeAll(async () => {
    admin = clientOf(mount).withKey((await makeTenant()).keys.admin);
  });

  it('are made, listed, changed and removed, and each leaves its trace', async () => {
    const made = await admin.post('/trusted_repository', {
      ...{ platform: 'gitlab', issuer: 'https://gitlab.example.com/', ref: 'main' },
      repository: 'acme/tools/*',
    });
    expect([made.status, made.json]).toMatchObject([
      201,
      {
        ...{ issuer: 'https://gitlab.example.com', ref: 'refs/heads/main', project_name: null },
        ...{ only_protected: false, pull_requests: false, last_used_at: null },
      },
    ]);
    const { id } = made.json as { id: string };
    expect((await admin.get('/trusted_repository')).json).toMatchObject({
      audience: expect.stringMatching(/\/build\/[0-9a-f-]{36}$/),
      items: [{ id }],
    });
    const patched = await admin.patch(`/trusted_repository/${id}`, {
      ref: null,
      project_name: 'p',
    });
    expect(patched.json).toMatchObject({
      ref: null,
      project_name: 'p',
      repository: 'acme/tools/*',
    });
    expect((await admin.delete(`/trusted_repository/${id}`)).status).toBe(204);
    expect((await admin.delete(`/trusted_repository/${id}`)).status).toBe(404);
    const { json } = await admin.get('/audit_events', { query: { size: 3 } });
    expect(json).toMatchObject({
      items: [
        { action: 'trusted_repository.delete', before: { project_name: 'p' } },
        { action: 'trusted_repository.update', before: { ref: 'refs/heads/main' } },
        { action: 'trusted_repository.create', after: { repository: 'acme/tools/*' } },
      ],
    });
  });

  it.each([
    ['repository', 'shop'],
    ['repository', 'acme/'],
    ['repository', '*/shop'],
    ['repository', 'acme/sh*'],
    ['repository', '*'],
    ['repository', 'acme/**'],
    ['repository', 'a\u0000/b'],
    ['issuer', 'gitlab.example.com'],
    ['issuer', 'https://user:secret@gitlab.example.com'],
    ['issuer', 'https://gitlab.example.com/?x'],
    ['issuer', 'ftp://gitlab.example.com'],
    ['issuer', 'https://GitLab.example.com'],
    ['ref', 'refs/heads/a b'],
    ['ref', 'refs/*/*/*'],
    ['platform', 'jenkins'],
    ['project_name', ' '],
  ])('are refused with %s %j', async (field, value) => {
    const given = { platform: 'github', repository: 'acme/shop', [field]: value };
    const { status, json } = await admin.post('/trusted_repository', given);
    const fault = expect.objectContaining({ loc: ['body', field] });
    expect([status, json]).toMatchObject([422, { detail: expect.arrayContaining([fault]) }]);
  });

  it('are refused a second time, and for an issuer of another platform', async () => {
    const given = { platform: 'github', repository: 'acme/twice' };
    expect((await admin.post('/trusted_repository', given)).status).toBe(201);
    const again = { ...given, repository: 'Acme/Twice', project_name: 'other' };
    expect((await admin.post('/trusted_repository', again)).status).toBe(409);
    const other = { platform: 'gitlab', issuer: 'https://token.actions.githubusercontent.com' };
    expect((await admin.post('/trusted_repository', { ...given, ...other })).status).toBe(409);
  });

  it('have ten issuers at most', async () => {
    const statuses = [];
    for (let n = 0; n < 11; n += 1) {
      const issuer = `https://gitlab-${String(n)}.example.com`;
      const given = { platform: 'gitlab', issuer, repository: 'acme/shop' };
      statuses.push((await admin.post('/trusted_repository', given)).status);
    }
    expect(statuses.at(-1)).toBe(409);
  });
});
