import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

// Names that the catalog does not know, so that the dates are the scans'.
const ended = { product: 'Oldware', cycle: '1', eol: daysFromToday(-133) };
const SHOP: ScanSketch = { project: 'shop', image: 'api:1', matches: [ended] };
const TILL: ScanSketch = { project: 'till', image: 'web:1', matches: [ended] };

test(
  'a contract is entered by keyboard, its marks are seen, it is changed and ended',
  { tag: '@phone' },
  async ({ workspace, contractsPage, page }) => {
    const imageId = await workspace.upload(SHOP);
    await workspace.upload(TILL);
    await contractsPage.open();
    await expect(page.getByText('No contract has been entered yet.')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const enter = page.getByRole('link', { name: 'Enter a contract' });
    await enter.focus();
    await page.keyboard.press('Enter');
    await expect(contractsPage.title).toHaveText('Enter a contract');
    const verb = page.getByRole('button', { name: 'Enter the contract' });
    await verb.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Name the vendor')).toBeVisible();
    await expect(page.getByLabel('Vendor')).toBeFocused();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await contractsPage.fill({ vendor: 'Longterm', product: 'Nosuch', endsOn: daysFromToday(60) });
    await verb.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/The contract was not entered/)).toBeVisible();
    await page.getByLabel('Product').fill('Oldware');
    await page.getByLabel('Release cycle').fill('1');
    await page.getByRole('combobox', { name: 'Where' }).click();
    await page.getByRole('option', { name: 'One project' }).click();
    await page.getByRole('button', { name: 'Project', exact: true }).click();
    await page.getByRole('option', { name: 'shop' }).click();
    await page.getByLabel('Cost').fill('12000.00');
    await page.getByLabel('Currency').fill('eur');
    await verb.focus();
    await page.keyboard.press('Enter');

    await expect(contractsPage.title).toHaveText('Contract with Longterm');
    await expect(page.getByText('60 days until its end')).toBeVisible();
    await expect(page.getByText('To be renewed', { exact: true })).toBeVisible();
    await expect(contractsPage.covers).toContainText('Oldware 1');
    await expect(contractsPage.covers).toContainText('Ended 133 days ago');
    await expect(contractsPage.history).toContainText('Entered');
    await expect(page.getByText('€12,000.00')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const contract = page.url();

    // What it covers is told apart from the same software elsewhere, and no target comes of it.
    await page.goto('/software');
    await expect(
      page.getByText(/^Supported until .* by contract with Longterm, in shop/),
    ).toBeVisible();
    await expect(
      page.getByText(/^Outside the contract with Longterm, which covers it in shop/),
    ).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.goto(`/images/${imageId}`);
    await expect(
      page.getByText(/^Supported until .* by contract with Longterm, in shop/),
    ).toBeVisible();
    await expectAccessible(page);
    await page.goto('/');
    await expect(page.getByText(/by contract with Longterm/).first()).toBeVisible();
    await page.goto('/timeline?as=table');
    await expect(page.getByText(/by contract with Longterm/)).toBeVisible();
    await expect(page.getByText(/^Outside the contract with Longterm/)).toBeVisible();
    await page.goto('/timeline');
    await expect(page.getByText('Contract', { exact: true })).toBeVisible();
    await expect(page.getByText('Under contract', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/projects');
    await page.getByRole('rowheader').filter({ hasText: 'shop' }).getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Supported by contract here' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.goto(contract);
    await page.getByRole('link', { name: 'Change', exact: true }).click();
    await expect(contractsPage.title).toHaveText('Change the contract');
    await expect(page.getByLabel('Vendor')).toHaveValue('Longterm');
    await page.getByLabel(/^First day/).fill(daysFromToday(-30));
    await page.getByLabel(/^End/).fill(daysFromToday(400));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save the contract' }).click();
    await expect(contractsPage.title).toHaveText('Contract with Longterm');
    await expect(page.getByText('400 days until its end')).toBeVisible();
    await expect(page.getByText('Running', { exact: true })).toBeVisible();
    await expect(contractsPage.history).toContainText('instead of');

    await page.getByRole('button', { name: 'End today' }).click();
    const ending = page.getByRole('alertdialog', { name: 'End the contract with Longterm today?' });
    await expectAccessible(page);
    await ending.getByRole('button', { name: 'End the contract' }).click();
    await expect(page.getByText('It covers nothing any more')).toBeVisible();
    await expect(page.getByRole('button', { name: 'End today' })).toHaveCount(0);
    await page.goto('/software');
    await expect(
      page.getByText(/^Supported no longer than .* by contract with Longterm/),
    ).toBeVisible();
  },
);

test('contracts are filtered and sorted in the address, and deleted; what covers nothing is marked', async ({
  workspace,
  contractsPage,
  page,
}) => {
  await workspace.uploadAll([SHOP, TILL]);
  await page.goto('/software');
  await page.getByRole('link', { name: 'Oldware 1' }).click();
  await page.getByRole('link', { name: 'Enter a contract on Oldware 1' }).click();
  await expect(page.getByLabel('Product')).toHaveValue('Oldware');
  await contractsPage.fill({
    ...{ vendor: 'Longterm', product: 'Oldware', cycle: '1', endsOn: daysFromToday(400) },
  });
  await contractsPage.submit();
  await expect(contractsPage.title).toHaveText('Contract with Longterm');
  await contractsPage.open('/new');
  await contractsPage.fill({ vendor: 'Shorter', product: 'Oldware', endsOn: daysFromToday(40) });
  await contractsPage.submit();
  await expect(contractsPage.title).toHaveText('Contract with Shorter');
  await expect(page.getByText('Covers nothing', { exact: true })).toBeVisible();
  await expect(contractsPage.covers).toContainText('no image holds any of it');
  await expectAccessible(page);

  await contractsPage.open();
  await expect(contractsPage.vendors()).toHaveText(['Shorter', 'Longterm']);
  await expect(contractsPage.row('Shorter')).toContainText('Covers nothing');
  await expect(contractsPage.row('Shorter')).toContainText('Oldware, every release cycle');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Vendor', exact: true }).click();
  await page.getByRole('option', { name: 'Longterm' }).click();
  await expect(contractsPage.vendors()).toHaveText(['Longterm']);
  await page.reload();
  await expect(contractsPage.vendors()).toHaveText(['Longterm']);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(contractsPage.vendors()).toHaveText(['Shorter', 'Longterm']);
  await contractsPage.search.fill('no such');
  await expect(page.getByText('No contract matches these filters.')).toBeVisible();
  await page.goto('/contracts?state=ending');
  await expect(contractsPage.vendors()).toHaveText(['Shorter']);

  await page.getByRole('link', { name: 'Shorter' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  const deleting = page.getByRole('alertdialog', { name: 'Delete the contract with Shorter?' });
  await deleting.getByRole('button', { name: 'Delete the contract' }).click();
  await expect(page).toHaveURL(/\/contracts$/);
  await expect(contractsPage.vendors()).toHaveText(['Longterm']);
});

test('who may not decide looks, and the palette leads to the page', async ({
  workspace,
  contractsPage,
  page,
  context,
}) => {
  await page.goto('/');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('new contract');
  await page.getByRole('option', { name: 'New contract' }).click();
  await expect(contractsPage.title).toHaveText('Enter a contract');
  const viewer = await workspace.signedIn('viewer');
  await context.addCookies([viewer.cookie]);
  await contractsPage.open();
  await expect(page.getByText('Admins enter contracts.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Enter a contract' })).toHaveCount(0);
  await contractsPage.open('/new');
  await expect(page.getByText('Admins enter and change contracts.')).toBeVisible();
  await contractsPage.open('/019a0000-0000-7000-8000-000000000000');
  await expect(contractsPage.title).toHaveText('There is no such contract');
});
