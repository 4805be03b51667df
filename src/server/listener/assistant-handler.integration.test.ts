import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateApiKey } from '@/domain/api-key/api-key';
import { ROLES, type Role } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeApiKey, makeOrganization, makePerson, makeSession } from '@/test/accounts';
import { keysOf, sendToAssistants } from '@/test/assistants';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { isAssistantPath } from './assistant-handler';

let deps: TestDeps;
let own: OrganizationId;
let keys: Readonly<Record<Role, string>>;
let imageTagId: string;

beforeAll(async () => {
  deps = testDeps(await testDatabase(), { PUBLIC_URL: 'https://eventide.example.com' });
  own = await makeOrganization(deps);
  keys = await keysOf(deps, own);
  const software = [{ product: 'Redis', cycle: '6', eol: '2026-12-20' }];
  imageTagId = (await scanImage(deps, own, { software })).image_tag_id;
});
afterAll(() => deps.db.close());

const send = (body: unknown, headers: Readonly<Record<string, string>> = {}, method = 'POST') =>
  sendToAssistants(deps, body, headers, method);

describe('the address of assistants', () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

  test('is for keys of those who may look', async () => {
    for (const role of ROLES) {
      const { status } = await send(list, { authorization: `Bearer ${keys[role]}` });
      expect([role, status]).toEqual([role, role === 'scanner' ? 403 : 200]);
    }
    expect((await send(list)).status).toBe(401);
    expect((await send(list, { 'x-api-key': generateApiKey().text })).status).toBe(401);
    const { id } = await makePerson(deps, { organizationId: own, role: 'admin' });
    const { cookie } = await makeSession(deps, id);
    const browser = { cookie, origin: 'https://eventide.example.com' };
    expect((await send(list, browser)).status).toBe(403);
  });

  test('is closed to pages of elsewhere, even where they know a key', async () => {
    const key = { 'x-api-key': keys.viewer };
    const origins = ['https://evil.example', 'null', 'http://eventide.example.com'];
    for (const origin of origins) {
      const { status, headers } = await send(list, {
        ...key,
        origin,
        host: new URL('http://x').host,
      });
      expect([origin, status]).toEqual([origin, 403]);
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
    expect((await send(list, { ...key, origin: 'https://eventide.example.com' })).status).toBe(200);
  });

  test('has POST alone, and one message in a body of at most a megabyte', async () => {
    const key = { 'x-api-key': keys.viewer };
    for (const method of ['GET', 'DELETE', 'PUT', 'HEAD', 'OPTIONS'])
      expect((await send(list, key, method)).status).toBe(405);
    expect((await send([list, list], key)).status).toBe(400);
    expect((await send('{', key)).status).toBe(400);
    expect((await send(list, { ...key, 'content-type': 'text/plain' })).status).toBe(415);
    const large = { ...list, params: { cursor: 'x'.repeat(1_048_576) } };
    expect((await send(large, key)).status).toBe(413);
    expect(isAssistantPath('/mcp/')).toBe(true);
    expect(isAssistantPath('/mcp/x')).toBe(false);
  });

  test('notes the use of a key, and logs no names', async () => {
    const { id, key } = await makeApiKey(deps, own, 'viewer');
    const given = { name: 'where_is', arguments: { product: 'Redis-of-a-question' } };
    await send({ ...list, method: 'tools/call', params: given }, { 'x-api-key': key });
    await expect
      .poll(() => deps.db.of(own).apiKey.findFirst({ where: { id } }))
      .toMatchObject({ lastUsedAt: expect.any(Date) });
    expect(deps.logged()).toContain('"route":"/mcp"');
    expect(deps.logged()).not.toContain('Redis-of-a-question');
  });

  test('opens no stream that stays open', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const body = {
      ...{ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' },
      params: { notifications: { toolsListChanged: true }, _meta: meta },
    };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
    const answer = await send(body, { ...headers, 'x-api-key': keys.viewer });
    expect(await answer.text()).toContain('error');
  });

  test('never fails, whatever it is asked', async () => {
    const names = [
      'what_ends',
      'check_component',
      'where_is',
      'next_supported',
      'coverage',
      'explain_finding',
      'x',
    ];
    const fields = [
      'from',
      'to',
      'project',
      'owner',
      'page',
      'size',
      'purl',
      'cpe',
      'name',
      'version',
      'product',
      'cycle',
      'image',
    ];
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '2026-12-01',
        '9999-12-31',
        '0001-01-01',
        'none',
        imageTagId,
        'Redis',
        '6',
        'pkg:npm/a@1',
        '\0',
      ),
      fc.jsonValue(),
      fc.integer(),
    );
    const call = fc.record({
      name: fc.constantFrom(...names),
      arguments: fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 4 }),
    });
    const key = { 'x-api-key': keys.viewer };
    await fc.assert(
      fc.asyncProperty(call, async (params) => {
        const response = await send({ ...list, method: 'tools/call', params }, key);
        const text = await response.text();
        expect([response.status, text.includes('could not answer')]).toEqual([200, false]);
      }),
      { numRuns: 300 },
    );
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (method, params) => {
        expect((await send({ jsonrpc: '2.0', id: 1, method, params }, key)).status).toBeLessThan(
          500,
        );
      }),
      { numRuns: 100 },
    );
  });
});
