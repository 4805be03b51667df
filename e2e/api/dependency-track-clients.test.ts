import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from './harness/api-client';
import { clientOf, mounts } from './harness/mounts';
import { makeTenant, type Tenant } from './harness/tenants';
import { unique } from './harness/tenant-world';
import { base64, bom, POWERED_BY, uploaded } from './harness/tracked';

/** Requests of Dependency-Track's clients, to the letter. */
describe.each(mounts)('on the $name mount', (mount) => {
  let tenant: Tenant;
  let client: ApiClient;
  beforeAll(async () => {
    tenant = await makeTenant();
    client = clientOf(mount).with({ 'x-api-key': tenant.keys.member });
  });

  const project = (uuid: string) => client.get(`/v1/project/${uuid}`);

  /** Sends a body to the letter, as it is written. */
  const sendForm = (boundary: string, lines: readonly string[], headers: object = {}) =>
    client.send({
      ...{ method: 'POST', target: '/api/v1/bom', body: Buffer.from(lines.join('\r\n')) },
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
    });

  it('Jenkins: a form with the document as a plain field, then the results', async () => {
    const name = unique('jenkins');
    const boundary = '----DependencyTrackPlugin4711';
    const field = (key: string, value: string) => [
      ...[`--${boundary}`, `Content-Disposition: form-data; name="${key}"`, '', value],
    ];
    const answer = await sendForm(
      boundary,
      [
        ...field('projectName', name),
        ...field('projectVersion', '2.0'),
        ...field('autoCreate', 'true'),
        ...field('bom', JSON.stringify(bom())),
        ...field('isLatest', 'true'),
        ...field('projectTags', 'a, b'),
        ...[`--${boundary}--`, ''],
      ],
      { accept: 'application/json', 'user-agent': 'dependency-track-jenkins-plugin/6.0.0' },
    );
    const { token, projectUuid } = uploaded(answer);
    expect(answer.headers[POWERED_BY]).toMatch(/^Dependency-Track v4\.1[2-9]\./);
    expect((await client.get(`/v1/event/token/${token}`)).json).toEqual({ processing: false });
    const found = await client.get('/v1/project/lookup', { query: { name, version: '2.0' } });
    expect(found.json).toMatchObject({
      ...{ uuid: projectUuid, name, version: '2.0', active: true, isLatest: true },
      tags: [{ name: 'a' }, { name: 'b' }],
    });
    const query = { pageSize: 100, pageNumber: 1 };
    const findings = await client.get(`/v1/finding/project/${projectUuid}`, { query });
    expect([findings.json, findings.headers['x-total-count']]).toEqual([[], '0']);
  });

  it('Jenkins: the test of the connection', async () => {
    const projects = await client.get('/v1/project');
    expect([projects.status, projects.headers[POWERED_BY]]).toEqual([
      ...[200, expect.stringMatching(/^Dependency-Track v/)],
    ]);
    const about = (await client.get('/version')).json as { version: string };
    const [major = 0, minor = 0] = about.version.split('.').map(Number);
    expect([about.version, major > 4 || minor >= 12]).toEqual([about.version, true]);
    expect(about).toMatchObject({
      ...{ application: 'Dependency-Track', timestamp: expect.any(String) },
      ...{ uuid: expect.any(String), framework: { uuid: expect.any(String) } },
    });
    const team = (await client.get('/v1/team/self')).json as { permissions: { name: string }[] };
    expect(team.permissions.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['BOM_UPLOAD', 'VIEW_PORTFOLIO', 'VULNERABILITY_ANALYSIS']),
    );
  });

  it('the GitHub action: a form with the document as a file', async () => {
    const name = unique('action');
    const boundary = '--------------------------031415926535897932384626';
    const answer = await sendForm(
      boundary,
      [
        `--${boundary}`,
        'Content-Disposition: form-data; name="bom"; filename="bom.json"',
        ...['Content-Type: application/json', '', JSON.stringify(bom())],
        ...[`--${boundary}`, 'Content-Disposition: form-data; name="autoCreate"', '', 'true'],
        ...[`--${boundary}`, 'Content-Disposition: form-data; name="projectName"', '', name],
        ...[`--${boundary}`, 'Content-Disposition: form-data; name="projectVersion"', '', 'main'],
        ...[`--${boundary}--`, ''],
      ],
      { 'X-API-Key': tenant.keys.scanner },
    );
    const { projectUuid } = uploaded(answer);
    expect((await project(projectUuid)).json).toMatchObject({ name, version: 'main' });
  });

  it('the Go client: JSON, with its own name for the latest version', async () => {
    const name = unique('go');
    const body = `{"projectName":"${name}","projectVersion":"1","autoCreate":true,"isLatestProjectVersion":true,"bom":"${base64()}"}\n`;
    const answer = await client.send({
      ...{ method: 'PUT', target: '/api/v1/bom', body },
      headers: { 'content-type': 'application/json', 'user-agent': 'client-go' },
    });
    expect((await project(uploaded(answer).projectUuid)).json).toMatchObject({ isLatest: true });
  });

  it('cdxgen: JSON with booleans in quotes, by PUT and, once more, by POST', async () => {
    const name = unique('cdxgen');
    const body = {
      ...{ autoCreate: 'true', bom: base64(), project: undefined, projectName: name },
      ...{ projectVersion: 'main', isLatest: 'false', projectTags: [{ name: 'nightly' }] },
    };
    const put = uploaded(await client.put('/v1/bom', body));
    const post = uploaded(await client.post('/v1/bom', body));
    expect(post.projectUuid).toBe(put.projectUuid);
    expect((await project(put.projectUuid)).json).toMatchObject({
      ...{ version: 'main', isLatest: false, tags: [{ name: 'nightly' }] },
    });
  });

  it('the Python client: waits for vulnerabilities, and patches older versions', async () => {
    const vulnerabilities = await client.get('/v1/vulnerability', { query: { pageSize: 1 } });
    expect(vulnerabilities.json).toMatchObject({ length: 1 });
    const named = { projectName: unique('python'), autoCreate: true, isLatest: true };
    const { projectUuid } = uploaded(await client.put('/v1/bom', { ...named, bom: base64() }));
    const path = `/v1/project/${projectUuid}`;
    const patched = await client.patch(path, { isLatest: false, active: false });
    expect(patched).toMatchObject({ status: 200, json: { isLatest: false, active: false } });
    const again = await client.patch(path, { active: false, swidTagId: 'not ours' });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('exchange documents about vulnerabilities, which are taken and let go', async () => {
    const name = unique('vex');
    const named = { projectName: name, projectVersion: '1.0', autoCreate: true };
    const { projectUuid } = uploaded(await client.put('/v1/bom', { ...named, bom: base64() }));
    const vex = { projectName: name, projectVersion: '1.0', vex: base64({ a: 1 }) };
    expect((await client.put('/v1/vex', vex)).json).toEqual({ token: expect.any(String) });
    const form = '--b\r\nContent-Disposition: form-data; name="vex"\r\n\r\n{}\r\n--b--\r\n';
    const sent = await client.send({
      ...{ method: 'POST', target: '/api/v1/vex', body: form },
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    expect(sent.json).toEqual({ token: expect.any(String) });
    const analyzed = await client.post(`/v1/finding/project/${projectUuid}/analyze`);
    expect(analyzed.json).toEqual({ token: expect.any(String) });
  });
});
