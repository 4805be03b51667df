import { beforeAll, describe, expect, inject, it } from 'vitest';
import { MAX_JSON_BYTES } from '@/server/platform/http/json-body';
import { faultsIn } from './harness/api-client';
import { clientOf, mounts } from './harness/mounts';
import { imageScan } from './harness/payloads';
import { makeTenant, type Tenant } from './harness/tenants';

const { maxScanBytes } = inject('startedServers');
const JSON_TYPE = { 'content-type': 'application/json' };
const NOBODY = '019a0000-0000-7000-8000-000000000000';
const SCAN = imageScan({ project: 'order', image: 'order:1' });

let tenant: Tenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

/** A valid upload that is twice as large as the limit, without announcing its size. */
function* largeUpload(maxBytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(65_536, 'x');
  yield Buffer.from('{"AppConfig":{"ignored":"');
  for (let sent = 0; sent <= 2 * maxBytes; sent += chunk.length) yield chunk;
  yield Buffer.from(`"}${JSON.stringify(SCAN).slice(1)}`);
}

describe.each(mounts)('the order of checks on the $name mount', (mount) => {
  const client = clientOf(mount);
  const as = (role: keyof Tenant['keys']) => client.withKey(tenant.keys[role]);
  const uploadTarget = { method: 'PUT', target: '/api/v2/scan' };

  it('knows the path and the verb before the caller', async () => {
    const headers = { authorization: 'ApiKey wrong' };
    expect((await client.get('/nothing', { headers })).status).toBe(404);
    expect((await client.send({ method: 'PUT', target: '/api/images', headers })).status).toBe(405);
  });

  it('401 comes before everything that is wrong with the rest', async () => {
    for (const who of [client, client.withKey('evt_AAAAAAAA_' + 'A'.repeat(43))]) {
      const answers = [
        await who.send({ ...uploadTarget, headers: { 'content-type': 'text/plain' }, body: '{' }),
        await who.send({ ...uploadTarget, body: largeUpload(maxScanBytes) }),
        await who.get('/image_tags/no-uuid/eol_software?page=0'),
      ];
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 401, json: { detail: 'Unauthorized' } });
      }
    }
  });

  it('403 comes before 413, 415, 422 and 404', async () => {
    const viewer = as('viewer');
    const scanner = as('scanner');
    const answers = [
      await viewer.send({ ...uploadTarget, headers: JSON_TYPE, body: largeUpload(maxScanBytes) }),
      await viewer.send({ ...uploadTarget, headers: { 'content-type': 'text/plain' }, body: '{' }),
      await viewer.put('/v2/scan', { wrong: true }),
      await scanner.get('/image_tags/no-uuid/eol_software'),
      await scanner.get(`/image_tags/${NOBODY}/eol_software`),
      await scanner.post('/images', Buffer.alloc(MAX_JSON_BYTES + 1, ' ')),
      await viewer.delete('/projects/no-uuid'),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 403, json: { detail: 'Forbidden' } });
    }
  });

  it('413 comes before 415, whether the size was announced or not', async () => {
    const detail = `Request body is larger than ${String(maxScanBytes)} bytes`;
    const headers = { 'content-type': 'text/plain' };
    const announced = () => Buffer.concat([...largeUpload(maxScanBytes)]);
    for (const bodyOf of [announced, () => largeUpload(maxScanBytes)]) {
      for (const sentHeaders of [headers, JSON_TYPE]) {
        const body = bodyOf();
        const answer = await as('scanner').send({ ...uploadTarget, headers: sentHeaders, body });
        expect(answer).toMatchObject({ status: 413, json: { detail } });
      }
    }
    const json = Buffer.alloc(MAX_JSON_BYTES + 1, ' ');
    const answer = await as('viewer').post('/images', json, { headers });
    expect(answer).toMatchObject({ status: 413 });
  });

  it('takes a body of exactly the limit', async () => {
    const text = JSON.stringify(SCAN);
    const body = Buffer.from(text + ' '.repeat(maxScanBytes - text.length));
    expect((await as('scanner').put('/v2/scan', body)).status).toBe(200);
    expect(
      (
        await as('scanner').put(
          '/v2/scan',
          Buffer.concat([body, body.subarray(0, 0), Buffer.from(' ')]),
        )
      ).status,
    ).toBe(413);
  });

  it('415 comes before 422', async () => {
    const scanner = as('scanner');
    const types = [
      {},
      { 'content-type': '' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'multipart/form-data; boundary=a' },
    ];
    for (const headers of [...types, { ...JSON_TYPE, 'content-encoding': 'gzip' }]) {
      for (const body of ['{', JSON.stringify(SCAN), '']) {
        const answer = await scanner.send({
          ...uploadTarget,
          headers: headers as Record<string, string>,
          body,
        });
        expect(answer, JSON.stringify(headers)).toMatchObject({ status: 415 });
      }
    }
    for (const type of [
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/vnd.scan+json',
    ]) {
      const answer = await scanner.put('/v2/scan', SCAN, { headers: { 'content-type': type } });
      expect(answer.status, type).toBe(200);
    }
    const labels = await as('viewer').send({
      method: 'POST',
      target: '/api/images',
      headers: { 'content-type': 'text/plain' },
      body: '{',
    });
    expect(labels.status).toBe(415);
  });

  it('422 comes before the 404 of a record, and lists the faults of path, query and body together', async () => {
    const viewer = as('viewer');
    const answer = await viewer.get(
      `/image_tags/${NOBODY}/eol_software?page=0&size=101&eol_filter=x`,
    );
    expect(faultsIn(answer)).toEqual([
      'enum at query.eol_filter',
      'greater_than_equal at query.page',
      'less_than_equal at query.size',
    ]);
    expect(faultsIn(await viewer.get('/image_tags/no-uuid/eol_software?page=x'))).toEqual([
      'int_parsing at query.page',
      'uuid_parsing at path.image_tag_id',
    ]);
    expect(faultsIn(await viewer.post('/images?size=0', { key: 1, operator: 'NOT' }))).toEqual([
      'enum at body.operator',
      'greater_than_equal at query.size',
      'missing at body.value',
      'string_type at body.key',
    ]);
    const missing = await viewer.get(`/image_tags/${NOBODY}/eol_software`);
    expect(missing).toMatchObject({
      status: 404,
      json: { detail: expect.stringMatching(/ not found$/) },
    });
  });

  it('malformed JSON is one fault of the body', async () => {
    for (const [path, role] of [
      ['/v2/scan', 'scanner'],
      ['/v1/scan', 'member'],
      ['/images', 'viewer'],
    ] as const) {
      const method = path === '/images' ? 'POST' : 'PUT';
      for (const body of [
        '{',
        '{"a":1}}',
        '[1,]',
        'nul',
        '{"a":"\u0001"}',
        Buffer.from([0x22, 0xff, 0x22]),
      ]) {
        const answer = await as(role).send({
          method,
          target: `/api${path}`,
          headers: JSON_TYPE,
          body,
        });
        expect(faultsIn(answer), `${path} ${String(body)}`).toEqual(['json_invalid at body']);
      }
    }
    expect(
      faultsIn(await as('scanner').send({ ...uploadTarget, headers: JSON_TYPE, body: '' })),
    ).toEqual(['missing at body']);
  });
});
