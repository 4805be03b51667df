import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { checkSbomOutput } from '@/server/sbom/check-sbom';
import type { uploadSbomOutput } from '@/server/sbom/upload-sbom';
import type { ApiAnswer, ApiClient } from './harness/api-client';
import { faultsIn } from './harness/api-client';
import { clientOf, mounts } from './harness/mounts';
import { makeTenant } from './harness/tenants';
import { unique } from './harness/tenant-world';

type Uploaded = z.output<typeof uploadSbomOutput>;
type Checked = z.output<typeof checkSbomOutput>;

/**
 * Packed once, before anything is asked: whoever packs for seconds meanwhile does not hear that the server hung up on a
 * connection nobody used.
 */
const BOMB = gzipSync(Buffer.alloc(200_000_000, ' '));

const recorded = (name: string) => readFile(join('e2e/fixtures/sboms', name));

/** Software that ended long ago, and software that nobody catalogs. */
function bom(version = '3.2.25', more: object = {}) {
  return {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
    metadata: { component: { type: 'application', name: 'shop', version: '2.4.1' } },
    components: [
      { type: 'library', name: 'django', version, purl: `pkg:pypi/django@${version}` },
      { type: 'library', name: 'ours', version: '1', purl: 'pkg:pypi/ours-of-nobody@1' },
      { type: 'library', name: 'ranged', versionRange: 'vers:pypi/>=1' },
    ],
    ...more,
  };
}

/** The client has held the answer against its schema. */
const uploaded = ({ status, json, text }: ApiAnswer) => {
  expect(status, text).toBe(200);
  return json as Uploaded;
};
const checked = ({ status, json, text }: ApiAnswer) => {
  expect(status, text).toBe(200);
  return json as Checked;
};

describe.each(mounts)('SBOMs on the $name mount', (mount) => {
  let client: ApiClient;
  let viewer: ApiClient;
  let scannerKey: string;
  beforeAll(async () => {
    const { keys } = await makeTenant();
    scannerKey = keys.scanner;
    client = clientOf(mount).withKey(keys.admin);
    viewer = clientOf(mount).withKey(keys.viewer);
  });

  it('are stored under what they say they are, and found in the lists', async () => {
    const project = unique('project');
    const query = { project, label: 'team=payments' };
    const answer = uploaded(await client.put('/sbom', bom(), { query }));
    expect(answer.findings).toMatchObject([
      {
        ...{ product_name: 'Django', cycle: '3.2', eol_date: '2024-04-01', state: 'ended' },
        packages: [{ name: 'django', version: '3.2.25' }],
      },
    ]);
    expect(answer.coverage).toEqual({ components: 3, matched: 1, distribution: 0, unknown: 2 });
    expect(answer.document).toMatchObject({ format: 'cyclonedx-json', unversioned: 1, ranged: 1 });
    expect(answer.eol).toEqual({ low: 0, med: 0, high: 1 });
    const list = await client.post('/images', undefined, { query: { search: 'shop' } });
    expect(list.json).toMatchObject({
      items: [{ id: answer.image_tag_id, name: 'shop', tag: '2.4.1', projectName: project }],
    });
    expect(list.text).toContain('payments');
  });

  it('carry dates of software that the catalog does not know, which it goes before', async () => {
    const dated = (name: string, version: string, purl: string) => ({
      ...{ type: 'library', name, version, purl },
      properties: [{ name: 'cdx:lifecycle:milestone:endOfSupport', value: '2020-02-29' }],
    });
    const components = [
      dated('ours', '7', 'pkg:pypi/ours-of-nobody@7'),
      dated('django', '3.2.25', 'pkg:pypi/django@3.2.25'),
    ];
    const document = bom('', { components });
    const findings = [
      { product_name: 'ours', cycle: '7', eol_date: '2020-02-29', state: 'ended' },
      { product_name: 'Django', cycle: '3.2', eol_date: '2024-04-01', state: 'ended' },
    ];
    const query = { project: unique('project') };
    expect(checked(await viewer.post('/sbom/check', document)).findings).toMatchObject(findings);
    const answer = uploaded(await client.put('/sbom', document, { query }));
    expect(answer.findings).toMatchObject(findings);
    expect(answer).toMatchObject({ coverage: { unknown: 0 }, unknown_components: [] });
    const stored = await viewer.get(`/image_tags/${answer.image_tag_id}/eol_software`);
    expect(stored.json).toMatchObject({ total: 2 });
  });

  it('tell where packages lie, as far as the document says', async () => {
    const component = {
      ...{ type: 'library', name: 'django', version: '3.2.25', purl: 'pkg:pypi/django@3.2.25' },
      evidence: { occurrences: [{ location: 'app/requirements.txt' }, { location: 'x' }] },
    };
    const document = bom('', { components: [component] });
    const found = [{ packages: [{ name: 'django', path: 'app/requirements.txt' }] }];
    expect(checked(await viewer.post('/sbom/check', document)).findings).toMatchObject(found);
    const query = { project: unique('project') };
    expect(uploaded(await client.put('/sbom', document, { query })).findings).toMatchObject(found);
    const { packages } = checked(await viewer.post('/sbom/check', bom())).findings[0] ?? {};
    expect(packages?.[0]).not.toHaveProperty('path');
  });

  it('name what does not ship, and judge only what does', async () => {
    const project = unique('project');
    const policy = { policy_scope: 'project', policy_type: 'EOL', project_name: project };
    const denying = await client.post('/v1/policy', { ...policy, warn_days: 0, deny_days: 0 });
    expect(denying.status).toBe(201);
    const django = { type: 'library', name: 'django', version: '3.2.25' };
    const purl = 'pkg:pypi/django@3.2.25';
    const of = (...scopes: (string | undefined)[]) =>
      bom('', { components: scopes.map((scope) => ({ ...django, purl, scope })) });
    const query = { project };
    const aside = uploaded(await client.put('/sbom', of('excluded'), { query }));
    expect(aside).toMatchObject({
      ...{ findings: [], findings_total: 0, policy: { action: 'ALLOW' } },
      coverage: { components: 1, matched: 1 },
      unshipped: {
        components: 1,
        ended: [{ product_name: 'Django', cycle: '3.2', packages_total: 1 }],
        ended_total: 1,
      },
    });
    expect(checked(await viewer.post('/sbom/check', of('excluded'), { query }))).toMatchObject({
      unshipped: aside.unshipped,
    });
    const shipped = uploaded(await client.put('/sbom', of('excluded', 'required'), { query }));
    expect(shipped).toMatchObject({
      ...{ findings_total: 1, policy: { action: 'DENY' } },
      unshipped: { components: 0, ended: [], ended_total: 0 },
    });
  });

  it.each(['', '  '])('take a parameter of “%s” for one that is left out', async (nothing) => {
    const query = { project: nothing, name: nothing, tag: nothing, digest: '' };
    const answer = uploaded(await client.put('/sbom', bom(), { query }));
    const list = await client.post('/images', undefined, { query: { search: 'shop' } });
    expect(list.json).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ id: answer.image_tag_id, tag: '2.4.1', projectName: 'shop' }),
      ]) as unknown,
    });
    expect(checked(await viewer.post('/sbom/check', bom(), { query })).findings_total).toBe(1);
  });

  it('take the place of what was last known of the same subject', async () => {
    const query = { project: unique('project') };
    const first = uploaded(await client.put('/sbom', bom('3.2.25'), { query }));
    const second = uploaded(await client.put('/sbom', bom('99.1'), { query }));
    expect(second.image_tag_id).toBe(first.image_tag_id);
    expect(second.scan_id).not.toBe(first.scan_id);
    const software = await client.get(`/image_tags/${first.image_tag_id}/eol_software`);
    expect(software.json).toMatchObject({ total: 0 });
  });

  it('get the first answer again under the same idempotency key, and 409 for another document or subject', async () => {
    const query = { project: unique('project') };
    const headers = { 'idempotency-key': unique('build') };
    const first = await client.put('/sbom', bom(), { query, headers });
    const again = await client.put('/sbom', bom(), { query, headers });
    expect(again.json).toEqual(first.json);
    expect((await client.put('/sbom', bom('4.0'), { query, headers })).status).toBe(409);
    for (const other of [{ name: 'other' }, { tag: '3' }, { label: 'team=shop' }]) {
      const elsewhere = { ...query, ...other };
      expect(await client.put('/sbom', bom(), { query: elsewhere, headers })).toMatchObject({
        status: 409,
      });
    }
  });

  it.each([
    ['npm.cdx.json', 'cyclonedx-json'],
    ['npm.spdx.json', 'spdx-json'],
    ['cdxgen.cdx.json', 'cyclonedx-json'],
    ['cyclonedx-maven.cdx.xml', 'cyclonedx-xml'],
    ['cyclonedx-py.cdx.json', 'cyclonedx-json'],
    ['sbom4python.spdx', 'spdx-tag-value'],
    ['syft-directory.syft.json', 'syft-json'],
    ['syft-image.cdx.json', 'cyclonedx-json'],
  ])('of %s are the same plain, with gzip and with zstd', async (name, format) => {
    const plain = await recorded(name);
    const query = { name: unique('recorded') };
    const answer = uploaded(await client.put('/sbom', plain, { query }));
    expect(answer.document.format).toBe(format);
    expect(answer.coverage.components).toBeGreaterThan(0);
    for (const packed of [gzipSync(plain), zstdCompressSync(plain)]) {
      const other = uploaded(await client.put('/sbom', packed, { query }));
      const { scan_id: _scan, ...same } = answer;
      expect(other).toMatchObject(same);
    }
  });

  it('are judged without being stored, as an upload would be', async () => {
    const {
      image_tag_id: _id,
      url: _url,
      ...stored
    } = uploaded(await client.put('/sbom', bom(), { query: { project: unique('project') } }));
    const { scan_id: _scan, project_id: _project, findings, ...answer } = stored;
    const before = await client.get('/projects/images');
    // What nothing is stored of has no page.
    const unstored = findings.map(({ why_url: _why, ...finding }) => finding);
    const query = { project: unique('project') };
    expect(checked(await viewer.post('/sbom/check', bom(), { query }))).toEqual({
      ...answer,
      findings: unstored,
    });
    expect((await client.get('/projects/images')).json).toEqual(before.json);
  });

  it('name the page that says why of each finding, to those who may read it', async () => {
    const query = { project: unique('project') };
    const whys = (answer: { findings: { why_url?: string }[] }) =>
      answer.findings.map(({ why_url: url }) => url);
    const stored = uploaded(await client.put('/sbom', bom(), { query }));
    const [url = ''] = whys(stored);
    expect(url).toMatch(/^https?:\/\/[^/]+\/findings\/[0-9a-f-]{36}$/);
    const explained = await viewer.get(`${new URL(url).pathname}/explanation`);
    expect([explained.status, explained.json]).toMatchObject([
      200,
      { finding: { product_name: 'Django', cycle: '3.2' } },
    ]);
    // Of the same image again, stored or not.
    expect(whys(uploaded(await client.put('/sbom', bom(), { query })))).toEqual([url]);
    expect(whys(checked(await viewer.post('/sbom/check', bom(), { query })))).toEqual([url]);
    const scanner = clientOf(mount).withKey(scannerKey);
    expect(whys(checked(await scanner.post('/sbom/check', bom(), { query })))).toEqual([undefined]);
    const other = { query: { ...query, tag: 'another' } };
    expect(whys(checked(await viewer.post('/sbom/check', bom(), other)))).toEqual([undefined]);
  });

  it('are judged by the policies of the project that is named', async () => {
    const project = unique('project');
    const written = await client.post('/v1/policy', {
      ...{ policy_scope: 'project', policy_type: 'EOL', project_name: project, deny_days: 0 },
    });
    expect(written.status, written.text).toBeLessThan(300);
    const named = checked(await viewer.post('/sbom/check', bom(), { query: { project } }));
    expect(named.policy.action).toBe('DENY');
    expect(named.policy.violations).toMatchObject([{ product_name: 'Django', cycle: '3.2' }]);
    expect(checked(await viewer.post('/sbom/check', bom())).policy.action).toBe('ALLOW');
  });

  it('that cannot be read are refused with the place, and nothing of them is stored', async () => {
    const query = { project: unique('project') };
    const send = (body: string | Buffer) =>
      client.put('/sbom', Buffer.isBuffer(body) ? body : Buffer.from(body), { query });
    expect(faultsIn(await send('{"bomFormat":"CycloneDX",'))[0]).toMatch(/^value_error at body/);
    const wrong = bom('1', { components: [{ type: 'library', name: 7 }] });
    expect(faultsIn(await client.put('/sbom', wrong, { query }))).toEqual([
      'value_error at body.components[0].name',
    ]);
    expect(faultsIn(await send('<!DOCTYPE bom [<!ENTITY a "b">]><bom/>'))[0]).toMatch(/body/);
    expect(faultsIn(await send('{"name":"no inventory"}'))).toEqual(['value_error at body']);
    expect(faultsIn(await send(''))).toEqual(['missing at body']);
    expect(faultsIn(await send(gzipSync('{}').subarray(0, 12)))).toEqual(['value_error at body']);
    const nameless = bom('1', { metadata: {} });
    expect(faultsIn(await client.put('/sbom', nameless, { query }))).toEqual([
      'missing at query.name',
    ]);
    const search = await client.get('/projects/images', { query: { search: query.project } });
    expect(search.json).toMatchObject({ total: 0 });
  });

  it('are stored without what their identifiers encode and no database keeps', async () => {
    const query = { project: unique('project') };
    const odd = [
      { name: 'django', purl: 'pkg:pypi/django@3.%002.25' },
      { name: 'nginx', cpe: 'cpe:/a:f5:nginx:1.%00' },
      { name: 'halves \ud800', version: '\udc00', purl: 'pkg:pypi/a@1?distro=%00#%00' },
    ];
    const components = odd.map((one) => ({ type: 'library', ...one }));
    expect(uploaded(await client.put('/sbom', bom('1', { components }), { query }))).toBeDefined();
    const { json } = await client.get('/projects/images', { query: { search: query.project } });
    expect(json).toMatchObject({ total: 1 });
  });

  it('that inflate beyond the limit are refused while they do', async () => {
    expect(BOMB.byteLength).toBeLessThan(1_000_000);
    expect((await client.put('/sbom', BOMB)).status).toBe(413);
  });

  it('in a coding that is not read are refused by name', async () => {
    const headers = { 'content-encoding': 'br' };
    const answer = await client.put('/sbom', bom(), { headers });
    expect([answer.status, answer.json]).toEqual([
      415,
      { detail: 'Content-Encoding br is not read: send gzip, zstd or none' },
    ]);
  });
});
