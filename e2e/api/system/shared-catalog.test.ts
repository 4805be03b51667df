import { expect, it, vi } from 'vitest';
import { generateApiKey } from '@/domain/api-key/api-key';
import type { ApiAnswer } from '../harness/api-client';
import { OwnServer } from '../harness/own-server';

const WAIT = { timeout: 40_000, interval: 250 };
const fileOf = (end: string) =>
  Buffer.from(`version: 1
products:
  - slug: acme-design
    name: ACME Design
    category: framework
    reason: Ours
    purls: ['pkg:npm/@acme/*']
    cycles:
      - name: '3'
        supportedUntil: ${end}
`);

function ok({ status, json, text }: ApiAnswer, expected = 200): unknown {
  expect(status, text).toBe(expected);
  return json;
}

it('one installation reads the private catalog of another', { timeout: 180_000 }, async () => {
  const [own, peer] = [
    await OwnServer.create({ OUTGOING_ALLOW: '127.0.0.1' }),
    await OwnServer.create(),
  ];
  await Promise.all([own.start(), peer.start()]);
  ok(await peer.api.put('/own_catalog', fileOf('2020-01-31')));
  const { key } = ok(await peer.api.post('/api_key', { name: 'Reader', role: 'viewer' }), 201) as {
    key: string;
  };
  const address = { url: peer.process.origin, api_key: key };
  expect(ok(await own.api.post('/own_catalog/sources/preview', address))).toMatchObject({
    ...{ fault: null, changes: [{ change: 'added', slug: 'acme-design' }] },
  });
  const wrong = { ...address, api_key: generateApiKey().text };
  expect(ok(await own.api.post('/own_catalog/sources/preview', wrong))).toMatchObject({
    fault: 'The source answered with status 401',
  });
  const source = { ...address, name: 'Group', rhythm: 'manual' };
  const { id } = ok(await own.api.post('/own_catalog/sources', source), 201) as { id: string };
  await vi.waitFor(async () => {
    expect(ok(await own.api.get('/own_catalog/sources'))).toMatchObject([
      { products: 1, failing: false, next_read_at: null },
    ]);
  }, WAIT);
  const verdict = await own.api.post('/eol/check', {
    component: { purl: 'pkg:npm/%40acme/x@3.1.0' },
  });
  expect(JSON.stringify(verdict.json)).toContain('2020-01-31');

  // What is read is asked for by its tag, which stays until something changes there.
  const asked = (headers: Record<string, string>) =>
    fetch(`${peer.process.origin}/api/own_catalog`, {
      headers: { authorization: `ApiKey ${key}`, ...headers },
    });
  const accept = 'application/yaml';
  const before = await asked({ accept });
  const tag = before.headers.get('etag') ?? '';
  expect(tag).toMatch(/^W\/"[0-9a-f]{32}"$/);
  const held = await asked({ accept, 'if-none-match': tag });
  expect([held.status, await held.text()]).toEqual([304, '']);
  expect((await asked({ accept: 'application/json', 'if-none-match': tag })).status).toBe(200);
  ok(await peer.api.put('/own_catalog', fileOf('2031-01-31')));
  expect((await asked({ accept, 'if-none-match': tag })).status).toBe(200);

  ok(await own.api.post(`/own_catalog/sources/${id}/read`));
  await vi.waitFor(async () => {
    const { json } = await own.api.get('/own_products');
    expect(JSON.stringify(json)).toContain('2031-01-31');
  }, WAIT);
});
