import { describe, expect, it } from 'vitest';
import { clientOf, mounts } from './harness/mounts';
import { imageScan } from './harness/payloads';
import type { ScanAnswer } from './harness/reads';
import { deps, makeTenant, type Tenant } from './harness/tenants';

const matches = [{ product: 'Node.js', cycle: '16' }];
const scanOf = (image: string) => imageScan({ project: 'retries', image, matches });

async function scansOf({ organizationId }: Tenant): Promise<number> {
  const [row] = await deps.db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM scan WHERE organization_id = $1',
    [organizationId],
  );
  return row?.count ?? -1;
}

describe.each(mounts)('an Idempotency-Key on the $name mount', (mount) => {
  const setUp = async () => {
    const tenant = await makeTenant();
    const client = clientOf(mount).withKey(tenant.keys.scanner);
    const upload = (key: string, body: unknown, path = '/v2/scan') =>
      client.put(path, body, { headers: { 'idempotency-key': key } });
    return { tenant, upload };
  };

  it('makes a retry return the first answer, and another body a conflict', async () => {
    const { tenant, upload } = await setUp();
    const first = await upload('one', scanOf('a:1'));
    const again = await upload('one', scanOf('a:1'));
    expect([again.status, again.json]).toEqual([200, first.json]);
    expect(await upload('one', scanOf('b:1'))).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('Idempotency-Key') },
    });
    expect(await scansOf(tenant)).toBe(1);
    expect((await upload('two', scanOf('a:1'))).json).not.toEqual(first.json);
    expect(await scansOf(tenant)).toBe(2);
  });

  it('counts for one path', async () => {
    const { tenant, upload } = await setUp();
    const both = { ...scanOf('a:1'), ImageName: 'a:1' };
    const first = await upload('one', both, '/v2/scan');
    const other = await upload('one', both, '/v1/scan');
    expect([first.status, other.status]).toEqual([200, 200]);
    expect((other.json as ScanAnswer).scan_id).not.toBe((first.json as ScanAnswer).scan_id);
    expect((await upload('one', both, '/v2/scan/')).json).toEqual(first.json);
    expect(await scansOf(tenant)).toBe(2);
  });

  it('counts for one organization', async () => {
    const [one, two] = [await setUp(), await setUp()];
    await one.upload('same', scanOf('a:1'));
    expect((await two.upload('same', scanOf('b:1'))).status).toBe(200);
    expect([await scansOf(one.tenant), await scansOf(two.tenant)]).toEqual([1, 1]);
  });

  it('makes retries at once one scan', async () => {
    const { tenant, upload } = await setUp();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => upload('one', scanOf('a:1'))),
    );
    expect(new Set(answers.map(({ status, text }) => `${String(status)} ${text}`)).size).toBe(1);
    expect(await scansOf(tenant)).toBe(1);
  });

  it('remembers nothing of a refused upload', async () => {
    const { upload } = await setUp();
    expect((await upload('one', { wrong: true })).status).toBe(422);
    expect((await upload('one', scanOf('a:1'))).status).toBe(200);
  });

  it('has at most 255 characters', async () => {
    const { tenant, upload } = await setUp();
    expect((await upload('k'.repeat(255), scanOf('a:1'))).status).toBe(200);
    expect((await upload('k'.repeat(256), scanOf('a:1'))).status).toBe(422);
    expect(await scansOf(tenant)).toBe(1);
  });
});

describe('uploads at once', () => {
  it('for one new tag, through both mounts, take turns: none fails and none mixes', async () => {
    const tenant = await makeTenant();
    const contents = ['16', '18', '20', '22'].map((cycle) =>
      imageScan({
        project: 'at once',
        image: 'same:1',
        matches: ['Node.js', 'Debian', 'Python'].map((product) => ({ product, cycle })),
      }),
    );
    const clients = mounts.map((mount) => clientOf(mount).withKey(tenant.keys.member));
    const answers = await Promise.all(
      contents.flatMap((content) => clients.map((client) => client.put('/v2/scan', content))),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    // The client has held the answers against their schema.
    const ids = answers.map(({ json }) => (json as ScanAnswer).image_tag_id);
    expect(new Set(ids).size).toBe(1);

    const open = await deps.db.query<{ cycle: string }>(
      `SELECT DISTINCT c.cycle FROM finding f
         JOIN software s ON s.organization_id = f.organization_id AND s.id = f.software_id
         JOIN software_cycle c ON c.organization_id = s.organization_id AND c.id = s.software_cycle_id
        WHERE f.organization_id = $1 AND f.is_open`,
      [tenant.organizationId],
    );
    expect(open).toHaveLength(1);
    const [mixed] = await deps.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM finding f
        WHERE f.organization_id = $1 AND f.is_open::int <>
          (SELECT count(*) FROM finding_interval i
            WHERE i.organization_id = $1 AND i.finding_id = f.id AND i.closed_at IS NULL)`,
      [tenant.organizationId],
    );
    expect(mixed?.count).toBe(0);
  });

  it('for many tags of one new project make one project', async () => {
    const tenant = await makeTenant();
    const [client] = mounts.map((mount) => clientOf(mount).withKey(tenant.keys.scanner));
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => client?.put('/v2/scan', scanOf(`many:${String(n)}`))),
    );
    expect(answers.map((answer) => answer?.status)).toEqual(answers.map(() => 200));
    const projects = answers.map((answer) => (answer?.json as ScanAnswer).project_id);
    expect(new Set(projects).size).toBe(1);
  });
});
