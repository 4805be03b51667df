import { beforeAll, describe, expect, it } from 'vitest';
import { parseCsv } from '@/domain/csv/testing/parse-csv';
import type { ApiClient } from './harness/api-client';
import { sendHttp } from './harness/http';
import { clientOf, mounts } from './harness/mounts';
import { makeTenant, type Tenant } from './harness/tenants';
import { unique } from './harness/tenant-world';

const django = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  metadata: { component: { type: 'application', name: 'shop', version: '2.4.1' } },
  components: [
    { type: 'library', name: 'django', version: '3.2.25', purl: 'pkg:pypi/django@3.2.25' },
  ],
};

describe.each(mounts)('whom to ask, on the $name mount', (mount) => {
  let tenant: Tenant;
  let admin: ApiClient;
  let teamId: string;
  const owner = () => ({
    ...{ team_id: teamId, name: 'Payments', email: 'payments@example.com', link: null },
  });
  beforeAll(async () => {
    tenant = await makeTenant();
    admin = clientOf(mount).withKey(tenant.keys.admin);
    const team = await admin.post('/teams', { name: 'Payments', email: 'payments@example.com' });
    teamId = (team.json as { id: string }).id;
    const rules = [{ kind: 'name', pattern: 'paid/*', team_id: teamId }];
    expect((await admin.put('/owner_rules', { rules })).status).toBe(200);
  });

  it('is in the answers to SBOMs, in JSON and in reports; of what nobody owns, nobody', async () => {
    const project = unique('paid/');
    const uploaded = await admin.put('/sbom', django, { query: { project } });
    expect(uploaded.json).toMatchObject({ owner: owner() });
    const scanner = clientOf(mount).withKey(tenant.keys.scanner);
    const checked = await scanner.post('/sbom/check', django, { query: { project } });
    expect(checked.json).toMatchObject({ owner: owner() });
    const report = await sendHttp(mount.origin, {
      method: 'POST',
      target: `/api/sbom/check?${new URLSearchParams({ project, format: 'text' }).toString()}`,
      headers: {
        authorization: `ApiKey ${tenant.keys.scanner}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(django),
    });
    expect(report.text).toContain('Ask Payments: payments@example.com\n');
    for (const query of [{}, { project: unique('free') }]) {
      const free = await scanner.post('/sbom/check', django, { query });
      expect(free.json).toMatchObject({ owner: null });
    }
  });

  it('is not told to another organization of a project of the same name', async () => {
    const project = unique('paid/');
    await admin.put('/sbom', django, { query: { project } });
    const other = clientOf(mount).withKey((await makeTenant()).keys.admin);
    const answer = await other.post('/sbom/check', django, { query: { project } });
    expect(answer.json).toMatchObject({ owner: null });
  });

  it('is in the text of violations as clients of Dependency-Track read them', async () => {
    const project = unique('paid/');
    const { json } = await admin.put('/sbom', django, { query: { project } });
    const { image_tag_id: id } = json as { image_tag_id: string };
    const policy = { policy_scope: 'project', policy_type: 'EOL', project_name: project };
    expect((await admin.post('/v1/policy', { ...policy, deny_days: 0 })).status).toBe(201);
    const violations = await admin.get(`/v1/violation/project/${id}`);
    expect(violations.json).toMatchObject([
      { text: expect.stringMatching(/^Django 3\.2 .* Ask Payments: payments@example\.com\.$/) },
    ]);
  });

  it('narrows exported lists', async () => {
    const [paid, free] = [unique('paid/'), unique('free')];
    for (const project of [paid, free]) await admin.put('/sbom', django, { query: { project } });
    const names = async (query: string) => {
      const { text } = await sendHttp(mount.origin, {
        ...{ method: 'GET', target: `/export/projects.csv?q=${query}` },
        headers: { authorization: `ApiKey ${tenant.keys.viewer}` },
      });
      return parseCsv(text).flat();
    };
    expect(await names(`&owner=${teamId}`)).toContain(paid);
    expect(await names(`&owner=${teamId}`)).not.toContain(free);
    expect(await names('&owner=none')).toContain(free);
    expect(await names('&owner=none')).not.toContain(paid);
    // A key is in no team.
    expect(await names('&owner=mine')).not.toContain(paid);
  });
});
