import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

let db: TestDatabase;
let deps: TestDeps;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
});
afterAll(() => db.close());

const ended = { product: 'Debian', eol: '2020-01-01' };
const soon = { product: 'Node.js', eol: '2027-01-01' };

test('a project has its name for who may read it, until it is deleted', async () => {
  const [organization, other] = [await makeOrganization(deps), await makeOrganization(deps)];
  const { project_id: projectId } = await scanImage(deps, organization, { project: 'Shop//a' });
  const caller = callAs(deps, organization, 'admin');
  expect(await caller.project.name({ projectId })).toEqual({ name: 'Shop//a' });
  expect(await callAs(deps, other).project.name({ projectId })).toEqual({ name: null });
  await caller.project.delete({ id: projectId });
  expect(await caller.project.name({ projectId })).toEqual({ name: null });
});

describe('project.images', () => {
  let organization: OrganizationId;
  beforeAll(async () => {
    organization = await makeOrganization(deps);
    const scans = [
      { project: 'Shop', image: 'shop/api', software: [ended, soon] },
      { project: 'Shop', image: 'shop/web', software: [soon] },
      { project: 'bank', image: 'bank/api', software: [ended, { product: 'Express' }] },
      { project: 'bank', image: 'bank/shop-window' },
      { project: 'Zoo_', image: 'zoo' },
    ];
    for (const scan of scans) await scanImage(deps, organization, scan);
  });

  const list = (input: object = {}) => callAs(deps, organization).project.images(input);
  const shown = async (input: object = {}) =>
    (await list(input)).items.map(({ projectName, images }) => [
      projectName,
      ...images.map(({ name }) => name),
    ]);

  test('lists every project with its images and their sum', async () => {
    const page = await list();
    expect(page).toMatchObject({ total: 3, page: 1, size: 50, pages: 1 });
    expect(page.items.map(({ projectName, eol }) => [projectName, eol])).toEqual([
      ['bank', { high: 1, med: 0, low: 0 }],
      ['Shop', { high: 1, med: 2, low: 0 }],
      ['Zoo_', { high: 0, med: 0, low: 0 }],
    ]);
    expect(page.items[1]?.images[0]).toMatchObject({
      name: 'shop/api',
      tag: 'latest',
      projectName: 'Shop',
      eol: { high: 1, med: 1, low: 0 },
    });
  });

  test.each([
    [
      'a project’s name keeps all of its images',
      { search: 'SHOP' },
      [
        ['bank', 'bank/shop-window'],
        ['Shop', 'shop/api', 'shop/web'],
      ],
    ],
    ['an image’s name keeps that image', { search: 'web' }, [['Shop', 'shop/web']]],
    ['_ is no wildcard', { search: 'o_' }, [['Zoo_', 'zoo']]],
    ['nothing matches', { search: 'nothing' }, []],
    [
      'a class keeps the images that hold it',
      { eol_filter: 'EOL' },
      [
        ['bank', 'bank/api'],
        ['Shop', 'shop/api'],
      ],
    ],
    ['both must hold', { eol_filter: 'EOL', search: 'shop' }, [['Shop', 'shop/api']]],
    ['pages count projects', { page: 2, size: 2 }, [['Zoo_', 'zoo']]],
  ])('%s', async (_, input, expected) => {
    expect(await shown(input)).toEqual(expected);
  });

  test('the sum is of the images shown', async () => {
    expect((await list({ search: 'web' })).items[0]?.eol).toEqual({ high: 0, med: 1, low: 0 });
  });

  test('a page past the end is empty, with the true total', async () => {
    expect(await list({ page: 7, eol_filter: 'EOL' })).toMatchObject({ items: [], total: 2 });
  });
});

describe('project.software', () => {
  test('has an entry for each image and software with an end', async () => {
    const organization = await makeOrganization(deps);
    const { project_id } = await scanImage(deps, organization, {
      image: 'b',
      software: [soon, ended],
    });
    await scanImage(deps, organization, { image: 'a', software: [ended, { product: 'Express' }] });
    await scanImage(deps, organization, { project: 'other', image: 'c', software: [ended] });
    const software = await callAs(deps, organization).project.software({ project_id });
    expect(software.map(({ productName, imageName }) => `${productName} ${imageName}`)).toEqual([
      'Debian a',
      'Debian b',
      'Node.js b',
    ]);
  });

  test('another organization is told that there is no such project', async () => {
    const { project_id } = await scanImage(deps, await makeOrganization(deps), {});
    const stranger = callAs(deps, await makeOrganization(deps));
    await expect(stranger.project.software({ project_id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Project not found',
    });
  });
});
