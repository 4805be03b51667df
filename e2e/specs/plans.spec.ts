import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

const perl = { product: 'Perl', cycle: '5.30', eol: daysFromToday(-40) };
const SCANS: readonly ScanSketch[] = [
  { project: 'shop', image: 'api:1', matches: [perl] },
  { project: 'shop', image: 'web:1', matches: [perl] },
];
const DUE = daysFromToday(400);

test('a move is planned from the software, is measured by scans, and closes by itself', async ({
  workspace,
  plansPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await plansPage.open();
  await expect(page.getByText('What is to be moved where and by when')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Plan a move' }).click();
  await page.getByRole('link', { name: 'Perl 5.30' }).click();
  await page.getByRole('button', { name: 'Plan the move' }).click();
  await expect(page.getByText('Enter a day.')).toBeVisible();
  await page.getByLabel('Its release cycle').fill('5.42');
  await page.getByLabel(/^By/).fill(DUE);
  await page.getByLabel('Ticket').fill('SHOP-1');
  await page.getByRole('button', { name: 'Plan the move' }).click();
  await expect(page.getByText('Enter an address that begins with https://.')).toBeVisible();
  await page.getByLabel('Ticket').fill('https://tickets.example.com/SHOP-1');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Plan the move' }).click();
  await expect(plansPage.title).toHaveText('Perl 5.30 to 5.42');
  await expect(page.getByText('2 of 2 images left').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Facts' })).toContainText('EvidenceCatalog');
  await expectAccessible(page);

  await workspace.uploadAll([{ project: 'shop', image: 'api:1', matches: [] }]);
  await plansPage.open();
  const card = plansPage.column('Later').getByRole('listitem');
  await expect(card).toContainText('Perl 5.30');
  await expect(card).toContainText('Under way');
  await expect(card).toContainText('1 of 2 images left');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await workspace.uploadAll([{ project: 'shop', image: 'web:1', matches: [] }]);
  await page.reload();
  await expect(plansPage.column('Done').getByRole('listitem')).toContainText(
    'None of 2 images left',
  );
  await plansPage.view('Table').check();
  await expect(page).toHaveURL(/view=table/);
  await expect(plansPage.table.getByRole('rowheader')).toHaveText(['Perl 5.30']);
  await expectAccessible(page);
});

test('a plan is changed and deleted, and the software’s page shows it', async ({
  workspace,
  plansPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await plansPage.plan('Perl 5.30', { to: '5.40', by: DUE });
  await expect(plansPage.title).toHaveText('Perl 5.30 to 5.40');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the plan' });
  await dialog.getByLabel('Its release cycle').fill('5.42');
  await dialog.getByRole('checkbox', { name: 'The work has begun' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(plansPage.title).toHaveText('Perl 5.30 to 5.42');
  await expect(page.getByText('Under way')).toBeVisible();

  await page.goto('/software');
  await page.getByRole('link', { name: 'Perl 5.30' }).first().click();
  await expect(page.getByRole('link', { name: 'Move to 5.42' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Move to 5.42' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete the plan for Perl 5.30?' })
    .getByRole('button', { name: 'Delete the plan' })
    .click();
  await expect(page).toHaveURL(/\/plans$/);
  await expect(page.getByText('What is to be moved where and by when')).toBeVisible();
});

test('fits a phone, with long names', { tag: '@phone' }, async ({ workspace, plansPage, page }) => {
  const product = `Product ${'x'.repeat(150)}`;
  const matches = [{ product, cycle: '1', eol: daysFromToday(-4) }];
  await workspace.uploadAll([{ project: 'shop', image: 'api:1', matches }]);
  await plansPage.plan(`${product} 1`, { to: '2', by: DUE });
  await expect(plansPage.title).toContainText(product);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await plansPage.open();
  await expect(plansPage.board).toContainText(product);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await plansPage.open('?view=table');
  await expect(plansPage.table).toContainText(product);
  await expectNoSidewaysScroll(page);
});

test.describe('a viewer', () => {
  test.use({ role: 'viewer' });

  test('reads plans and finds no way to make one', async ({ workspace, plansPage, page }) => {
    await workspace.uploadAll(SCANS);
    await plansPage.open();
    await expect(page.getByText('What is to be moved where and by when')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Plan a move' })).toHaveCount(0);
  });
});
