import { beforeAll, describe, expect, it } from 'vitest';
import { readText } from '@/domain/inventory/document/testing/reading';
import { SBOM_FORMAT_NAMES } from '@/domain/sbom/names';
import { sendHttp } from './harness/http';
import { clientOf, mounts } from './harness/mounts';
import { makeTenant, type Tenant } from './harness/tenants';
import { unique } from './harness/tenant-world';

const BOM = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  metadata: { component: { type: 'application', name: 'shop', version: '2.4.1' } },
  components: [
    { type: 'library', name: 'django', version: '3.2.25', purl: 'pkg:pypi/django@3.2.25' },
    { type: 'library', name: 'ours', version: '1', purl: 'pkg:pypi/ours-of-nobody@1' },
  ],
};
const TYPES = {
  'cyclonedx-1.6': 'application/vnd.cyclonedx+json; version=1.6',
  'cyclonedx-1.7': 'application/vnd.cyclonedx+json; version=1.7',
  'spdx-2.3': 'application/spdx+json',
  'spdx-3.0': 'application/spdx+json; version=3.0.1',
} as const;

describe.each(mounts)('lifecycles on the $name mount', (mount) => {
  let tenant: Tenant;
  let imageId: string;
  beforeAll(async () => {
    tenant = await makeTenant();
    const client = clientOf(mount).withKey(tenant.keys.admin);
    const query = { project: unique('project') };
    const { json } = await client.put('/sbom', BOM, { query });
    imageId = (json as { image_tag_id: string }).image_tag_id; // held against the document
  });

  const sbom = (target: string) =>
    sendHttp(mount.origin, {
      ...{ method: 'GET', target: `/api/image_tags/${imageId}/sbom${target}` },
      headers: { ...clientOf(mount).headers, authorization: `ApiKey ${tenant.keys.viewer}` },
    });

  it.each(SBOM_FORMAT_NAMES)('give an image as a file in %s, the same twice', async (format) => {
    const { status, headers, text } = await sbom(`?format=${format}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(TYPES[format]);
    expect(headers['content-disposition']).toMatch(/^attachment; filename=".*shop-2-4-1.*json"/);
    expect((await sbom(`?format=${format}`)).text).toBe(text);
    const { components } = readText(text);
    expect(
      components.map(({ component: { name, carried } }) => [name, carried?.eolOn ?? null]),
    ).toEqual([
      ['django', '2024-04-01'],
      ['ours', null],
    ]);
  });

  it('give products as CLE and OpenEoX', async () => {
    const viewer = clientOf(mount).withKey(tenant.keys.viewer);
    const cle = await viewer.get('/catalog/products/nodejs/cle');
    expect(cle.status).toBe(200);
    expect(cle.json).toHaveProperty('events.0.type', 'endOfSupport');
    const query = { cycle: '20' };
    const core = await viewer.get('/catalog/products/nodejs/openeox', { query });
    expect(core.status).toBe(200);
    expect(core.json).toHaveProperty('end_of_life');
  });
});
