import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { createRestHandler } from '@/server/listener/rest-handler';
import type { RequestHandler } from './pipeline';
import { publicRouter } from '@/server/app-router';
import { makeApiKey, makeOrganization } from '@/test/accounts';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

let db: TestDatabase;
let deps: TestDeps;
let handle: RequestHandler;
let organization: OrganizationId;
let authorization: string;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  handle = createRestHandler(publicRouter, deps);
  organization = await makeOrganization(deps);
  authorization = `ApiKey ${(await makeApiKey(deps, organization)).key}`;
});
afterAll(() => db.close());

async function send(method: string, pathAndQuery: string, body?: unknown) {
  const url = new URL(pathAndQuery, 'http://localhost');
  const request = new Request(url, {
    method,
    headers: {
      authorization,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await handle(request, { path: url.pathname, remoteAddress: '192.0.2.1' });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
}

describe('what does not validate is a 422 that says where', () => {
  const none = uuidv7();
  test.each([
    ['POST', '/images?verified=yes', undefined, ['query', 'verified'], 'bool_parsing'],
    ['POST', '/images?eol_filter=soon', undefined, ['query', 'eol_filter'], 'enum'],
    ['POST', '/images?search=%00', undefined, ['query', 'search'], 'value_error'],
    [
      'POST',
      `/images?search=${'a'.repeat(1_001)}`,
      undefined,
      ['query', 'search'],
      'string_too_long',
    ],
    ['POST', '/images?page=0', undefined, ['query', 'page'], 'greater_than_equal'],
    ['POST', '/images?size=101', undefined, ['query', 'size'], 'less_than_equal'],
    ['POST', '/images', { operator: 'IN', value: 'x' }, ['body', 'key'], 'missing'],
    ['POST', '/images', { key: 'a', operator: 'LIKE', value: 'x' }, ['body', 'operator'], 'enum'],
    ['POST', '/images', [], ['body'], 'dict_type'],
    ['GET', '/image_tags/1/eol_software', undefined, ['path', 'image_tag_id'], 'uuid_parsing'],
    ['GET', `/image_tags/${none}/eol_software?size=x`, undefined, ['query', 'size'], 'int_parsing'],
    ['GET', '/projects/x/eol_software', undefined, ['path', 'project_id'], 'uuid_parsing'],
    ['DELETE', '/projects/x', undefined, ['path', 'id'], 'uuid_parsing'],
    ['GET', '/projects/images?page=x', undefined, ['query', 'page'], 'int_parsing'],
    ['GET', '/software?eol_filter=', undefined, ['query', 'eol_filter'], 'enum'],
    ['GET', '/v1/scan/history?image_name=a', undefined, ['query', 'project_name'], 'missing'],
  ])('%s %s', async (method, path, body, loc, type) => {
    expect(await send(method, path, body)).toMatchObject({
      status: 422,
      body: { detail: [{ loc, type, msg: expect.any(String) }] },
    });
  });
});

test.each([
  ['GET', `/image_tags/${uuidv7()}/eol_software`, 'Image tag not found'],
  ['GET', '/projects/11111111-1111-1111-1111-111111111111/eol_software', 'Project not found'],
  ['DELETE', `/projects/${uuidv7()}`, 'Project not found'],
  ['GET', '/certificate', 'Certificate not found'],
])('%s %s is a 404', async (method, path, detail) => {
  expect(await send(method, path)).toEqual({ status: 404, body: { detail } });
});

test.each([
  ['POST', '/images', { items: [], total: 0, page: 1, size: 50, pages: 0 }],
  ['GET', '/projects/images?page=2&size=10', { items: [], total: 0, page: 2, size: 10, pages: 0 }],
  [
    'GET',
    '/software?page=999999999999999&size=100',
    { items: [], total: 0, page: 999_999_999_999_999, size: 100, pages: 0 },
  ],
  ['GET', '/software/', { items: [], total: 0, page: 1, size: 50, pages: 0 }],
  ['GET', '/image/labels', { labels: {} }],
  ['GET', '/v1/scan/history?image_name=a&project_name=b', { scans: [] }],
  ['GET', '/v1/scanner/eol_software', []],
  ['GET', '/v1/scanner/projects', []],
  ['GET', '/v1/policy', []],
  ['GET', '/v2/policy', []],
  ['GET', '/healthz', { status: 'ok' }],
])('%s %s of an empty organization', async (method, path, body) => {
  expect(await send(method, path)).toEqual({ status: 200, body });
});

test('query and body of a list work together, and a deletion answers with nothing', async () => {
  const labels = { env: 'prod' };
  const scan = await scanImage(deps, organization, { image: 'a', labels, verified: true });
  await scanImage(deps, organization, { image: 'b', labels });
  const filter = { key: 'env', operator: 'IN', value: 'prod,stage' };
  expect(await send('POST', '/images?verified=True', filter)).toMatchObject({
    status: 200,
    body: { items: [{ id: scan.image_tag_id }], total: 1 },
  });
  expect(await send('POST', '/images', null)).toMatchObject({ body: { total: 2 } });
  expect(await send('DELETE', `/projects/${scan.project_id}`)).toEqual({ status: 204, body: null });
  expect(await send('POST', '/images')).toMatchObject({ body: { total: 0 } });
});
