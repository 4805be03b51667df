import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage, type ScannedImage } from '@/test/factories';

let deps: TestDeps;

const NODE = importedProduct({
  name: 'Node.js',
  slug: 'nodejs',
  purls: ['pkg:generic/node'],
  references: [{ type: 'WEB', url: 'https://nodejs.org/en/about/previous-releases' }],
  cycles: [
    { name: '26', label: '26', releasedOn: '2027-04-01' },
    { name: '24', label: '24 (LTS)', supportedUntil: '2028-04-30', releasedOn: '2025-05-06' },
    { name: '22', supportedUntil: '2027-04-30', releasedOn: '2024-04-24' },
    {
      name: '16',
      lts: true,
      activeUntil: '2022-10-18',
      supportedUntil: '2023-09-11',
      latestRelease: '16.20.2',
      releaseNotesUrl: 'https://nodejs.org/en/blog/release/v16.20.2',
    },
  ],
});
const DEBIAN = importedProduct({
  name: 'Debian',
  slug: 'debian',
  category: 'os',
  aliases: ['Debian GNU/Linux'],
  cycles: [
    { name: '12', supportedUntil: '2026-06-10', extendedUntil: '2028-06-30' },
    { name: '11', supportedUntil: '2024-08-14' },
  ],
});
const EXPRESS = importedProduct({
  name: 'Express',
  purls: ['pkg:npm/express'],
  cycles: [
    { name: '5', supportedUntil: null },
    { name: '4', supportedUntil: true },
  ],
});

const DEBIAN_12 = {
  id: 'debian',
  versionId: '12',
  prettyName: 'Debian GNU/Linux 12 (bookworm)',
  cpeName: '',
};
const CURL = 'pkg:deb/debian/curl@7.88.1-10?arch=amd64&distro=debian-12';

const KEYCLOAK = importedProduct({
  name: 'Keycloak',
  purls: ['pkg:maven/org.keycloak/keycloak-services'],
  cycles: [{ name: '26.2' }, { name: '26.0', supportedUntil: '2025-01-15' }],
});

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  await withCatalog(deps, [NODE, DEBIAN, EXPRESS, KEYCLOAK]);
});
afterAll(() => deps.db.close());

async function scanned(image: ScannedImage, organization?: OrganizationId) {
  const organizationId = organization ?? (await makeOrganization(deps));
  const answer = await scanImage(deps, organizationId, image);
  const images = callAs(deps, organizationId).image;
  const imageTagId = answer.image_tag_id;
  const findings = await images.findings({ imageTagId });
  return { organizationId, answer, images, imageTagId, findings };
}

const named = (findings: Awaited<ReturnType<typeof scanned>>['findings']) =>
  findings.map(({ productName, releaseCycle, artifactType, foundBy }) =>
    [productName, releaseCycle, artifactType, foundBy].join(' '),
  );

test('what the scanner’s database missed becomes a finding of the catalog', async () => {
  const { findings, answer } = await scanned({
    packages: ['pkg:generic/node@16.20.1', 'pkg:npm/express@4.17.1', 'pkg:npm/left-pad@1.0.0'],
  });
  expect(named(findings)).toEqual(['Node.js 16 binary catalog', 'Express 4 npm catalog']);
  expect(findings[0]).toMatchObject({
    eolDate: '2023-09-11',
    eolDateKnown: true,
    eolSource: 'catalog',
    scannerEolDate: null,
    lts: true,
    productPermalink: 'https://nodejs.org/en/about/previous-releases',
    packages: [{ name: 'node', version: '16.20.1' }],
  });
  expect(findings[1]).toMatchObject({
    eolDate: '2026-11-21',
    eolDateKnown: false,
    eolSource: 'catalog',
  });
  expect(answer).toMatchObject({ matches: 0, eol: { high: 2, med: 0, low: 0 } });
});

test('a cycle with no announced end is matched and makes no finding', async () => {
  const { findings, images, imageTagId } = await scanned({ packages: ['pkg:npm/express@5.1.0'] });
  expect(findings).toEqual([]);
  expect((await images.get({ imageTagId })).coverage).toMatchObject({ matched: 1, unknown: 0 });
});

test('a distribution’s packages make its finding and none of their own', async () => {
  const packages = [CURL, 'pkg:deb/debian/nodejs@18.19.0%2Bdfsg-6?distro=debian-12', 'bash@5.2-1'];
  const { findings, images, imageTagId } = await scanned({ packages, distro: DEBIAN_12 });
  expect(named(findings)).toEqual(['Debian 12 os catalog']);
  expect(findings[0]?.packages).toEqual([]);
  expect((await images.get({ imageTagId })).coverage).toEqual({
    matched: 0,
    distribution: 3,
    unknown: 0,
    pending: 0,
    distributionName: 'Debian 12',
  });
});

test('a package built for another release makes no second distribution of an image', async () => {
  const packages = [CURL, 'pkg:deb/debian/bash@5.0-4?distro=debian-11'];
  const { findings } = await scanned({ packages, distro: DEBIAN_12 });
  expect(named(findings)).toEqual(['Debian 12 os catalog']);
  const nameless = await scanned({ packages: [CURL] });
  expect(named(nameless.findings)).toEqual(['Debian 12 os catalog']);
});

test('the distribution that the scanner found stays the scanner’s', async () => {
  const software = [
    {
      product: 'Debian',
      cycle: '12',
      type: 'os',
      eol: '2026-07-11',
      packages: ['Debian GNU/Linux@12'],
    },
  ];
  const { findings } = await scanned({ software, packages: [CURL], distro: DEBIAN_12 });
  expect(named(findings)).toEqual(['Debian 12 os scanner']);
  expect(findings[0]).toMatchObject({
    eolDate: '2026-06-10',
    eolSource: 'catalog',
    scannerEolDate: '2026-07-11',
  });
});

test('a package that does not name its release is what the image’s distribution makes of it', async () => {
  const organizationId = await makeOrganization(deps);
  const states = async (image: ScannedImage) => {
    const { images, imageTagId } = await scanned(image, organizationId);
    const { items } = await images.components({ imageTagId });
    return items.map(({ name, match }) => [name, match.state, match.product, match.cycle]);
  };
  const packages = ['bash@5.2-1', 'pkg:deb/debian/curl@7.74.0-1.3%2Bdeb11u1'];
  expect(await states({ image: 'a', packages, distro: DEBIAN_12 })).toEqual([
    ['bash', 'distribution', 'Debian', '12'],
    ['curl', 'distribution', 'Debian', '12'],
  ]);
  expect(await states({ image: 'b', packages })).toEqual([
    ['bash', 'unknown', null, null],
    ['curl', 'distribution', 'Debian', '11'],
  ]);
  const unheardOf = { ...DEBIAN_12, id: 'unheard', prettyName: 'Unheard of 1' };
  expect(await states({ image: 'c', packages, distro: unheardOf })).toEqual([
    ['bash', 'unknown', null, null],
    ['curl', 'unknown', null, null],
  ]);
});

test('a package that the scanner matched makes no second finding', async () => {
  const software = [
    { product: 'Node', cycle: '16.20', type: 'binary', packages: ['pkg:generic/node@16.20.1'] },
    {
      product: 'Express',
      cycle: '4',
      type: 'npm',
      eol: '2020-01-01',
      packages: ['pkg:npm/express@4.1.0'],
    },
  ];
  const { findings, answer } = await scanned({ software, packages: ['pkg:npm/express@4.17.1'] });
  expect(named(findings)).toEqual(['Express 4 npm scanner', 'Node 16.20 binary scanner']);
  expect(findings[0]?.packages.map(({ version }) => version)).toEqual(['4.1.0', '4.17.1']);
  expect(answer.matches).toBe(2);
});

test('a jar that others built is not its project’s by the word of a scanner', async () => {
  const packages = ['pkg:maven/org.keycloak/keycloak-services@26.0.10.redhat-00003'];
  const image = {
    software: [{ product: 'Keycloak', cycle: '26.0', type: 'java-archive', packages }],
  };
  const { organizationId, answer, findings } = await scanned(image);
  expect([answer.matches, answer.eol.high, named(findings)]).toEqual([1, 0, []]);
  const own = await makeOrganization(deps);
  await callAs(deps, own, 'admin').catalog.setOverride({
    ...{ product: 'Keycloak', cycle: '26.0', ends_on: '2028-01-01', reason: 'Red Hat says so' },
  });
  expect(named((await scanned(image, own)).findings)).toEqual([
    'Keycloak 26.0 java-archive scanner',
  ]);
  expect(named((await scanned({ packages }, organizationId)).findings)).toEqual([]);
});

test('a finding tells what the catalog says, and both dates where they differ', async () => {
  const software = [
    {
      product: 'Node.js',
      cycle: '16',
      type: 'binary',
      eol: '2024-04-30',
      packages: ['pkg:generic/node@16.20.1'],
    },
  ];
  const { findings } = await scanned({ software });
  expect(findings[0]).toMatchObject({
    foundBy: 'scanner',
    eolDate: '2023-09-11',
    eolSource: 'catalog',
    scannerEolDate: '2024-04-30',
    advice: { target: { label: '24 (LTS)', endsOn: '2028-04-30' }, smallest: null },
    catalog: {
      product: 'nodejs',
      eolDate: '2023-09-11',
      latestRelease: '16.20.2',
      support: [
        { level: 'ACTIVE_SUPPORT', endsOn: '2022-10-18', ended: true },
        { level: 'STANDARD_SUPPORT', endsOn: '2023-09-11', ended: true },
      ],
      references: [
        { type: 'CHANGELOG', url: 'https://nodejs.org/en/blog/release/v16.20.2' },
        { type: 'WEB', url: 'https://nodejs.org/en/about/previous-releases' },
      ],
    },
  });
});

test('policies judge what the catalog found', async () => {
  const organizationId = await makeOrganization(deps);
  await callAs(deps, organizationId, 'admin').policy.create({
    body: { policy_scope: 'global', policy_type: 'EOL', deny_days: 0 },
  });
  const { answer } = await scanned({ packages: ['pkg:generic/node@16.0.0'] }, organizationId);
  expect(answer.policy).toMatchObject({
    action: 'DENY',
    violations: [{ product_name: 'Node.js' }],
  });
});

test('what is unknown to the catalog is counted and listed, page by page', async () => {
  const packages = ['pkg:generic/node@16.1.0', 'pkg:generic/node@99.0.0', 'pkg:npm/left-pad@1.0.0'];
  const { images, imageTagId } = await scanned({ packages: [...packages, 'pkg:npm/a@1', CURL] });
  expect((await images.get({ imageTagId })).coverage).toEqual({
    matched: 1,
    distribution: 1,
    unknown: 3,
    pending: 0,
    distributionName: null,
  });
  const unknown = await images.components({ imageTagId, state: 'unknown', size: 2 });
  expect(unknown).toMatchObject({
    total: 3,
    items: [{ name: 'a', match: { state: 'unknown', product: null } }, { name: 'left-pad' }],
  });
  expect(await images.components({ imageTagId, state: 'unknown', search: 'node' })).toMatchObject({
    total: 1,
    items: [{ name: 'node', match: { state: 'unknown', product: 'Node.js', cycle: null } }],
  });
});

test('an unchanged re-scan opens and closes nothing', async () => {
  const image = { packages: ['pkg:generic/node@16.20.1', CURL], distro: DEBIAN_12 };
  const { organizationId, findings, images, imageTagId } = await scanned(image);
  await scanned(image, organizationId);
  expect(await images.findings({ imageTagId })).toEqual(findings);
  const { items } = await images.scans({ imageTagId });
  expect(items.map(({ openedCount, closedCount }) => [openedCount, closedCount])).toEqual([
    [0, 0],
    [2, 0],
  ]);
});

test('a finding that the scanner no longer has stays open while the catalog has it', async () => {
  const node = 'pkg:generic/node@16.20.1';
  const software = [{ product: 'Node.js', cycle: '16', type: 'binary', packages: [node] }];
  const { organizationId, findings } = await scanned({ software });
  const {
    findings: later,
    images,
    imageTagId,
  } = await scanned({ packages: [node] }, organizationId);
  expect(named(later)).toEqual(['Node.js 16 binary catalog']);
  expect(later[0]?.id).toBe(findings[0]?.id);
  const { items } = await images.scans({ imageTagId });
  expect(items[0]).toMatchObject({ openedCount: 0, closedCount: 0 });
});
