import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXPORTS } from '@/app/export/exports';
import { parseCsv } from '@/domain/csv/testing/parse-csv';
import { can, PERSON_ROLES, ROLES } from '@/domain/roles/permissions';
import type { ExportRoute } from '@/server/export/export-route';
import { measure } from '@/server/knowledge/service/measure';
import { makePerson, makeSession } from '@/test/accounts';
import { sendHttp, type HttpAnswer, type SentHeaders } from './harness/http';
import { clientOf, mounts } from './harness/mounts';
import { imageScan } from './harness/payloads';
import { deps, makeDeadKey } from './harness/tenants';
import { TenantWorld, type Scanned } from './harness/tenant-world';

const exports = EXPORTS.map((route) => [route.path, route] as const);
const UNAUTHORIZED = '{"detail":"Unauthorized"}';
const FORBIDDEN = '{"detail":"Forbidden"}';

const keyOf = (key: string): SentHeaders => ({ authorization: `ApiKey ${key}` });

describe.each(mounts)('exports on the $name mount', (mount) => {
  let own: TenantWorld;
  let other: TenantWorld;
  let scanned: Scanned;
  let promised: string;
  let cluster: string;
  beforeAll(async () => {
    own = await TenantWorld.create(clientOf(mount), 'A');
    other = await TenantWorld.create(clientOf(mount), 'B');
    scanned = await own.scanned();
    await other.scanned();
    await own.noteId();
    await own.planId();
    await own.contractId();
    await own.teamId();
    await own.waiverId();
    promised = await own.promisedProjectId();
    cluster = await own.clusterId();
    const purls = ['pkg:npm/left-pad@1.3.0'];
    const client = clientOf(mount).withKey(own.tenant.keys.admin);
    await client.put('/v2/scan', imageScan({ project: 'p', image: 'unknown:1', purls }));
    await measure(deps, own.tenant.organizationId);
  });

  /** What the path of a list of one thing names. */
  const idIn = (path: string) => {
    if (path.startsWith('/projects/')) return promised;
    return path.startsWith('/clusters/') ? cluster : scanned.imageTagId;
  };

  const get = (
    { path }: Pick<ExportRoute, 'path'>,
    headers: SentHeaders,
    { id = idIn(path), method = 'GET', suffix = '' } = {},
  ): Promise<HttpAnswer> => {
    const target = `/export${path.replace('{id}', id)}${suffix}`;
    return sendHttp(mount.origin, {
      method,
      target,
      headers: { ...clientOf(mount).headers, ...headers },
    });
  };

  describe.each(exports)('%s', (path, route) => {
    it('is closed to callers whose key does not hold', async () => {
      const dead = await makeDeadKey(own.tenant, 'revoked_at');
      for (const headers of [{}, keyOf(''), keyOf(dead), { cookie: 'next-auth.session-token=x' }]) {
        const { status, text } = await get(route, headers);
        expect([status, text]).toEqual([401, UNAUTHORIZED]);
      }
    });

    it('refuses what no record can hold', async () => {
      const reader = keyOf(own.tenant.keys.admin);
      const { status, text } = await get(route, reader, { suffix: '?type=%00' });
      expect([status, text]).toEqual([422, expect.stringContaining('must not hold NUL')]);
    });

    it.each(ROLES)('answers a %s as the table of roles says', async (role) => {
      const answer = await get(route, keyOf(own.tenant.keys[role]));
      expectAnswer(answer, route, can(role, route.permission));
    });

    it.each(PERSON_ROLES)('answers a signed-in %s the same', async (role) => {
      const { organizationId } = own.tenant;
      const { id } = await makePerson(deps, { organizationId, role });
      const { sessionId, cookie } = await makeSession(deps, id);
      await deps.db.query('UPDATE user_session SET active_organization_id = $2 WHERE id = $1', [
        sessionId,
        organizationId,
      ]);
      expectAnswer(await get(route, { cookie }), route, can(role, route.permission));
    });

    it('shows another tenant nothing', async () => {
      const stranger = keyOf(other.tenant.keys.admin);
      const foreign = await get(route, stranger);
      for (const name of [scanned.project, scanned.image, scanned.product, own.organizationId]) {
        expect(foreign.text).not.toContain(name);
      }
      if (!path.includes('{id}')) return;
      const unknown = await get(route, stranger, { id: randomUUID() });
      expect(foreign.status).toBe(404);
      expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text]);
    });

    it('has GET and HEAD alone, with and without a slash at its end', async () => {
      const viewer = keyOf(own.tenant.keys.admin);
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const { status, text, headers } = await get(route, viewer, { method });
        expect([method, status, text]).toEqual([method, 405, '{"detail":"Method Not Allowed"}']);
        expect(headers.allow).toBe('GET, HEAD');
      }
      const head = await get(route, viewer, { method: 'HEAD' });
      expect([head.status, head.text]).toEqual([200, '']);
      expect((await get(route, viewer, { suffix: '/' })).status).toBe(200);
    });
  });

  it.each(['', '/', '/images', '/images.txt', '/nothing.csv', '/images/not-an-id/software.csv'])(
    '/export%s is nowhere',
    async (path) => {
      const { status, text } = await get({ path }, {});
      expect([status, text]).toEqual([404, '{"detail":"Not Found"}']);
    },
  );
});

function expectAnswer(answer: HttpAnswer, route: ExportRoute, isOpen: boolean): void {
  const { status, text, headers } = answer;
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[\w-]{8,}$/),
  });
  if (!isOpen) {
    expect([status, text]).toEqual([403, FORBIDDEN]);
    return;
  }
  expect(status, text).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
  const day = new Date().toISOString().slice(0, 10);
  expect(headers['content-disposition']).toContain(`filename="A-${route.name}-${day}.csv"`);
  const [header, ...records] = parseCsv(text);
  expect(header).toEqual(route.columns.map((column) => column.header));
  expect(records.length).toBeGreaterThan(0);
}
