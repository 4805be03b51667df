import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Role } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { createExportHandler } from '@/server/listener/export-handler';
import { verifyTransfer } from '@/server/transfer/service/read';
import { makeApiKey, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { EXPORTS } from './exports';

let db: TestDatabase;
let deps: TestDeps;
let organization: OrganizationId;
let other: OrganizationId;
let folder: string;
const ROLES = ['scanner', 'viewer', 'member', 'admin'] as const satisfies readonly Role[];
let ask: (role: Role | null, method?: string) => Promise<Response>;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  folder = await mkdtemp(join(tmpdir(), 'eventide-export-'));
  organization = await makeOrganization(deps, 'Acme');
  other = await makeOrganization(deps, 'Other');
  await scanImage(deps, organization, {
    project: 'ours',
    image: 'a:1',
    software: [{ product: 'x' }],
  });
  await scanImage(deps, other, { project: 'theirs', image: 'b:1', software: [{ product: 'y' }] });
  const keys = new Map<Role, string>();
  for (const role of ROLES) keys.set(role, (await makeApiKey(deps, organization, role)).key);
  const handler = createExportHandler(deps, EXPORTS);
  ask = (role, method = 'POST') => {
    const key = role && keys.get(role);
    const headers: HeadersInit = key ? { 'x-api-key': key } : {};
    return handler(new Request('http://127.0.0.1/export/organization.tar.gz', { method, headers }));
  };
});
afterAll(async () => {
  await db.close();
  await rm(folder, { recursive: true, force: true });
});

test('is for admins, by POST', async () => {
  const statuses = [];
  for (const role of [null, 'scanner', 'viewer', 'member'] as const)
    statuses.push((await ask(role)).status);
  expect(statuses).toEqual([401, 403, 403, 403]);
  const read = await ask('admin', 'GET');
  expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
});

test('is the whole organization and nothing of another one, and stands in the trail', async () => {
  const response = await ask('admin');
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/gzip',
  ]);
  expect(response.headers.get('content-disposition')).toContain('eventide-organization-acme-');
  const file = join(folder, 'acme.tar.gz');
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  const { head, contents } = await verifyTransfer(file);
  expect(head.organization).toEqual({ id: organization, name: 'Acme' });
  const rows = Object.fromEntries(contents.tables.map(({ name, rows: count }) => [name, count]));
  expect(rows).toMatchObject({ organization: 1, project: 1, image_tag: 1, scan: 1, finding: 1 });
  const { items } = await callAs(deps, organization, 'admin').audit.list({});
  expect(items[0]).toMatchObject({
    action: 'organization.export',
    actor_kind: 'api_key',
    subject_id: organization,
  });
});

test('gives its connection back when the reader goes', async () => {
  const response = await ask('admin');
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await vi.waitFor(() => {
    expect(db.pool.totalCount - db.pool.idleCount).toBe(0);
  });
  const again = await ask('admin');
  expect(again.status).toBe(200);
  await again.arrayBuffer();
});
