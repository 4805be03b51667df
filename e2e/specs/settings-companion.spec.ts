import { randomUUID } from 'node:crypto';
import { DependencyTrackServer } from '@/test/dependency-track-server';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test as base } from '../pages/test';

const PULLED = { timeout: 30_000 };

const test = base.extend<{ remote: DependencyTrackServer }>({
  remote: async ({}, use) => {
    const remote = await DependencyTrackServer.start();
    const project = (name: string, version: string) => ({
      ...{ uuid: randomUUID(), name, version, lastBomImport: 1_763_726_400_000 },
    });
    remote.projects = [
      project('payments', '2.4.1'),
      project('storefront', '7.0'),
      project('a-service-with-a-long-name-that-somebody-thought-of-on-a-friday', '1.0.0-rc.12'),
      { ...project('broken', '1'), purls: [] },
    ];
    const broken = remote.projects.at(-1);
    if (broken) {
      remote.instead.set(remote.bomPath(broken.uuid), (response) =>
        response.end('{"not":"a BOM"}'),
      );
    }
    await use(remote);
    await remote.stop();
  },
});

test('tries an address, pulls from it, says what failed, and ends', async ({
  settingsPage,
  page,
  remote,
}) => {
  await settingsPage.open('dependency-track');
  await expect(page.getByText('The projects of your Dependency-Track will be here')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pull from a Dependency-Track' }).click();
  const dialog = settingsPage.dialog('Pull from a Dependency-Track');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('must be an address', { exact: false })).toBeVisible();
  await dialog.getByLabel('Address').fill(`${remote.url}/api`);
  await dialog.getByLabel('API key').fill('odt_wrong');
  await dialog.getByRole('button', { name: 'Test the connection' }).click();
  await expect(dialog.getByRole('status')).toContainText('It refuses the key (401)');
  await dialog.getByLabel('API key').fill(remote.key);
  await dialog.getByRole('button', { name: 'Test the connection' }).click();
  await expect(dialog.getByRole('status')).toContainText('the key reads 4 active projects');
  await expectAccessible(page);
  await settingsPage.choose(dialog.getByLabel('Pull every'), '12 hours');
  await dialog.getByRole('button', { name: 'Save' }).click();

  await expect(page.getByText('Went through')).toBeVisible(PULLED);
  await expect(page.getByText('4 projects · 3 pulled · 1 failed')).toBeVisible();
  await expect(page.getByText('every 12 hours')).toBeVisible();
  const table = 'Projects of the Dependency-Track';
  await expect(settingsPage.row(table, 'broken')).toContainText('Its BOM is not read');
  await page.screenshot({ path: test.info().outputPath('pulled.png'), fullPage: true });
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Failed' }).click();
  await expect(settingsPage.table(table).getByRole('rowheader')).toHaveCount(1);
  await expect(page).toHaveURL(/state=failed/);
  await page.goBack();

  await page.getByRole('button', { name: 'Change…' }).click();
  const change = settingsPage.dialog('Change where it is pulled from');
  await expect(change).toContainText('Leave it empty to keep the stored one.');
  await change.getByLabel('Address').fill('https://elsewhere.example.com');
  await expect(change).toContainText('another address needs it again');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change.getByRole('alert')).toContainText('when the address changes');
  await change.getByRole('button', { name: 'Cancel' }).click();

  await settingsPage.row(table, 'payments').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('payments');
  await expect(
    page.getByText(`Dependency-Track ${new URL(remote.url).host}`).first(),
  ).toBeVisible();
  await settingsPage.open('dependency-track');
  await page.getByRole('button', { name: 'Pull now' }).click();
  await expect(page.getByText('3 unchanged')).toBeVisible(PULLED);
  await page.getByRole('button', { name: 'Stop…' }).click();
  await settingsPage
    .question('Stop pulling from this Dependency-Track?')
    .getByRole('button', { name: 'Stop pulling' })
    .click();
  await expect(page.getByText('The projects of your Dependency-Track will be here')).toBeVisible();
});

test('fits a phone', { tag: '@phone' }, async ({ settingsPage, page, remote }) => {
  await settingsPage.open('dependency-track');
  await page.getByRole('button', { name: 'Pull from a Dependency-Track' }).click();
  const dialog = settingsPage.dialog('Pull from a Dependency-Track');
  await dialog.getByLabel('Address').fill(remote.url);
  await dialog.getByLabel('API key').fill(remote.key);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Went through')).toBeVisible(PULLED);
  await expectNoSidewaysScroll(page);
});

test.describe('a viewer', () => {
  test.use({ role: 'viewer' });

  test('is told whom to ask, and sees no address', async ({ settingsPage, page }) => {
    await settingsPage.open('dependency-track');
    await expect(settingsPage.part('Dependency-Track')).toBeVisible();
    await expect(page.getByRole('button', { name: /Pull/ })).toHaveCount(0);
    await expect(settingsPage.sectionNames().filter({ hasText: 'Dependency-Track' })).toHaveCount(
      0,
    );
  });
});
