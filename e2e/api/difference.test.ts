import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { getImageDifferenceOutput } from '@/server/difference/get-image-difference';
import type { checkSbomOutput } from '@/server/sbom/check-sbom';
import type { uploadSbomOutput } from '@/server/sbom/upload-sbom';
import type { ApiAnswer, ApiClient } from './harness/api-client';
import { clientOf, mounts } from './harness/mounts';
import type { Query } from './harness/reads';
import { makeTenant } from './harness/tenants';
import { unique } from './harness/tenant-world';

const NOBODY = '019a0000-0000-7000-8000-000000000000';

const bom = (...packages: readonly string[]) => ({
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  metadata: { component: { type: 'application', name: 'shop', version: '2.4.1' } },
  components: packages.map((text) => {
    const [name, version] = text.split('@');
    return { type: 'library', name, version, purl: `pkg:pypi/${text}` };
  }),
});
const OLD = bom('django@3.2.25', 'ours-of-nobody@1', 'gone-of-nobody@1');
const NEW = bom('django@4.0.1', 'ours-of-nobody@2');

/** The client has held the answer against its schema. */
const compared = ({ status, json, text }: ApiAnswer) => {
  expect(status, text).toBe(200);
  return json as z.output<typeof getImageDifferenceOutput>;
};
const stored = ({ status, json, text }: ApiAnswer) => {
  expect(status, text).toBe(200);
  return json as z.output<typeof uploadSbomOutput>;
};

/** From the old document to the new one. */
const CHANGED = {
  findings: {
    new: [{ product_name: 'Django', cycle: '4.0', state: 'ended', eol_date_known: true }],
    gone: [{ product_name: 'Django', cycle: '3.2' }],
    ...{ new_total: 1, gone_total: 1, same: [], same_total: 0 },
  },
  software: { changes: [{ product_name: 'Django', from: ['3.2'], to: ['4.0'] }], same_total: 0 },
  components: {
    changes: [
      { name: 'django', from: ['3.2.25'], to: ['4.0.1'] },
      { name: 'gone-of-nobody', from: ['1'], to: [] },
      { name: 'ours-of-nobody', from: ['1'], to: ['2'] },
    ],
    ...{ changes_total: 3, same_total: 0 },
  },
};

describe.each(mounts)('differences on the $name mount', (mount) => {
  let client: ApiClient;
  let scanner: ApiClient;
  let stranger: ApiClient;
  beforeAll(async () => {
    const [own, other] = [await makeTenant(), await makeTenant()];
    client = clientOf(mount).withKey(own.keys.viewer);
    scanner = clientOf(mount).withKey(own.keys.scanner);
    stranger = clientOf(mount).withKey(other.keys.admin);
  });

  const upload = async (document: object, project: string) =>
    stored(await scanner.put('/sbom', document, { query: { project } }));
  const difference = (query: Query) => client.get('/image_tags/difference', { query });

  it('between two scans of an image say what came, went and moved', async () => {
    const project = unique('project');
    const [first, second] = [await upload(OLD, project), await upload(NEW, project)];
    const from = first.image_tag_id;
    const answer = compared(await difference({ from, from_scan: first.scan_id }));
    expect(answer.difference).toMatchObject(CHANGED);
    expect(answer.difference.markdown).toContain('`Django` `3.2` → `4.0`');
    expect(answer.from).toMatchObject({ image_tag_id: from, scan_id: first.scan_id });
    expect(answer.to).toMatchObject({ image_tag_id: from, scan_id: null, project_name: project });
    const back = compared(
      await difference({ from, from_scan: second.scan_id, to: from, to_scan: first.scan_id }),
    );
    expect(back.difference.software?.changes).toEqual([
      { product_name: 'Django', from: ['4.0'], to: ['3.2'] },
    ]);
    const none = compared(await difference({ from }));
    expect(none.difference).toMatchObject({
      findings: { new_total: 0, gone_total: 0, same_total: 1 },
      ...{ software: { changes: [] }, components: { changes: [], same_total: 2 } },
    });
  });

  it('between two images are of what they hold now', async () => {
    const from = (await upload(OLD, unique('project'))).image_tag_id;
    const to = (await upload(NEW, unique('project'))).image_tag_id;
    expect(compared(await difference({ from, to })).difference).toMatchObject(CHANGED);
  });

  it('are 404 for images and scans that are not the organization’s, and for scans of others', async () => {
    const [one, other] = [await upload(OLD, unique('p')), await upload(NEW, unique('p'))];
    const from = one.image_tag_id;
    for (const query of [
      { from: NOBODY },
      { from, to: NOBODY },
      { from, from_scan: NOBODY },
      { from, from_scan: other.scan_id },
    ])
      expect(await difference(query)).toMatchObject({ status: 404 });
    const foreign = await stranger.get('/image_tags/difference', { query: { from } });
    expect(foreign.status).toBe(404);
    expect((await difference({ from: 'x' })).status).toBe(422);
    expect((await difference({})).status).toBe(422);
  });

  it('from an image to a document at hand come with its check', async () => {
    const project = `github//acme/${unique('project')}`;
    const { image_tag_id: id } = await upload(OLD, project);
    for (const against of [`${project}/shop:2.4.1`, `${project}/shop 2.4.1`, id]) {
      const answer = await client.post('/sbom/check', NEW, { query: { against } });
      expect(answer.status, answer.text).toBe(200);
      const { difference: told } = answer.json as z.output<typeof checkSbomOutput>;
      expect(told).toMatchObject(CHANGED);
    }
    const plain = await client.post('/sbom/check', NEW);
    expect(plain.json).not.toHaveProperty('difference');
  });

  it('with an unknown or foreign image are 404, and 403 for keys that may not read images', async () => {
    const project = unique('project');
    const { image_tag_id: id } = await upload(OLD, project);
    const against = `${project}/shop:2.4.1`;
    const check = async (caller: ApiClient, name: string) =>
      (await caller.post('/sbom/check', NEW, { query: { against: name } })).status;
    expect(await check(client, `${project}/shop:3`)).toBe(404);
    expect(await check(client, 'shop')).toBe(404);
    expect(await check(client, '/'.repeat(2_000))).toBe(404);
    expect(await check(client, NOBODY)).toBe(404);
    expect(await check(stranger, against)).toBe(404);
    expect(await check(stranger, id)).toBe(404);
    expect(await check(scanner, against)).toBe(403);
  });
});
