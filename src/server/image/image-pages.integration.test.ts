import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identityOf } from '@/domain/identifiers/identity';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

let db: TestDatabase;
let deps: TestDeps;
let organization: OrganizationId;
let imageTagId: string;

const images = () => callAs(deps, organization).image;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  organization = await makeOrganization(deps);
  deps.clock.set('2026-11-01T08:00:00Z');
  const first = { project: 'shop', image: 'shop/api:2', commit: 'aaa' };
  await scanImage(deps, organization, {
    ...first,
    software: [{ product: 'Perl', eol: '2020-01-01' }],
  });
  deps.clock.set('2026-11-21T12:00:00Z');
  const scan = await scanImage(deps, organization, {
    project: 'shop',
    image: 'shop/api:2',
    commit: 'bbb',
    imagePath: 'docker/Dockerfile',
    digest: 'sha256:abc',
    labels: { team: 'payments' },
    distro: {
      id: 'debian',
      versionId: '10',
      prettyName: 'Debian GNU/Linux 10 (buster)',
      cpeName: '',
    },
    software: [
      {
        product: 'Redis',
        cycle: '7',
        eol: '2030-01-01',
        packages: ['redis@7.0', 'redis-tools@7.0'],
      },
      {
        product: 'Node.js',
        cycle: '16',
        type: 'binary',
        eol: '2023-09-11',
        facts: {
          permalink: 'https://endoflife.date/nodejs',
          lts: true,
          latestRelease: '16.20.2',
          latestReleaseOn: '2023-08-08',
          releasedOn: '2021-04-20',
        },
      },
      { product: 'Node.js', cycle: '14', eol: '2023-04-30' },
      { product: 'Express', cycle: '4', type: 'npm' },
      { product: 'Python', cycle: '2', ended: true },
    ],
    packages: ['bash@5', 'zlib@1', 'Busybox@1.36'],
  });
  imageTagId = scan.image_tag_id;
  await db.of(organization).note.create({
    data: {
      id: '01890000-0000-7000-8000-000000000001',
      productName: 'Node.js',
      productKey: identityOf('Node.js'),
      eolSoftware: 'Node.js',
      content: 'Moving to 22 in March',
      userProfile: 'Ada',
      createdAt: deps.clock.now(),
      updatedAt: deps.clock.now(),
    },
  });
});
afterAll(() => db.close());

const note = {
  id: '01890000-0000-7000-8000-000000000001',
  noteContent: 'Moving to 22 in March',
  userProfile: 'Ada',
};

describe('image.software', () => {
  const software = (input: object = {}) =>
    images().software({ image_tag_id: imageTagId, ...input });

  test('shows each finding that has an end, soonest first, with its product’s note', async () => {
    const page = await software();
    expect(
      page.items.map(({ productName, releaseCycle }) => `${productName} ${releaseCycle}`),
    ).toEqual(['Node.js 14', 'Node.js 16', 'Python 2', 'Redis 7']);
    expect(page.items[1]).toEqual({
      id: expect.any(String),
      advice: null,
      productName: 'Node.js',
      lts: true,
      productPermalink: 'https://endoflife.date/nodejs',
      productNote: note,
      releaseCycle: '16',
      releaseDate: '2021-04-20',
      artifactType: 'binary',
      eolDate: '2023-09-11',
      evidence: 'catalog',
      imageName: 'shop/api',
      imageTag: '2',
      imageLabels: { team: 'payments' },
    });
    expect(page.items[2]).toMatchObject({
      eolDate: '2026-11-21',
      productNote: null,
      releaseDate: null,
    });
  });

  test('filters by product and class, page by page', async () => {
    expect(await software({ search: 'NODE' })).toMatchObject({ total: 2 });
    expect(await software({ search: 'n_de' })).toMatchObject({ total: 0, items: [] });
    expect(await software({ eol_filter: 'EOL' })).toMatchObject({ total: 3 });
    expect(await software({ eol_filter: 'EOL MORE THAN 12MO' })).toMatchObject({ total: 1 });
    expect(await software({ page: 2, size: 3 })).toMatchObject({
      items: [{ productName: 'Redis' }],
      total: 4,
      pages: 2,
    });
    expect(await software({ page: 9 })).toMatchObject({ items: [], total: 4 });
  });
});

test('image.get describes the image with what it holds and its latest scan', async () => {
  expect(await images().get({ imageTagId })).toEqual({
    id: imageTagId,
    running: 0,
    judgedPackages: null,
    lastSeenDate: '2026-11-21T12:00:00.000Z',
    runsIn: [],
    kind: 'image',
    name: 'shop/api',
    tag: '2',
    projectId: expect.any(String),
    projectName: 'shop',
    owner: null,
    imageVerified: false,
    digest: 'sha256:abc',
    labels: { team: 'payments' },
    eol: { high: 3, med: 0, low: 1 },
    states: { ended: 3, soon: 0, next: 0, later: 1, unknown: 1 },
    repoDigests: [],
    location: 'docker/Dockerfile',
    distro: { name: 'Debian GNU/Linux 10 (buster)', version: '10' },
    componentCount: 9,
    // A component that the scanner matched is known, also where the catalog is empty.
    coverage: { matched: 6, distribution: 0, unknown: 3, pending: 0, distributionName: null },
    matching: null,
    firstScanDate: '2026-11-01T08:00:00.000Z',
    latestScanDate: '2026-11-21T12:00:00.000Z',
    policy: {
      ...{ imageTagId, action: 'ALLOW', denied: 0, deniedNames: [] },
      ...{ warned: 0, estimates: 0, waived: 0, nextChange: null },
    },
    latestScan: {
      id: expect.any(String),
      callerKind: 'api_key',
      callerName: 'CI',
      commitHash: 'bbb',
      policiesRead: null,
    },
  });
});

test('image.findings has every finding, those with no known end last', async () => {
  const findings = await images().findings({ imageTagId });
  expect(
    findings.map(({ productName, eolDate, eolDateKnown }) => [productName, eolDate, eolDateKnown]),
  ).toEqual([
    ['Node.js', '2023-04-30', true],
    ['Node.js', '2023-09-11', true],
    ['Python', '2026-11-21', false],
    ['Redis', '2030-01-01', true],
    ['Express', null, false],
  ]);
  expect(findings[1]).toMatchObject({
    productNote: note,
    eolSource: 'scanner',
    scannerEolDate: '2023-09-11',
    lts: true,
    latestRelease: '16.20.2',
    latestReleaseDate: '2023-08-08',
    firstSeenDate: '2026-11-21T12:00:00.000Z',
  });
  expect(findings[3]?.packages).toEqual([
    { name: 'redis', version: '7.0', type: 'deb', purl: null },
    { name: 'redis-tools', version: '7.0', type: 'deb', purl: null },
  ]);
});

test('image.components lists what was found, matched or not', async () => {
  const page = await images().components({ imageTagId, search: 'B' });
  expect(page.items.map(({ name }) => name)).toEqual(['Busybox', 'bash', 'zlib']);
  expect(await images().components({ imageTagId, page: 2, size: 8 })).toMatchObject({
    items: [{ name: 'zlib' }],
    total: 9,
  });
});

test('image.scans tells what each scan changed, newest first', async () => {
  const page = await images().scans({ imageTagId });
  expect(page).toMatchObject({
    total: 2,
    items: [
      {
        scanDate: '2026-11-21T12:00:00.000Z',
        commitHash: 'bbb',
        openedCount: 5,
        opened: [
          { productName: 'Express', releaseCycle: '4' },
          { productName: 'Node.js', releaseCycle: '14' },
          { productName: 'Node.js', releaseCycle: '16' },
          { productName: 'Python', releaseCycle: '2' },
          { productName: 'Redis', releaseCycle: '7' },
        ],
        closedCount: 1,
        closed: [{ productName: 'Perl', releaseCycle: '1' }],
        matchCount: 6,
      },
      { scanDate: '2026-11-01T08:00:00.000Z', commitHash: 'aaa', openedCount: 1, closedCount: 0 },
    ],
  });
  expect(await images().scans({ imageTagId, page: 2, size: 2 })).toMatchObject({
    items: [],
    total: 2,
  });
});

test('another organization is told that there is no such image', async () => {
  const { image } = callAs(deps, await makeOrganization(deps));
  const calls = [
    () => image.software({ image_tag_id: imageTagId }),
    () => image.get({ imageTagId }),
    () => image.findings({ imageTagId }),
    () => image.components({ imageTagId }),
    () => image.scans({ imageTagId }),
  ];
  for (const call of calls) {
    await expect(call()).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Image tag not found',
    });
  }
});
