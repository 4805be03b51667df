import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

const SCAN = {
  project: 'p',
  image: 'shop:1',
  matches: [{ product: 'Node.js', cycle: '16', packageName: 'node' }],
};

test('an own date counts, is told with its reason, and can be undone', async ({
  workspace,
  productPage,
  softwarePage,
  settingsPage,
  page,
}) => {
  await workspace.upload(SCAN);
  await productPage.open('nodejs', '?cycle=16');
  await page.getByRole('button', { name: 'Set your own date' }).click();
  await productPage.dialog.getByRole('button', { name: 'Set the date' }).click();
  await expect(productPage.dialog).toContainText('Enter a day.');
  await expect(productPage.dialog).toContainText('Say why');
  await expectAccessible(page);
  await productPage.setOwnDate('2090-06-30', 'By contract 4711');
  await expect(productPage.cycle('16 (LTS)')).toContainText('30 Jun 2090');
  await expect(productPage.cycle('16 (LTS)')).toContainText('Own date');
  await expect(productPage.timeline).toContainText('Set by Ada Lovelace on');
  await expect(productPage.timeline).toContainText('The catalog says 11 Sep 2023.');

  await settingsPage.messages.getByRole('button', { name: 'Undo' }).click();
  await expect(productPage.cycle('16 (LTS)')).toContainText('11 Sep 2023');

  await page.getByRole('button', { name: 'Set your own date' }).click();
  await productPage.setOwnDate('2091-06-30', 'By contract 4712');
  await expect(productPage.cycle('16 (LTS)')).toContainText('30 Jun 2091');
  await softwarePage.open();
  await expect(softwarePage.row('Node.js 16')).toContainText('30 Jun 2091');
  await productPage.open('nodejs', '?cycle=16');
  await page.getByRole('button', { name: 'Clear it' }).click();
  await expect(productPage.cycle('16 (LTS)')).toContainText('11 Sep 2023');
  await settingsPage.messages.getByRole('button', { name: 'Undo' }).last().click();
  await expect(productPage.timeline).toContainText('By contract 4712');
});

test('adds, changes and deletes a product of its own', async ({
  workspace,
  catalogPage,
  productPage,
  checkPage,
  settingsPage,
  page,
}) => {
  await workspace.upload({
    project: 'p',
    image: 'billing:1',
    matches: [{ product: 'ACME Billing', cycle: '3', eol: '2020-01-01' }],
  });
  await catalogPage.open();
  await catalogPage.add.click();
  await page.getByRole('button', { name: 'Add the product' }).click();
  await expect(page.getByText('Some fields need another look.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Name', { exact: true }).first().fill('ACME Billing');
  await page.getByLabel('Package URLs').fill('acme/billing');
  await page.getByLabel('Name', { exact: true }).last().fill('3');
  await page.getByLabel('Supported until', { exact: true }).fill('2090-03-03');
  await page.getByLabel('Reason').fill('It is ours');
  await page.getByRole('button', { name: 'Add the product' }).click();
  await expect(page.getByText(/^Line 1: /)).toBeVisible();
  await page.getByLabel('Package URLs').fill('pkg:docker/acme/billing');
  await page.getByRole('button', { name: 'Add the product' }).click();
  await expect(productPage.title).toHaveText('ACME Billing');
  await expect(page).toHaveURL(/\/catalog\/acme-billing$/);
  await expect(productPage.cycle('3')).toContainText('3 Mar 2090');
  await expect(productPage.cycle('3')).toContainText('1 image');
  await expect(productPage.facts).toContainText('It is ours');

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Add a cycle' }).click();
  await page.getByLabel('Name', { exact: true }).nth(1).fill('4');
  await page.getByRole('checkbox', { name: 'Ended, date unknown' }).last().click();
  await page.getByRole('button', { name: 'Save the product' }).click();
  await expect(productPage.cycles()).toHaveText(['4', '3']);
  await expect(productPage.cycle('3')).toContainText('Ended, date unknown');
  await checkPage.open('?q=pkg:docker/acme/billing@3.1');
  await expect(checkPage.verdict).toHaveText('ACME Billing 3 has ended, date unknown');
  await expect(checkPage.verdict.getByRole('img', { name: 'Ended' })).toBeVisible();

  await productPage.open('acme-billing');
  await page.getByRole('button', { name: 'Delete' }).click();
  await settingsPage
    .question('Delete ACME Billing?')
    .getByRole('button', { name: 'Delete the product' })
    .click();
  await expect(page).toHaveURL(/\/catalog$/);
  await catalogPage.search.fill('ACME Billing');
  await expect(page.getByText('No product of the catalog matches')).toBeVisible();
});

test('the form fits a phone', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/catalog/new');
  await expect(page.getByRole('heading', { name: 'Add a product' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test(
  'a name of 200 characters stays in its place',
  { tag: '@phone' },
  async ({ catalogPage, productPage, page }) => {
    const name = 'N'.repeat(200);
    await page.goto('/catalog/new');
    await page.getByLabel('Name', { exact: true }).first().fill(name);
    await page.getByLabel('Short name (in addresses)').fill('long');
    await page.getByLabel('Name', { exact: true }).last().fill('c'.repeat(200));
    await page.getByLabel('Reason').fill('r'.repeat(200));
    await page.getByRole('button', { name: 'Add the product' }).click();
    await expect(productPage.title).toHaveText(name);
    await expectNoSidewaysScroll(page);
    await catalogPage.open('?q=NNN');
    await expect(catalogPage.names()).toHaveText([new RegExp(name)]);
    await expectNoSidewaysScroll(page);
  },
);

for (const role of ['member', 'viewer'] as const) {
  test.describe(`a ${role}`, () => {
    test.use({ role });

    test('reads, and is offered no change', async ({
      workspace,
      catalogPage,
      productPage,
      page,
    }) => {
      await workspace.upload(SCAN);
      await catalogPage.open('?use=here');
      await expect(catalogPage.names()).toHaveText([/^Node\.js/]);
      await expect(catalogPage.add).toHaveCount(0);
      await productPage.open('nodejs', '?cycle=16');
      await expect(productPage.timeline).toContainText('security fixes that cost nothing');
      await expect(page.getByRole('button', { name: /own date|Delete/ })).toHaveCount(0);
      await page.goto('/catalog/new');
      await expect(page.getByText('Products are added to the catalog by admins.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Add the product' })).toHaveCount(0);
      await productPage.open('nodejs/edit');
      await expect(page.getByRole('heading', { name: 'There is no such product' })).toBeVisible();
    });
  });
}
