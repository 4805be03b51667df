import { daysFromToday, imageScan } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

// The catalog knows none of these, so that their dates are the scanner's.
const ended = { product: 'Ferry', cycle: '16', eol: daysFromToday(-133), packageName: 'ferry' };
const undated = { product: 'Anchor', cycle: '1', eol: '0001-01-01', ended: true };
const soon = { product: 'Buoy', cycle: '4.2', eol: daysFromToday(40) };
const later = { product: 'Lantern', cycle: '7.4', eol: daysFromToday(900) };
const unknown = { product: 'Keel', cycle: '4', eol: '0001-01-01' };

const SCAN = {
  project: 'github//acme/billing',
  image: 'ghcr.io/acme/billing:1.0',
  digest: `sha256:${'0f'.repeat(32)}`,
  labels: { team: 'payments' },
  verified: true,
  matches: [ended, undated, soon, later, unknown],
};

test(
  'groups what an image holds by how near its end is',
  { tag: '@phone' },
  async ({ workspace, imagePage, page }) => {
    await imagePage.open(await workspace.upload(SCAN));
    await expect(page).toHaveTitle('ghcr.io/acme/billing:1.0 · Eventide');
    await expect(imagePage.title).toHaveText('ghcr.io/acme/billing:1.0');
    await expect(imagePage.facts).toContainText('acme/billing');
    await expect(imagePage.facts).toContainText('Verified');
    await expect(imagePage.groups()).toHaveText([
      'Ended1',
      'Ended, date unknown1',
      'Within 6 months1',
      'Over 12 months1',
      'No known end1',
    ]);
    const group = imagePage.group('Ended').first();
    await expect(group).toContainText('Ferry 16');
    await expect(group).toContainText('Ended 133 days ago · ');
    await expect(group).not.toContainText('Evidence');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await imagePage.figure('Ended: 2 software').click();
    await expect(imagePage.groups()).toHaveText(['Ended1', 'Ended, date unknown1']);
    await page.getByRole('link', { name: 'Show all 5' }).click();
    await expect(imagePage.groups()).toHaveCount(5);
  },
);

test(
  'lists packages with what they were matched to',
  { tag: '@phone' },
  async ({ workspace, imagePage, page }) => {
    const scan = imageScan(SCAN);
    const more = Array.from({ length: 60 }, (_, index) => ({
      ...{
        ID: '',
        Name: `library-${String(index + 10)}`,
        Version: '1.0',
        Language: '',
        Type: 'deb',
      },
      ...{ CPEs: null, PURL: '', Upstreams: null, MetadataType: '' },
    }));
    const id = await workspace.send({ ...scan, Packages: [...scan.Packages, ...more] });
    await imagePage.open(id);
    await imagePage.openTab('Packages');
    const table = page.getByRole('table', { name: 'Packages' });
    await expect(table.getByRole('rowheader')).toHaveCount(50);
    await expect(page.getByText('1 to 50 of 65 packages')).toBeVisible();
    await expect(table.getByRole('row').filter({ hasText: 'library-10' })).toContainText(
      'Nobody is known to maintain it',
    );
    await page.getByRole('textbox', { name: 'Search packages' }).fill('ferry');
    await expect(table.getByRole('rowheader')).toHaveCount(1);
    await expect(table.getByRole('row').filter({ hasText: 'ferry' })).toContainText(
      'Ferry 16 ended 133 days ago',
    );
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.reload();
    await expect(table.getByRole('rowheader')).toHaveCount(1);
    await page.goBack();
    await expect(table.getByRole('rowheader')).toHaveCount(50);
    await page.goBack();
    await expect(imagePage.groups()).toHaveCount(5);
  },
);

test(
  'shows what the catalog found beyond the scanner, and what it does not know',
  { tag: '@phone' },
  async ({ workspace, imagePage, page }) => {
    const scan = imageScan({ ...SCAN, matches: [soon] });
    const found = (name: string, version: string, type: string, purl: string) => ({
      ...{ ID: '', Name: name, Version: version, Language: '', Type: type, PURL: purl },
      ...{ CPEs: null, Upstreams: null, MetadataType: '' },
    });
    const more = [
      found('node', '16.20.1', 'binary', 'pkg:generic/node@16.20.1'),
      found('curl', '7.88.1-10', 'deb', 'pkg:deb/debian/curl@7.88.1-10?distro=debian-12'),
      found('left-pad', '1.0.0', 'npm', 'pkg:npm/left-pad@1.0.0'),
    ];
    const id = await workspace.send({ ...scan, Packages: [...scan.Packages, ...more] });
    await imagePage.open(id);
    const node = page.getByRole('listitem').filter({ hasText: 'Node.js 16' });
    await expect(node).toContainText('Found by the catalog');
    await expect(node).toContainText('Move to ');
    await expect(page.getByRole('listitem').filter({ hasText: 'Debian 12' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.getByRole('link', { name: '1 not matched' }).click();
    const table = page.getByRole('table', { name: 'Packages' });
    await expect(table.getByRole('rowheader')).toHaveText(['left-pad']);
    const filters = page.getByRole('search', { name: 'Filter packages' });
    await filters.getByText('Distribution').click();
    await expect(table.getByRole('row').filter({ hasText: 'curl' })).toContainText(
      'Maintained by Debian 12',
    );
    await expectAccessible(page);
  },
);

test(
  'tells what each scan brought and took away',
  { tag: '@phone' },
  async ({ workspace, imagePage, page }) => {
    const id = await workspace.upload({ ...SCAN, matches: [ended, soon] });
    await workspace.upload({ ...SCAN, matches: [soon, later] });
    await workspace.upload({ ...SCAN, matches: [soon, later] });
    await imagePage.open(id, '?tab=history');
    const scans = page.getByRole('main').getByRole('listitem').filter({ hasText: 'packages' });
    await expect(scans).toHaveCount(3);
    await expect(scans.nth(0)).toContainText('Nothing changed');
    await expect(scans.nth(1)).toContainText('Lantern 7.4');
    await expect(scans.nth(1)).toContainText('Ferry 16');
    await expect(scans.nth(2)).toContainText('Buoy 4.2, Ferry 16');
    await expect(scans.nth(2)).toContainText('CI');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);

test('says so when there is no such image, also for one of another organization', async ({
  workspace,
  context,
  imagePage,
  page,
}) => {
  const foreign = await workspace.upload(SCAN);
  const reader = await workspace.outsider();
  await workspace.joinAnother(reader, 'Elsewhere');
  await context.addCookies([reader.cookie]);
  for (const id of [foreign, '01890000-0000-7000-8000-000000000001', 'nonsense']) {
    const answer = await page.goto(`/images/${id}`);
    expect(answer?.status()).toBe(404);
    await expect(imagePage.title).toHaveText('There is no such image');
  }
  await page.getByRole('link', { name: 'All images' }).click();
  await expect(page).toHaveURL(/\/images$/);
});

test('an admin deletes one image, and others of its project stay', async ({
  workspace,
  imagePage,
  projectsPage,
  page,
}) => {
  const { project } = SCAN;
  await workspace.upload({ project, image: 'ghcr.io/acme/billing:2.0', matches: [later] });
  await imagePage.open(await workspace.upload(SCAN));
  const { pathname } = new URL(page.url());
  await page.getByRole('button', { name: 'Delete this image' }).click();
  await expectAccessible(page);
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Delete ghcr.io/acme/billing:1.0?');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(imagePage.title).toHaveText('ghcr.io/acme/billing:1.0');
  await page.getByRole('button', { name: 'Delete this image' }).click();
  await dialog.getByRole('button', { name: 'Delete this image' }).click();
  await expect(page.getByText('ghcr.io/acme/billing:1.0 was deleted')).toBeVisible();
  await expect(projectsPage.imageNames()).toHaveText(['ghcr.io/acme/billing:2.0']);
  await page.goto(pathname);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such image');
});
