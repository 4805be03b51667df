import { verifyTransfer } from '@/server/transfer/service/read';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { OPEN_SECTIONS } from '../pages/settings-page';
import { expect, test } from '../pages/test';

const ALL = [
  'Organization',
  'Members',
  'Your account',
  'API keys',
  'Build tokens',
  'Certificate',
  'Scanners',
  'Refused uploads',
  'Messages',
  'Feeds',
  'Dependency-Track',
  'Waivers',
  'Retired images',
  'Retention',
  'Catalog',
  'Audit log',
];
const SECTION_PATHS = [
  'organization',
  'members',
  'api-keys',
  'build-tokens',
  'certificate',
  'scanners',
  'dependency-track',
  'feeds',
  'waivers',
  'retention',
  'catalog',
  'refused-uploads',
  'audit',
];

test('begins with the first section, and each is accessible', async ({ settingsPage, page }) => {
  // Seven pages in two themes.
  test.slow();
  await settingsPage.open();
  await expect(page).toHaveURL(/\/settings\/organization$/);
  await expect(settingsPage.sectionNames()).toHaveText(ALL);
  for (const path of SECTION_PATHS) {
    await settingsPage.open(path);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectAccessible(page);
  }
});

test('fits a phone', { tag: '@phone' }, async ({ settingsPage, page }) => {
  for (const path of SECTION_PATHS) {
    await settingsPage.open(path);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
});

test(
  'where a list beside them has no room, the sections open at a button',
  { tag: '@phone' },
  async ({ settingsPage, page }) => {
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width: Math.min(width, 1366), height });
    await settingsPage.open('members');
    await expect(settingsPage.sections).toBeHidden();
    const button = page.getByRole('main').getByRole('button', { name: 'Members' });
    await button.click();
    await expect(settingsPage.sectionNames()).toHaveText(ALL);
    await expect(settingsPage.sections.getByRole('link', { name: 'Members' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(settingsPage.sections).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(settingsPage.sections).toBeHidden();
    await expect(button).toBeFocused();

    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(settingsPage.sectionNames().first()).toBeFocused();
    await settingsPage.sections.getByRole('link', { name: 'Retention' }).press('Enter');
    await expect(page).toHaveURL(/\/settings\/retention$/);
    await expect(settingsPage.sections).toBeHidden();
    await expect(page.getByRole('main').getByRole('button', { name: 'Retention' })).toBeVisible();
  },
);

test('on a wide screen the sections stand beside the one that is open', async ({
  settingsPage,
  page,
}) => {
  await settingsPage.open('members');
  await expect(settingsPage.sectionNames()).toHaveText(ALL);
  await expect(page.getByRole('button', { name: 'Members', exact: true })).toBeHidden();
  const list = await settingsPage.sections.boundingBox();
  const table = await settingsPage.table('People').boundingBox();
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThan(table?.x ?? 0);
  await expect(settingsPage.sectionNames().last()).toBeInViewport();
});

test('g t goes there', async ({ imagesPage, page }) => {
  await imagesPage.open();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/\/settings\/organization$/);
});

test('renames the organization, in the frame too', async ({ settingsPage, page }) => {
  await settingsPage.open('organization');
  await page.getByLabel('Name', { exact: true }).fill('  ');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByText('Enter a name')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Bolt & Co');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByText('The organization is called Bolt & Co now')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Places' })).toContainText('Bolt & Co');
});

test('creates another organization and goes on in it', async ({ settingsPage, page }) => {
  await settingsPage.open('organization');
  await page.getByRole('button', { name: 'Create an organization' }).click();
  const dialog = settingsPage.dialog('Create an organization');
  await dialog.getByLabel('Name').fill('Second home');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create and switch to it' }).click();
  await expect(page.getByRole('complementary', { name: 'Places' })).toContainText('Second home');
});

test('deletes the organization once its name was typed', async ({ settingsPage, page }) => {
  await settingsPage.open('organization');
  await page.getByRole('button', { name: 'Delete the organization' }).click();
  const question = settingsPage.question('Delete Acme?');
  await expect(question).toContainText('0 projects, 0 images, 1 API key, the access of 2 people');
  const go = question.getByRole('button', { name: 'Delete the organization' });
  await expect(go).toBeDisabled();
  await question.getByLabel('Type Acme to confirm').fill('Acme');
  await go.click();
  await expect(page.getByRole('heading', { name: 'You belong to no organization' })).toBeVisible();
});

test.describe('a viewer', () => {
  test.use({ role: 'viewer' });

  test('reads, and is offered nothing else', async ({ settingsPage, page }) => {
    await settingsPage.open('organization');
    await expect(settingsPage.sectionNames()).toHaveText(OPEN_SECTIONS);
    await expect(page.getByRole('button', { name: /Rename|Delete/ })).toHaveCount(0);
    await settingsPage.open('members');
    await expect(settingsPage.table('People')).toBeVisible();
    await expect(page.getByRole('button', { name: /Invite|Remove/ })).toHaveCount(0);
    await settingsPage.open('certificate');
    await expect(page.getByText('No certificate has been stored yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Store a certificate' })).toHaveCount(0);
    for (const path of ['api-keys', 'refused-uploads', 'audit']) {
      await settingsPage.open(path);
      await expect(page.getByText('Your role does not show this section.')).toBeVisible();
    }
    await expectAccessible(page);
  });

  test('leaves', async ({ settingsPage, page, workspace }) => {
    await workspace.signedIn('admin');
    await settingsPage.open('organization');
    await page.getByRole('button', { name: 'Leave the organization' }).click();
    await settingsPage.question('Leave Acme?').getByRole('button', { name: 'Leave' }).click();
    await expect(
      page.getByRole('heading', { name: 'You belong to no organization' }),
    ).toBeVisible();
  });
});

test.describe('a member', () => {
  test.use({ role: 'member' });

  test('sees what a viewer sees, and whom to ask for a key', async ({ settingsPage, page }) => {
    await settingsPage.open('scanners');
    await expect(settingsPage.sectionNames()).toHaveText(OPEN_SECTIONS);
    await expect(page.getByText('Keys are created by admins.')).toBeVisible();
    await expect(page.getByRole('tab', { name: 'GitLab CI' })).toBeVisible();
  });
});

test('all of the organization is one file, which the trail knows of', async ({
  settingsPage,
  workspace,
  page,
}) => {
  await workspace.upload({ project: 'shop', image: 'shop:1', matches: [] });
  await settingsPage.open('organization');
  const download = page.waitForEvent('download');
  await settingsPage.part('Export').getByRole('button', { name: 'Export everything' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^eventide-organization-.+Z\.tar\.gz$/);
  const { head, contents } = await verifyTransfer(await file.path());
  expect(head.tables.length).toBeGreaterThan(40);
  expect(contents.tables.find(({ name }) => name === 'image_tag')?.rows).toBe(1);
  await settingsPage.open('audit');
  const entry = page.getByText('Organization exported as a whole', { exact: true });
  await expect(entry.first()).toBeVisible();
});

test.describe('who is no admin', () => {
  test.use({ role: 'member' });

  test('is not offered it, and is refused', async ({ settingsPage, page }) => {
    await settingsPage.open('organization');
    await expect(settingsPage.part('Leave')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Export everything' })).toHaveCount(0);
    const answer = await page.request.post('/export/organization.tar.gz', {
      headers: { origin: new URL(page.url()).origin },
    });
    expect(answer.status()).toBe(403);
  });
});
