import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

// Names that the catalog does not know, so that the dates are the scans'.
const SHOP: ScanSketch = {
  ...{ project: 'shop', image: 'api:1' },
  matches: [
    { product: 'Oldware', cycle: '1', eol: daysFromToday(-133) },
    { product: 'Shortware', cycle: '2', eol: daysFromToday(100) },
    { product: 'Longware', cycle: '3', eol: daysFromToday(4_000) },
  ],
};

test(
  'support is promised, what ends earlier is seen, and the promise is taken back',
  { tag: '@phone' },
  async ({ workspace, page }) => {
    await workspace.upload(SHOP);
    await page.goto('/outlives');
    await expect(page.getByText('Nothing is promised yet.')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.goto('/projects');
    await page.getByRole('link', { name: 'shop' }).first().click();
    await page.getByRole('link', { name: 'Promise support' }).click();
    await expect(page.getByText('No support is promised yet')).toBeVisible();
    await page.getByRole('button', { name: 'Promise support' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save the promise' }).click();
    await expect(dialog).toContainText('Enter the last day of support.');
    await expectAccessible(page);
    await dialog.getByLabel('Supported until').fill(daysFromToday(1_000));
    await dialog.getByLabel('Product').fill('Acme Shop 4');
    await dialog.getByRole('button', { name: 'Save the promise' }).focus();
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acme Shop 4');
    await expect(page.getByText(/2 release cycles in it end earlier/)).toBeVisible();
    const table = page.getByRole('table', { name: 'Release cycles against the promise' });
    await expect(table).toContainText('Longware 3');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('radio', { name: /^Ends earlier/ }).check({ force: true });
    await expect(page).toHaveURL(/show=earlier/);
    await expect(table).not.toContainText('Longware 3');
    await expect(table).toContainText('Shortware 2');
    await expect(page.getByRole('link', { name: 'Export as CSV' })).toHaveAttribute(
      'href',
      /outlives\.csv\?show=earlier$/,
    );

    await page.goto('/outlives');
    await expect(page.getByRole('table', { name: 'Promises of support' })).toContainText(
      'Acme Shop 4',
    );
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Acme Shop 4' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Remove the promise' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('No support is promised yet')).toBeVisible();
  },
);
