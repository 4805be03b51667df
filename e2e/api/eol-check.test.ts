import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckAnswer } from '@/domain/catalog/check/answer';
import { ROLES } from '@/domain/roles/permissions';
import { MAX_JSON_BYTES } from '@/server/platform/http/json-body';
import { makePerson, makeSession } from '@/test/accounts';
import type { ApiAnswer, ApiClient } from './harness/api-client';
import { clientOf, mounts } from './harness/mounts';
import { deps, makeTenant, type Tenant } from './harness/tenants';

const places = mounts.flatMap((mount) =>
  ['/api/eol/check', '/eol/check', '/eol/check/'].map((target) => ({ mount, target })),
);
const JSON_TYPE = { 'content-type': 'application/json' };
const node = { name: 'nodejs', version: '16.20.2' };
const NODE_END = '2023-09-11T00:00:00.000Z';
const ecosystems = "'generic' | 'npm' | 'nuget' | 'pypi' | 'maven' | 'golang'";

let tenant: Tenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const envelope = (message: string) => ({ result: null, error: { message } });

describe.each(places)('POST $target on the $mount.name mount', ({ mount, target }) => {
  const send = (client: ApiClient, body: unknown, headers: Record<string, string> = JSON_TYPE) =>
    client.send({
      method: 'POST',
      target,
      headers,
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    });
  const scanner = () => clientOf(mount).withKey(tenant.keys.scanner);
  const check = async (component: object, lifecycle?: string): Promise<CheckAnswer> => {
    const answer = await send(scanner(), { component, lifecycle });
    expect(answer.status, answer.text).toBe(200);
    // The client has held it against the document.
    return answer.json as CheckAnswer;
  };

  it.each([
    ['a name', { ...node, ecosystem: 'generic' }, 'nodejs/16', 'software'],
    ['a name without ecosystem', node, 'nodejs/16', 'software'],
    ['a package URL', { purl: 'pkg:generic/node@16.20.2' }, 'nodejs/16', 'software'],
    [
      'a CPE 2.3',
      { cpe: 'cpe:2.3:a:nodejs:node.js:16.20.2:*:*:*:lts:*:*:*' },
      'nodejs/16',
      'software',
    ],
    ['a CPE 2.2', { cpe: 'cpe:/a:nodejs:node.js:16.20.2' }, 'nodejs/16', 'software'],
    ['custom', { custom: { ...node, name: 'Node.js' } }, 'nodejs/16', 'software'],
    ['a language’s package URL', { purl: 'pkg:npm/express@3.21.2' }, 'express/3', 'package'],
    [
      'a language’s ecosystem',
      { name: 'django', version: '3.2.1', ecosystem: 'pypi' },
      'django/3.2',
      'package',
    ],
    ['a distribution', { custom: { name: 'Debian', version: '10' } }, 'debian/10', 'os'],
    [
      'a distribution’s package',
      { purl: 'pkg:deb/debian/openssl@1.1.1n-0%2Bdeb10u6?distro=debian-10' },
      'debian/openssl/10',
      'software',
    ],
  ])('finds %s', async (_, component, id, type) => {
    const answer = await check(component);
    expect(answer).toMatchObject({
      error: null,
      eol: true,
      eol_reason: 'VENDOR_ANNOUNCED',
      match: { found: true },
      found_support: true,
      evidence: { id, entity: { type } },
      result: { eol: { now: { primary: { reason: 'vendor_announced', isDefault: true } } } },
    });
    expect(answer.request.identifier).toMatchObject(component);
    expect(answer.eol_date).toBe(answer.result?.eol.now.primary?.date);
    if (id === 'nodejs/16') expect(answer.eol_date).toBe(NODE_END);
  });

  it('answers for the support level that is asked for', async () => {
    expect(await check(node, 'ACTIVE_SUPPORT')).toMatchObject({
      eol: true,
      eol_date: '2022-10-18T00:00:00.000Z',
      result: { eol: { now: { other: [{ supportLevel: 'STANDARD_SUPPORT', date: NODE_END }] } } },
    });
    expect(await check(node, 'PREMIUM')).toMatchObject({ found_support: false, eol: false });
  });

  it('says what it did not find, and claims nothing', async () => {
    for (const component of [
      { name: 'no such software', version: '1' },
      { ...node, version: '9999' },
      { ...node, version: '' },
      { purl: 'no purl' },
      { purl: 'pkg:npm/express' },
      { cpe: 'no cpe' },
    ]) {
      expect(await check(component)).toEqual({
        ...{ error: null, result: null, eol: false, eol_reason: null, eol_date: null },
        ...{ found_support: false, evidence_degree: 'unknown', evidence: null, advice: null },
        match: { found: false, message: expect.stringMatching(/\w/) },
        request: { identifier: expect.objectContaining(component) },
      });
    }
  });

  it('gives ids that are the same every time', async () => {
    const [first, second] = [await check(node), await check(node)];
    expect(first).toEqual(second);
    expect(first.result?.version).toMatchObject({
      id: expect.stringMatching(/^cv_[1-9A-HJ-NP-Za-km-z]+$/),
      componentId: expect.stringMatching(/^c_[1-9A-HJ-NP-Za-km-z]+$/),
    });
  });

  it.each([
    [
      { component: { ...node, ecosystem: 'x' } },
      `component.ecosystem: invalid enum value. expected ${ecosystems}, received 'x'`,
    ],
    [
      { component: { name: 'a' } },
      'component.version: required. expected string, received undefined',
    ],
    [
      { component: { ...node, purl: 'pkg:npm/a@1' } },
      "component: more than one identifier. expected one of 'name' | 'purl' | 'cpe' | 'custom', received 'name', 'purl'",
    ],
    [{ component: {} }, /^component: no identifier\. /],
    [{ component: { ...node, version: '1\0' } }, /^component\.version: invalid string\. /],
    [{ component: { purl: 'p'.repeat(8_193) } }, /^component\.purl: too long\. .*received 8193$/],
    [{}, 'component: required. expected object, received undefined'],
    [[], 'body: invalid type. expected object, received array'],
    ['null', 'body: invalid type. expected object, received null'],
    ['{', /^body: \S/],
    ['', /^body: \S/],
    [Buffer.from([0x22, 0xff, 0x22]), /^body: \S/],
    ['['.repeat(200_000), /^body: \S/],
    ['['.repeat(200_000) + ']'.repeat(200_000), /^body: \S/],
  ])('refuses %j with a 400', async (body, message) => {
    const answer = await send(scanner(), body);
    const prefix = 'Json body validation failed: ';
    expect(answer.status).toBe(400);
    const { error } = answer.json as { error: { message: string } };
    expect(error.message.slice(0, prefix.length)).toBe(prefix);
    expect(error.message.slice(prefix.length)).toMatch(message);
  });

  const expectEnvelope = ({ status, json }: ApiAnswer, expected: number, message: string) => {
    expect([status, json]).toEqual([expected, envelope(message)]);
  };

  it('answers every other error in the same envelope', async () => {
    const body = { component: node };
    expectEnvelope(await send(clientOf(mount), body), 401, 'Unauthorized');
    expectEnvelope(await send(clientOf(mount).withKey('wrong'), '{', {}), 401, 'Unauthorized');
    const { organizationId } = tenant;
    const person = await makePerson(deps, { organizationId, role: 'viewer' });
    const { cookie } = await makeSession(deps, person.id);
    expectEnvelope(await send(clientOf(mount).with({ cookie }), body), 403, 'Forbidden');
    const get = await scanner().send({ method: 'GET', target });
    expectEnvelope(get, 405, 'Method Not Allowed');
    expect(get.headers.allow).toBe('POST');
    const large = Buffer.alloc(MAX_JSON_BYTES + 1, ' ');
    const tooLarge = `Request body is larger than ${String(MAX_JSON_BYTES)} bytes`;
    expectEnvelope(await send(scanner(), large), 413, tooLarge);
    for (const headers of [{}, { 'content-type': 'text/plain' }]) {
      const answer = await send(scanner(), body, headers as Record<string, string>);
      expectEnvelope(answer, 415, 'Request body must be application/json');
    }
  });

  it('answers too many failed attempts in the same envelope', async () => {
    const wrong = clientOf(mount).withKey('wrong');
    for (let attempt = 0; attempt < 100; attempt += 1) await send(wrong, {});
    const answer = await send(wrong, {});
    expectEnvelope(answer, 429, 'Too many failed attempts');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it.each(ROLES)('may be asked by a %s', async (role) => {
    const answer = await send(clientOf(mount).withKey(tenant.keys[role]), { component: node });
    expect(answer.status).toBe(200);
  });

  it('gives an answer or a 400 to whatever it is sent', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('nodejs', '16', 'pkg:npm/a@1', 'cpe:2.3:a:b:c:1', '%', '__proto__', '\0'),
    );
    const component = fc.oneof(
      fc.record({ name: text, version: text }),
      fc.record({ purl: text }),
      fc.record({ cpe: text }),
      fc.record({ custom: fc.record({ name: text, version: text }) }),
      fc.jsonValue(),
    );
    const body = fc.oneof(
      fc.record({ component }).map((one) => JSON.stringify(one)),
      fc.json(),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        expect([200, 400]).toContain((await send(scanner(), sent)).status);
      }),
      { numRuns: 60 },
    );
  });
});

describe.each(mounts)('POST /eol/check/batch on the $name mount', (mount) => {
  const send = (target: string, body: unknown) =>
    clientOf(mount)
      .withKey(tenant.keys.scanner)
      .send({ method: 'POST', target, headers: JSON_TYPE, body: JSON.stringify(body) });
  const component = (index: number) => ({ name: 'nodejs', version: `${String(index % 30)}.0.0` });

  it.each(['/api/eol/check/batch', '/eol/check/batch', '/eol/check/batch/'])(
    'answers a thousand in order at %s',
    async (target) => {
      const components = Array.from({ length: 1_000 }, (_, index) => component(index));
      const answer = await send(target, { components });
      const { results } = answer.json as { results: CheckAnswer[] };
      expect(results.map(({ request }) => request.identifier)).toEqual(
        components.map((one) => ({ ...one, ecosystem: 'generic' })),
      );
      const single = await send('/api/eol/check', { component: component(16) });
      expect(results[16]).toEqual(single.json);
    },
  );

  it('refuses the whole for one that does not validate, and says which', async () => {
    const many = await send('/eol/check/batch', { components: [node, { purl: 1 }] });
    expect([many.status, many.json]).toEqual([
      400,
      envelope(
        'Json body validation failed: components.1.purl: invalid type. expected string, received number',
      ),
    ]);
    for (const components of [[], Array.from({ length: 1_001 }, () => node), {}, null]) {
      expect((await send('/eol/check/batch', { components })).status).toBe(400);
    }
  });
});
