import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from './harness/api-client';
import { faultsIn } from './harness/api-client';
import { clientOf, mounts } from './harness/mounts';
import { imageScan } from './harness/payloads';
import { allPages, type ProjectAndImage, type ProjectImage, type Software } from './harness/reads';
import { makeTenant } from './harness/tenants';

/** Names that searches, patterns, queries and encodings stumble over. */
const HOSTILE = [
  ...[
    '100%',
    '100',
    'a_b',
    'aXb',
    '%',
    '_',
    '\\',
    '\\%',
    "o'brien",
    'o"brien',
    '$1',
    '--',
    ';drop table scan',
  ],
  ...[
    'GRÜN',
    'grün',
    'ẞ',
    'ı',
    'İstanbul',
    '日本',
    '😀',
    'e\u0301',
    '.*',
    '[a-z]',
    '(',
    '?',
    '&x=1',
    '#',
    '+',
    ' ',
  ],
  ...['/', 'a/b', 'null', '0', '\n', '\t', '\u202e', '\u00a0'],
];

/** The slow and obvious meaning of a search: one text anywhere in the other, in any case. */
const holds = (text: string, search: string) => text.toLowerCase().includes(search.toLowerCase());
const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);

describe.each(mounts)('search on the $name mount', (mount) => {
  let viewer: ApiClient;
  beforeAll(async () => {
    const { keys } = await makeTenant();
    const member = clientOf(mount).withKey(keys.member);
    for (const [index, name] of HOSTILE.entries()) {
      const image = `registry.example/image-${String(index)}:x`;
      const matches = [{ product: `Product ${name}.`, cycle: '1' }];
      const scan = imageScan({ project: `Project ${name}.`, image, matches });
      expect((await member.put('/v2/scan', scan)).status).toBe(200);
    }
    viewer = clientOf(mount).withKey(keys.viewer);
  });

  it.each(HOSTILE.map((text) => [JSON.stringify(text), text]))(
    '%s means itself',
    async (_shown, search) => {
      const software = await allPages<Software>(viewer, 'GET', '/software', { search });
      const products = software.map(({ productName }) => productName);
      const projects = (
        await allPages<ProjectAndImage>(viewer, 'GET', '/projects/images', { search })
      ).map(({ projectName }) => projectName);
      for (const [kind, found] of [
        ['Product', products],
        ['Project', projects],
      ] as const) {
        expect(found).toContain(`${kind} ${search}.`);
        if (!isAscii(search)) continue;
        const names = HOSTILE.map((name) => `${kind} ${name}.`);
        const wanted = names.filter((name) => holds(name, search));
        // A project is also found by its images' names.
        const more =
          kind === 'Project'
            ? names.filter((_name, index) =>
                holds(`registry.example/image-${String(index)}`, search),
              )
            : [];
        expect(found.filter((name) => isAscii(name)).sort()).toEqual(
          [...new Set([...wanted, ...more])].filter((name) => isAscii(name)).sort(),
        );
      }
    },
  );

  it('an empty text finds everything, and what nothing holds finds nothing', async () => {
    expect(await allPages(viewer, 'GET', '/software', { search: '' })).toHaveLength(HOSTILE.length);
    for (const search of ['no such thing', '%%%', 'a_b_c']) {
      expect(await allPages(viewer, 'GET', '/software', { search })).toEqual([]);
      expect(await allPages(viewer, 'POST', '/images', { search })).toEqual([]);
    }
  });

  it('of images looks at name and tag', async () => {
    const names = async (search: string) =>
      (await allPages<ProjectImage>(viewer, 'POST', '/images', { search })).map(({ name }) => name);
    expect(await names('IMAGE-7:X')).toEqual(['registry.example/image-7']);
    expect(await names('image_7')).toEqual([]);
    expect(await names('registry.example')).toHaveLength(HOSTILE.length);
  });

  it('refuses a NUL and a text beyond 1,000 characters', async () => {
    const refused = async (search: string) =>
      faultsIn(await viewer.get('/software', { query: { search } }));
    expect(await refused('a\0')).toEqual(['value_error at query.search']);
    expect(await refused('a'.repeat(1001))).toEqual(['string_too_long at query.search']);
    expect(await allPages(viewer, 'GET', '/software', { search: 'a'.repeat(1000) })).toEqual([]);
  });
});
