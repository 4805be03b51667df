import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayOf } from '@/domain/eol/calendar';
import { decideWaiver } from '@/server/waiver/service/decide';
import { makeActor } from '@/test/accounts';
import { makePolicy } from '@/test/factories';
import { faultsIn, type ApiAnswer, type ApiClient } from './harness/api-client';
import { sendHttp } from './harness/http';
import { clientOf, mounts } from './harness/mounts';
import { deps, makeTenant, type Tenant } from './harness/tenants';
import { unique } from './harness/tenant-world';

const DJANGO = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  metadata: { component: { type: 'application', name: 'shop', version: '2.4.1' } },
  components: [
    { type: 'library', name: 'django', version: '3.2.25', purl: 'pkg:pypi/django@3.2.25' },
  ],
};
const today = () => dayOf(new Date());

interface Verdict {
  readonly policy: {
    readonly action: string;
    readonly violations: readonly { readonly product_name: string }[];
    readonly waived?: readonly { readonly waiver_id: string }[];
    readonly waiver_url?: string;
  };
}

describe.each(mounts)('waivers on the $name mount', (mount) => {
  let tenant: Tenant;
  let scanner: ApiClient;
  let member: ApiClient;
  const project = unique('project');
  beforeAll(async () => {
    tenant = await makeTenant();
    scanner = clientOf(mount).withKey(tenant.keys.scanner);
    member = clientOf(mount).withKey(tenant.keys.member);
    await makePolicy(deps, tenant.organizationId, { denyDays: 0 });
  });

  const ok = <Json>({ status, json, text }: ApiAnswer, expected = 200): Json => {
    expect(status, text).toBe(expected);
    return json as Json;
  };
  const verdict = async () =>
    ok<Verdict>(await scanner.post('/sbom/check', DJANGO, { query: { project } })).policy;
  const report = async (format: string) => {
    const { text } = await sendHttp(mount.origin, {
      method: 'POST',
      target: `/api/sbom/check?project=${project}&format=${format}`,
      headers: {
        authorization: `ApiKey ${tenant.keys.scanner}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(DJANGO),
    });
    return text;
  };

  it('let through what was denied, say why, and deny it again once they are over', async () => {
    const denied = await verdict();
    expect(denied).toMatchObject({ action: 'DENY', violations: [{ product_name: 'Django' }] });
    expect(denied.waived).toBeUndefined();
    const asked = new URL(denied.waiver_url ?? '');
    expect([asked.pathname, asked.searchParams.get('project')]).toEqual(['/waivers/new', project]);
    for (const format of ['text', 'junit', 'sarif', 'markdown']) {
      expect(await report(format)).toMatch(/\/waivers\/new\?project=.*cycle=3\.2/);
    }

    const { id } = ok<{ id: string }>(
      await member.post('/waivers', {
        ...{ scope: 'project', project_name: project, product_name: 'Django', cycle: '3.2' },
        ...{ reason: 'It moves in March', ends_on: addDays(today(), 20) },
      }),
      201,
    );
    expect(await verdict()).toMatchObject({ action: 'DENY' });

    const admin = await makeActor(deps, tenant.organizationId);
    const decision = { decision: 'granted', version: 1, note: null } as const;
    await decideWaiver(deps, admin, id, decision);
    const waived = await verdict();
    expect(waived).toMatchObject({ action: 'ALLOW', violations: [] });
    expect(waived.waived).toEqual([
      expect.objectContaining({
        ...{ waiver_id: id, product_name: 'Django', cycle: '3.2', waived_action: 'DENY' },
        ends_on: addDays(today(), 20),
      }),
    ]);
    expect(await report('text')).toMatch(/1 waived/);
    expect(await report('junit')).toMatch(/failures="0"[^>]* skipped="1"/);
    expect(await report('sarif')).not.toContain('eol/django/3.2');
    expect(await report('sarif-suppressions')).toContain('"suppressions"');

    // Its day passes: the server's own clock cannot be moved from here.
    await deps.db.query('UPDATE waiver SET ends_on = $2 WHERE id = $1', [id, addDays(today(), -1)]);
    expect(ok<{ state: string }>(await member.get(`/waivers/${id}`)).state).toBe('ended');
    expect(await verdict()).toMatchObject({ action: 'DENY' });
  });

  it('of another organization let nothing through, and are not found', async () => {
    const other = await makeTenant('Other');
    const owner = clientOf(mount).withKey(other.keys.member);
    const { id } = ok<{ id: string }>(
      await owner.post('/waivers', {
        ...{ scope: 'organization', product_name: 'Django', cycle: '3.2' },
        ...{ reason: 'It moves in March', ends_on: addDays(today(), 20) },
      }),
      201,
    );
    const decision = { decision: 'granted', version: 1, note: null } as const;
    await decideWaiver(deps, await makeActor(deps, other.organizationId), id, decision);
    expect(await verdict()).toMatchObject({ action: 'DENY' });
    expect((await member.get(`/waivers/${id}`)).status).toBe(404);
    expect((await member.post(`/waivers/${id}/revoke`)).status).toBe(404);
  });

  it('are asked for once, and with what makes sense', async () => {
    const body = {
      ...{ scope: 'project', project_name: unique('project'), product_name: 'Django', cycle: '4' },
      ...{ reason: 'It moves in March', ends_on: addDays(today(), 20) },
    };
    ok(await member.post('/waivers', body), 201);
    expect((await member.post('/waivers', body)).status).toBe(409);
    const late = await member.post('/waivers', { ...body, ends_on: addDays(today(), 4_000) });
    expect(faultsIn(late)).toEqual(['value_error at body.ends_on']);
    expect((await scanner.post('/waivers', body)).status).toBe(403);
  });
});
