import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test as base } from '../pages/test';

const READ = { timeout: 30_000 };
const FILE = `version: 1
products:
  - slug: acme-shared
    name: ACME Shared
    category: framework
    reason: Of the group
    cycles: [{ name: '3', supportedUntil: 2030-01-31 }]
  - slug: acme-both
    name: ACME Both
    category: framework
    reason: Of the group
`;

/** A catalog at an address, and what it says now. */
interface Shared {
  readonly url: string;
  text: string;
}

const test = base.extend<{ shared: Shared }>({
  shared: async ({}, use) => {
    const shared = { url: '', text: FILE };
    const server = createServer((_request, response) => response.end(shared.text));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A server that listens on a port has such an address.
    const { port } = server.address() as AddressInfo;
    shared.url = `http://127.0.0.1:${String(port)}/catalog.yaml`;
    await use(shared);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});

test.describe('as admin', () => {
  test.use({ role: 'admin' });

  test(
    'a catalog of others is looked at, read, said to fail, and ended',
    { tag: '@phone' },
    async ({ page, settingsPage, shared }) => {
      await page.goto('/catalog/own');
      const text = page.getByRole('textbox', { name: 'catalog.yaml' });
      await text.fill(
        'version: 1\nproducts: [{ slug: acme-both, name: ACME Both, category: app, reason: Ours }]\n',
      );
      await page.getByRole('button', { name: 'Show what it changes' }).press('Enter');
      await page.getByRole('button', { name: 'Apply 1 change' }).press('Enter');
      await expect(page.getByRole('link', { name: 'ACME Both' })).toBeVisible();
      await expect(page.getByText('No external catalog is read yet.')).toBeVisible();

      await page.getByRole('button', { name: 'Add an external catalog' }).press('Enter');
      const dialog = settingsPage.dialog('Add an external catalog');
      await dialog.getByLabel('Name').fill('ACME Group');
      await dialog.getByLabel('Address').fill('nowhere');
      await dialog.getByRole('button', { name: 'Show what it brings' }).click();
      await expect(dialog.getByText('must be an address', { exact: false })).toBeVisible();
      await dialog.getByLabel('Address').fill(shared.url);
      await dialog.getByRole('button', { name: 'Show what it brings' }).click();
      await expect(dialog.getByText('1 product would change')).toBeVisible();
      await expect(dialog.getByText('1 product left out')).toBeVisible();
      await expectAccessible(page);
      await settingsPage.choose(dialog.getByLabel('Read it'), 'Every week');
      await dialog.getByRole('button', { name: 'Read it from now on' }).click();

      const list = page.getByRole('list', { name: 'External catalogs' });
      await expect(list.getByText('1 product, last read')).toBeVisible(READ);
      await expect(list.getByText('Every week')).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.screenshot({ path: test.info().outputPath('read.png'), fullPage: true });

      await page.getByRole('link', { name: 'ACME Shared' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'ACME Shared' })).toBeVisible();
      await expect(page.getByText('From ACME Group')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
      await page.goBack();

      shared.text = 'no catalog';
      await page.getByRole('button', { name: 'Read ACME Group now' }).press('Enter');
      await expect(list.getByText('The document is refused', { exact: false })).toBeVisible(READ);
      await expect(page.getByRole('link', { name: 'ACME Shared' })).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);

      await page.getByRole('button', { name: 'Stop reading ACME Group' }).press('Enter');
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: 'Stop reading' })
        .press('Enter');
      await expect(page.getByText('No external catalog is read yet.')).toBeVisible();
      await expect(page.getByRole('link', { name: 'ACME Shared' })).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'ACME Both' })).toBeVisible();
    },
  );
});
