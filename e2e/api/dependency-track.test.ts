import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from './harness/api-client';
import { clientOf, mounts } from './harness/mounts';
import { deps, makeTenant, type Tenant } from './harness/tenants';
import { unique } from './harness/tenant-world';
import { base64, bom, NOBODY, POWERED_BY, uploaded } from './harness/tracked';

describe.each(mounts)('clients of Dependency-Track on the $name mount', (mount) => {
  let tenant: Tenant;
  /** As such clients show their keys. */
  let client: ApiClient;
  let ours: ApiClient;
  beforeAll(async () => {
    tenant = await makeTenant();
    client = clientOf(mount).with({ 'x-api-key': tenant.keys.member });
    ours = clientOf(mount).withKey(tenant.keys.admin);
  });

  const project = (uuid: string) => client.get(`/v1/project/${uuid}`);
  const upload = async (fields: object = {}) => {
    const name = unique('project');
    const body = { projectName: name, projectVersion: '1.0', autoCreate: true, bom: base64() };
    return { name, ...uploaded(await client.put('/v1/bom', { ...body, ...fields })) };
  };

  it('upload what the dashboard and our own API show as any other upload', async () => {
    const { name, projectUuid, token } = await upload({
      projectTags: [{ name: 'team=payments' }, { name: 'web' }],
    });
    const list = await ours.post('/images', undefined, { query: { search: name } });
    expect(list.json).toMatchObject({
      items: [
        {
          ...{ id: projectUuid, name, tag: '1.0', projectName: name },
          labels: { team: 'payments', web: '' },
        },
      ],
    });
    const software = await ours.get(`/image_tags/${projectUuid}/eol_software`);
    expect(software.json).toMatchObject({
      items: [{ productName: 'Django', releaseCycle: '3.2' }],
    });
    for (const path of [`/v1/event/token/${token}`, `/v1/bom/token/${NOBODY}`]) {
      expect((await client.get(path)).json).toEqual({ processing: false });
    }
  });

  describe('a project', () => {
    it('is what its uuid names, before any name; a name without a version is one version', async () => {
      const { name, projectUuid } = await upload({ projectVersion: undefined });
      const body = { project: projectUuid, projectName: unique('other'), bom: base64() };
      expect(uploaded(await client.put('/v1/bom', body)).projectUuid).toBe(projectUuid);
      expect((await project(projectUuid)).json).toMatchObject({ name, version: 'latest' });
      const found = await client.get('/v1/project/lookup', { query: { name } });
      expect(found.json).toMatchObject({ uuid: projectUuid });
      const trimmed = { projectName: ` ${name} `, projectVersion: ' ', bom: base64() };
      expect(uploaded(await client.put('/v1/bom', trimmed)).projectUuid).toBe(projectUuid);
    });

    it('is made only when that is asked for', async () => {
      const body = { projectName: unique('new'), projectVersion: '1', bom: base64() };
      for (const autoCreate of [undefined, false, 'false', null]) {
        const answer = await client.put('/v1/bom', { ...body, autoCreate });
        expect([answer.status, answer.text]).toEqual([404, 'The project could not be found.']);
      }
      const unknown = await client.put('/v1/bom', { project: NOBODY, bom: base64() });
      expect([unknown.status, unknown.text]).toEqual([404, 'The project could not be found.']);
      const nameless = await client.put('/v1/bom', { autoCreate: true, bom: base64() });
      expect(nameless).toMatchObject({ status: 400, json: { errors: [/projectName/] } });
    });

    it('is put below another one, which has to be there', async () => {
      const above = await upload();
      const { projectUuid } = await upload({ parentName: above.name, parentVersion: '1.0' });
      expect((await project(projectUuid)).json).toMatchObject({
        ...{ parent: { name: above.name, version: '1.0' }, tags: [] },
      });
      const byId = await upload({ parentUUID: above.projectUuid });
      expect((await project(byId.projectUuid)).json).toMatchObject({
        parent: { name: above.name, version: '1.0' },
      });
      const body = { projectName: unique('child'), autoCreate: true, bom: base64() };
      for (const parent of [{ parentUUID: NOBODY }, { parentName: unique('none') }]) {
        const answer = await client.put('/v1/bom', { ...body, ...parent });
        expect([answer.status, answer.text]).toEqual([
          ...[404, 'The parent project could not be found.'],
        ]);
      }
    });

    it('keeps its tags until others come, and has one latest version', async () => {
      const name = unique('versions');
      const version = (projectVersion: string, fields: object) =>
        upload({ projectName: name, projectVersion, ...fields });
      const first = await version('1', { isLatest: true, projectTags: [{ name: 'a' }] });
      const second = await version('2', { isLatest: true });
      await version('1', {});
      const list = await client.get('/v1/project', { query: { name, sortName: 'version' } });
      expect(list.headers['x-total-count']).toBe('2');
      expect(list.json).toMatchObject([
        { uuid: first.projectUuid, isLatest: false, tags: [{ name: 'a' }] },
        { uuid: second.projectUuid, isLatest: true, tags: [] },
      ]);
      const tags = [{ name: 'c=d' }];
      const path = `/v1/project/${first.projectUuid}`;
      const patched = await client.patch(path, { tags, isLatest: true });
      expect(patched.json).toMatchObject({ tags, isLatest: true });
      expect((await client.patch(path, { tags })).status).toBe(304);
      expect((await project(second.projectUuid)).json).toMatchObject({ isLatest: false });
      const images = await ours.post('/images', undefined, { query: { search: name } });
      expect(images.text).toContain('"labels":{"c":"d"}');
    });

    it('is listed in pages, under any name of the parameters, without inactive ones', async () => {
      const name = unique('paged');
      const uuids: string[] = [];
      for (const projectVersion of ['1', '2', '3']) {
        const isActive = projectVersion !== '2';
        uuids.push((await upload({ projectName: name, projectVersion, isActive })).projectUuid);
      }
      const listed = async (query: Record<string, string | number>) => {
        const { json, headers } = await client.get('/v1/project', { query: { name, ...query } });
        const found = (json as { uuid: string }[]).map(({ uuid }) => uuids.indexOf(uuid) + 1);
        return [headers['x-total-count'], ...found];
      };
      expect(await listed({})).toEqual(['3', 1, 2, 3]);
      expect(await listed({ pageNumber: 2, pageSize: 2 })).toEqual(['3', 3]);
      expect(await listed({ page: 2, limit: 1 })).toEqual(['3', 2]);
      expect(await listed({ offset: 1, limit: 1, sortOrder: 'desc' })).toEqual(['3', 2]);
      expect(await listed({ excludeInactive: 'true', sortName: 'lastBomImport' })).toEqual([
        ...['2', 1, 3],
      ]);
      expect(await listed({ pageNumber: 9 })).toEqual(['3']);
      for (const query of [{ pageSize: 0 }, { offset: 5, limit: 10 }]) {
        expect((await client.get('/v1/project', { query })).status).toBe(400);
      }
    });

    it('is deleted alone, by an admin', async () => {
      const name = unique('deleted');
      const { projectUuid } = await upload({ projectName: name, projectVersion: '1' });
      const other = await upload({ projectName: name, projectVersion: '2' });
      expect((await client.delete(`/v1/project/${projectUuid}`)).status).toBe(403);
      const admin = client.with({ 'x-api-key': tenant.keys.admin });
      const deleted = await admin.delete(`/v1/project/${projectUuid}`);
      expect([deleted.status, deleted.text]).toEqual([204, '']);
      for (const uuid of [projectUuid, NOBODY]) {
        const { status, text } = await admin.delete(`/v1/project/${uuid}`);
        expect([status, text]).toEqual([404, 'The project could not be found.']);
      }
      expect((await project(projectUuid)).status).toBe(404);
      expect((await project(other.projectUuid)).status).toBe(200);
      const anew = await upload({ projectName: name, projectVersion: '1' });
      expect(anew.projectUuid).not.toBe(projectUuid);
    });
  });

  it('hear of what is denied and warned of, as violations with ids that stay', async () => {
    const name = unique('judged');
    const { projectUuid } = await upload({ projectName: name });
    const read = async () => {
      const { json, headers } = await client.get(`/v1/violation/project/${projectUuid}`);
      return { all: json as object[], total: headers['x-total-count'] };
    };
    expect(await read()).toEqual({ all: [], total: '0' });
    const policy = { policy_scope: 'project', policy_type: 'EOL', project_name: name };
    const { json } = await ours.post('/v1/policy', { ...policy, warn_days: 0 });
    const { id } = json as { id: string };
    const warned = await read();
    expect(warned).toMatchObject({
      total: '1',
      all: [
        {
          type: 'OPERATIONAL',
          component: { name: 'django', version: '3.2.25', purl: 'pkg:pypi/django@3.2.25' },
          policyCondition: {
            value: expect.stringMatching(/^Django 3\.2 is warned about from 2024-04-01 on/),
            policy: {
              ...{ uuid: id, violationState: 'WARN' },
              name: `End of life: policy for the project ${name}`,
            },
          },
        },
      ],
    });
    expect(await read()).toEqual(warned);
    const denied = { policy_scope: null, policy_type: null, deny_days: 0 };
    expect((await ours.patch(`/v1/policy/${id}`, denied)).status).toBe(200);
    expect(await read()).toMatchObject({
      all: [{ policyCondition: { policy: { violationState: 'FAIL' } } }],
    });
    const refreshed = await client.get(`/v1/metrics/project/${projectUuid}/refresh`);
    expect(refreshed.status).toBe(200);
    const metrics = await client.get(`/v1/metrics/project/${projectUuid}/current`);
    expect(metrics.json).toMatchObject({
      ...{ components: 2, critical: 0, vulnerabilities: 0, policyViolationsFail: 1 },
      ...{ policyViolationsWarn: 0, policyViolationsTotal: 1, firstOccurrence: expect.any(Number) },
    });
    // The next upload has newer software: the violation goes with it.
    await upload({ projectName: name, bom: base64(bom('99.1')) });
    expect(await read()).toEqual({ all: [], total: '0' });
  });

  it('are told what is wrong as they are used to, and nothing is stored', async () => {
    const name = unique('refused');
    const body = { projectName: name, projectVersion: '1', autoCreate: true };
    const put = (bomText: unknown) => client.put('/v1/bom', { ...body, bom: bomText });
    const none = await put(undefined);
    expect([none.status, none.text]).toEqual([400, 'No BOM file provided.']);
    const wrong = bom();
    const broken = await put(base64({ ...wrong, components: [{ type: 'library', name: 7 }] }));
    expect(broken.status).toBe(400);
    expect(broken.json).toMatchObject({
      ...{ status: 400, title: 'The uploaded BOM is invalid' },
      errors: [expect.stringContaining('components[0].name')],
    });
    expect((await put('%%%')).json).toMatchObject({ title: 'The uploaded BOM is invalid' });
    expect((await put(gzipSync('{}').subarray(0, 12).toString('base64'))).status).toBe(400);
    const typed = { 'content-type': 'text/plain' };
    const other = await client.send({
      ...{ method: 'POST', target: '/api/v1/bom', headers: typed, body: 'x' },
    });
    expect(other.json).toMatchObject({ status: 415 });
    const found = await client.get('/v1/project/lookup', { query: { name, version: '1' } });
    expect([found.status, found.text]).toEqual([404, 'The project could not be found.']);
    for (const path of [`/v1/project/${NOBODY}`, `/v1/violation/project/${NOBODY}`]) {
      expect([path, (await client.get(path)).text]).toEqual([
        path,
        'The project could not be found.',
      ]);
    }
    expect((await client.get('/v1/project/7')).json).toMatchObject({ status: 400 });
    const stranger = await clientOf(mount).get('/v1/project');
    expect([stranger.status, stranger.text, stranger.headers[POWERED_BY]]).toEqual([
      ...[401, '', undefined],
    ]);
    const scanner = client.with({ 'x-api-key': tenant.keys.scanner });
    expect((await scanner.get('/v1/project')).json).toMatchObject({ status: 403 });
    const verb = await client.delete('/v1/bom');
    expect([verb.status, verb.text, verb.headers.allow]).toEqual([405, '', 'PUT, POST']);
    const [kept] = await deps.db.query<{ count: string }>(
      `SELECT count(*) FROM refused_upload WHERE organization_id = $1 AND path = '/v1/bom'`,
      [tenant.organizationId],
    );
    expect(Number(kept?.count)).toBeGreaterThanOrEqual(5);
  });

  it('are not answered where an admin has switched that off', async () => {
    const other = await makeTenant();
    const admin = clientOf(mount).with({ 'x-api-key': other.keys.admin });
    const setting = '/settings/dependency_track';
    expect((await admin.get(setting)).json).toMatchObject({ enabled: true });
    const body = { projectName: 'p', autoCreate: true, bom: base64() };
    const { projectUuid } = uploaded(await admin.put('/v1/bom', body));
    expect((await admin.put(setting, { enabled: false })).json).toMatchObject({ enabled: false });
    const off = [
      await admin.put('/v1/bom', body),
      await admin.get('/version'),
      await admin.get('/v1/project'),
      await admin.get(`/v1/project/${projectUuid}`),
      await admin.with({ 'x-api-key': other.keys.scanner }).get('/v1/team/self'),
    ];
    for (const { status, headers } of off) {
      expect([status, headers[POWERED_BY]]).toEqual([404, undefined]);
    }
    // Of nobody in particular, and of other organizations, nothing is switched off.
    expect((await clientOf(mount).get('/version')).status).toBe(200);
    expect((await client.get('/v1/project')).status).toBe(200);
    expect((await admin.post('/images')).text).toContain(projectUuid);
    expect((await admin.put(setting, { enabled: true })).status).toBe(200);
    await admin.put(setting, { enabled: true });
    expect((await admin.get(`/v1/project/${projectUuid}`)).status).toBe(200);
    const trail = await admin.get('/audit_events');
    const actions = (trail.json as { items: { action: string }[] }).items;
    const changes = actions.flatMap(({ action }) => (action === 'api_key.create' ? [] : [action]));
    expect(changes).toEqual(['dependency_track.enable', 'dependency_track.disable']);
  });

  it('are told by a header that no other path has', async () => {
    const others = [
      await ours.get('/v1/policy'),
      await ours.get('/healthz'),
      await ours.get('/nothing'),
    ];
    for (const { headers } of others) expect(headers).not.toHaveProperty(POWERED_BY);
  });
});
