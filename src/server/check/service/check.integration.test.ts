import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { CheckAnswer } from '@/domain/catalog/check/answer';
import { debian, end, node16, nodejs } from '@/domain/catalog/check/testing/matches';
import { indexCatalog, plainView } from '@/domain/catalog/view';
import type { Product } from '@/domain/catalog/catalog';
import type { PackageVersion } from '@/domain/registry/component';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { noRegistryEvidence } from '@/server/registry/service/evidence';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';
import { RestClient, type RestCall } from '@/test/rest-client';

const products: readonly Product[] = [
  {
    ...nodejs,
    cycles: [
      {
        ...node16,
        name: '18',
        latestRelease: '18.20.8',
        support: [end('STANDARD_SUPPORT', '2026-11-22')],
      },
      node16,
    ],
  },
  debian,
];
const catalog = { ...indexCatalog(products), revision: 1 };

let db: TestDatabase;
let deps: Deps;
let organization: OrganizationId;
let call: RestCall;

beforeAll(async () => {
  db = await testDatabase();
  const made = testDeps(db);
  deps = {
    ...made,
    catalog: {
      ...made.catalog,
      current: () => made.catalog.current(),
      forOrganization: () =>
        Promise.resolve({ ...plainView(catalog), key: '1', hasContracts: false }),
    },
  };
  organization = await makeOrganization(deps);
  call = await new RestClient(deps).as(organization, 'scanner');
});
afterAll(() => db.close());

const node = { name: 'nodejs', version: '16.20.2' };

test('a component that has ended', async () => {
  expect(await call('POST', '/eol/check', { component: node })).toMatchObject({
    status: 200,
    body: {
      error: null,
      result: { version: { version: '16.20.2', releasedAt: '2023-08-08T00:00:00.000Z' } },
      eol: true,
      eol_date: '2023-09-11T00:00:00.000Z',
      match: { found: true, message: '' },
    },
  });
});

test('the day is that of the clock', async () => {
  const component = { ...node, version: '18.1.0' };
  expect(await call('POST', '/eol/check', { component })).toMatchObject({
    body: { eol: false, result: { eol: { now: { primary: null }, future: { isDefault: true } } } },
  });
});

test('nothing found is an answer too', async () => {
  const component = { purl: 'pkg:npm/left-pad@1.3.0' };
  const { status, body } = await call('POST', '/eol/check', { component });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    result: null,
    eol: false,
    match: { found: false, message: expect.stringMatching(/\S/) },
    request: { identifier: component },
  });
});

test('a batch has the answers of its components, in order', async () => {
  const components = [
    node,
    { purl: 'pkg:npm/left-pad@1.3.0' },
    { ...node, version: '18.1.0' },
    { custom: { name: 'Debian', vendor: 'Debian Project', version: '11' } },
    { cpe: 'cpe:2.3:a:nodejs:node.js:16.20.2:*:*:*:*:*:*:*' },
  ];
  for (const lifecycle of [undefined, 'EXTENDED_SUPPORT', 'PREMIUM']) {
    const { body } = await call('POST', '/eol/check/batch', { components, lifecycle });
    const single = await Promise.all(
      components.map(
        async (component) => (await call('POST', '/eol/check', { component, lifecycle })).body,
      ),
    );
    expect(body).toEqual({ results: single });
  }
  expect(await call('POST', '/eol/check/batch', { components: [node, {}, node] })).toMatchObject({
    status: 400,
    body: {
      result: null,
      error: { message: expect.stringContaining('components.1: no identifier') },
    },
  });
});

test('what the catalog does not know is asked of its registry', async () => {
  const asked: PackageVersion[][] = [];
  const evidence = {
    reason: 'REGISTRY_DEPRECATED',
    message: 'Deprecated: use String.prototype.padStart()',
    since: new Date('2018-05-01T10:00:00Z'),
    url: 'https://www.npmjs.com/package/left-pad',
    checkedAt: new Date('2026-11-20T00:00:00Z'),
  } as const;
  const withRegistry: Deps = {
    ...deps,
    registry: {
      ...noRegistryEvidence,
      evidenceForAll: (components) => {
        asked.push([...components]);
        return Promise.resolve(
          components.map(({ name }) => (name === 'left-pad' ? evidence : null)),
        );
      },
    },
  };
  const ask = await new RestClient(withRegistry).as(organization, 'scanner');
  const purl = 'pkg:npm/left-pad@1.3.0';
  const components = [
    node,
    { purl: 'pkg:npm/%40acme/ui@1.0.0' },
    { purl },
    { cpe: 'cpe:/a:b:c:1' },
  ];
  const { body } = await ask('POST', '/eol/check/batch', { components });
  expect(asked).toEqual([
    [
      { ecosystem: 'npm', namespace: '@acme', name: 'ui', version: '1.0.0' },
      { ecosystem: 'npm', namespace: null, name: 'left-pad', version: '1.3.0' },
    ],
  ]);
  expect(body).toMatchObject({
    results: [
      { eol_reason: 'VENDOR_ANNOUNCED' },
      { match: { found: false } },
      {
        eol: true,
        eol_reason: 'REGISTRY_DEPRECATED',
        eol_date: '2018-05-01T10:00:00.000Z',
        result: { registry: { message: evidence.message, url: evidence.url } },
      },
      { match: { found: false } },
    ],
  });
  expect(await ask('POST', '/eol/check', { component: { purl } })).toMatchObject({
    body: { eol: true, evidence: { references: [{ type: 'PACKAGE', url: evidence.url }] } },
  });
});

test('a thousand components are one request', async () => {
  const components = Array.from({ length: 1_000 }, (_, index) => ({
    ...node,
    version: `16.${String(index)}`,
  }));
  const answer = await callAs(deps, organization).check.components({ body: { components } });
  expect(answer.results.map(({ result }) => result?.version.version)).toEqual(
    components.map(({ version }) => version),
  );
});

describe('no database is asked beyond the caller', () => {
  it('for a check or for a batch', async () => {
    const asked: string[] = [];
    const query = db.query.bind(db);
    const watched = {
      ...deps,
      db: new Proxy(db, {
        get: (target, key, receiver) =>
          key === 'query'
            ? (text: string, values?: unknown[]) => {
                asked.push(text);
                return query(text, values);
              }
            : Reflect.get(target, key, receiver),
      }),
    };
    const caller = callAs(watched, organization);
    await caller.check.component({ body: { component: node } });
    await caller.check.components({ body: { components: [node, node] } });
    expect(asked).toEqual([]);
  });
});

const inEnvelope = (message: string | RegExp) => ({
  result: null,
  error: { message: typeof message === 'string' ? message : expect.stringMatching(message) },
});

test('errors come in the envelope', async () => {
  const client = new RestClient(deps);
  const body = JSON.stringify({ component: node });
  expect(await client.anonymously('POST', '/eol/check', body)).toEqual({
    status: 401,
    body: inEnvelope('Unauthorized'),
  });
  expect(await call('GET', '/eol/check')).toMatchObject({
    status: 405,
    body: inEnvelope('Method Not Allowed'),
  });
  for (const sent of ['{', '[1,]', '', '{"a":"\u0001"}']) {
    expect(await call('POST', '/eol/check', sent)).toEqual({
      status: 400,
      body: inEnvelope(/^Json body validation failed: body: \S/),
    });
  }
  expect(await call('POST', '/eol/check', ' '.repeat(1_048_577))).toEqual({
    status: 413,
    body: inEnvelope('Request body is larger than 1048576 bytes'),
  });
  const broken = new RestClient({
    ...deps,
    catalog: { ...deps.catalog, forOrganization: () => Promise.reject(new Error('secret')) },
  });
  const answer = await (await broken.as(organization, 'scanner'))('POST', '/eol/check', body);
  expect(answer).toEqual({ status: 500, body: inEnvelope('Internal server error') });
});

test('no body gives anything but an answer or a 400', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'pkg:npm/a@1',
      'pkg:',
      'pkg:deb/debian/a@1?distro=',
      'cpe:2.3:a:b',
      'cpe:/',
      'v',
      '%',
    ),
    fc.constantFrom('nodejs', '16', '16.20.2', '__proto__', '\0', '\ud800', '9'.repeat(400)),
  );
  const value = fc.oneof({ weight: 5, arbitrary: text }, { weight: 1, arbitrary: fc.jsonValue() });
  const names = fc.record({ name: text, version: text }, { requiredKeys: [] });
  const component = fc.oneof(
    names,
    fc.record(
      { name: text, version: text, ecosystem: value },
      { requiredKeys: ['name', 'version'] },
    ),
    fc.record({ purl: text }),
    fc.record({ cpe: text }),
    fc.record({ custom: fc.record({ name: text, vendor: value, version: text }) }),
    value,
  );
  const body = fc.oneof(
    fc.record({ component, lifecycle: value }, { requiredKeys: ['component'] }),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const answer = await call('POST', '/eol/check', JSON.stringify(sent));
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 200) {
        // The client has held it against the document.
        const { match, result } = answer.body as CheckAnswer;
        expect(match.found).toBe(result !== null);
      }
    }),
    { numRuns: 300 },
  );
});
