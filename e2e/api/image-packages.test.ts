import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { imagePackages } from '@/server/component/dto';
import type { ApiAnswer } from './harness/api-client';
import { clientOf, mounts } from './harness/mounts';
import { makeTenant, type Tenant } from './harness/tenants';
import { unique } from './harness/tenant-world';

const SBOM = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  metadata: { component: { type: 'container', name: 'shop', version: '1.0.0' } },
  components: [
    { type: 'library', name: 'django', version: '3.2.25', purl: 'pkg:pypi/django@3.2.25' },
    { type: 'library', name: 'of-nobody', version: '1', purl: 'pkg:pypi/of-nobody@1' },
    {
      ...{ type: 'library', name: 'carried', version: '7', purl: 'pkg:pypi/carried@7' },
      properties: [{ name: 'cdx:lifecycle:milestone:endOfSupport', value: '2025-01-31' }],
    },
  ],
};

/** The client has held the answer against its schema. */
const listed = ({ status, json, text }: ApiAnswer) => {
  expect(status, text).toBe(200);
  return json as z.output<typeof imagePackages>;
};

let tenant: Tenant;
let stranger: Tenant;
beforeAll(async () => {
  [tenant, stranger] = [await makeTenant(), await makeTenant()];
});

describe.each(mounts)('GET /image_tags/{image_tag_id}/packages on the $name mount', (mount) => {
  const viewer = () => clientOf(mount).withKey(tenant.keys.viewer);
  let path: string;
  beforeAll(async () => {
    const scanner = clientOf(mount).withKey(tenant.keys.scanner);
    const { status, json, text } = await scanner.put('/sbom', SBOM, {
      query: { project: unique('project') },
    });
    expect(status, text).toBe(200);
    // The client has held it against its schema.
    path = `/image_tags/${(json as { image_tag_id: string }).image_tag_id}/packages`;
  });

  it('says of each how well its end is known', async () => {
    const { items, total } = listed(await viewer().get(path));
    expect(total).toBe(3);
    expect(items.map(({ name, evidence }) => [name, evidence])).toEqual([
      ['carried', 'sbom'],
      ['django', 'catalog'],
      ['of-nobody', 'unknown'],
    ]);
  });

  it('is filtered by the degree, by words and by what ships', async () => {
    const names = async (query: Record<string, string>) =>
      listed(await viewer().get(path, { query })).items.map(({ name }) => name);
    expect(await names({ evidence: 'unknown' })).toEqual(['of-nobody']);
    expect(await names({ evidence: 'registry' })).toEqual([]);
    expect(await names({ search: 'DJ' })).toEqual(['django']);
    expect(await names({ ships: 'false' })).toEqual([]);
    expect(await names({ ships: 'true', state: 'matched', size: '1' })).toHaveLength(1);
    for (const query of [{ evidence: 'good' }, { ships: 'perhaps' }, { page: '0' }])
      expect((await viewer().get(path, { query })).status).toBe(422);
  });

  it('is 404 for another organization', async () => {
    const { status } = await clientOf(mount).withKey(stranger.keys.admin).get(path);
    expect(status).toBe(404);
  });
});
