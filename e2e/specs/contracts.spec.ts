import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

// Names that the catalog does not know, so that the dates are the scans'.
const ended = { product: 'Oldware', cycle: '1', eol: daysFromToday(-133) };
const SCANS: readonly ScanSketch[] = [
  { project: 'shop', image: 'api:1', matches: [ended] },
  { project: 'till', image: 'web:1', matches: [ended] },
];

test(
  'a contract is entered by keyboard, its marks are seen, it is changed and ended',
  { tag: '@phone' },
  async ({ workspace, contractsPage, page }) => {
    await workspace.uploadAll(SCANS);
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
    await page.getByRole('button', { name: 'Project' }).click();
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
    await expect(page.getByText('EUR 12000.00')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);
