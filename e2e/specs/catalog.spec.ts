import { readFile } from 'node:fs/promises';
import { parseCsv } from '@/domain/csv/testing/parse-csv';
import type { ScanSketch } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

// Cycles that ended long ago, whatever day the tests run on.
const node16 = { product: 'Node.js', cycle: '16', packageName: 'node' };
const node14 = { product: 'Node.js', cycle: '14', packageName: 'node' };
const SCANS: readonly ScanSketch[] = [
  { project: 'github//acme/shop', image: 'shop:1', matches: [node16] },
  { project: 'github//acme/shop', image: 'shop:2', matches: [node16] },
  { project: 'legacy', image: 'mailer:4', matches: [node14] },
  { project: 'legacy', image: 'odd:1', matches: [{ product: 'Node.js', cycle: 'zero' }] },
];

test('finds products by what they are called, and by what is pasted', async ({
  workspace,
  catalogPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await catalogPage.open();
  await expect(catalogPage.names().first()).toBeVisible();
  await expectAccessible(page);
  for (const text of [
    'node.js',
    'pkg:docker/library/node@20.1.0?arch=amd64',
    'cpe:2.3:a:nodejs:node.js:16.20.2:*:*:*:*:*:*:*',
  ]) {
    await catalogPage.search.fill(text);
    await expect(catalogPage.names()).toHaveText([/^Node\.js/]);
  }
  // All of it ended long ago, and nothing here holds it.
  await catalogPage.search.fill('angularjs');
  await expect(catalogPage.names()).toHaveText([/^AngularJS/]);
  await expect(catalogPage.row('AngularJS')).toContainText('All cycles have ended');
  await catalogPage.search.fill('');
  await catalogPage.use('In use here').click();
  await expect(catalogPage.names()).toHaveText([/^Node\.js/]);
  await catalogPage.chooseKind('Database');
  await expect(
    page.getByText('Nothing in use here matches these filters: the kind database.'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await catalogPage.chooseKind('Database');
  await expect(page).toHaveURL(/kind=database/);
  await page.reload();
  await expect(catalogPage.names().filter({ hasText: 'PostgreSQL' })).toBeVisible();
  await expect(catalogPage.names().filter({ hasText: 'Node.js' })).toHaveCount(0);
});

test('saves the list as its filters and columns say', async ({ workspace, catalogPage, page }) => {
  await workspace.uploadAll(SCANS);
  await catalogPage.open('?use=here&columns=images,category');
  await expect(catalogPage.names()).toHaveText([/^Node\.js/]);
  await expect(catalogPage.table.getByRole('columnheader')).toHaveText([
    'Product',
    'Images',
    'Kind',
  ]);
  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export', exact: true }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/^Acme-catalog-\d{4}-\d\d-\d\d\.csv$/);
  const [header, ...products] = parseCsv(await readFile(await file.path(), 'utf8'));
  expect(header).toEqual(['Product', 'Vendor', 'Source', 'Images', 'Kind']);
  expect(products.map(([name, , source, images]) => [name, source, images])).toEqual([
    ['Node.js', 'Catalog', '4'],
  ]);
});

test('numbers lead to exactly what they count', async ({
  workspace,
  catalogPage,
  productPage,
  imagePage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await catalogPage.open('?use=here');
  const row = catalogPage.row('Node.js');
  await row.getByRole('link', { name: '3 cycles in use that have ended' }).click();
  await expect(productPage.cycles()).toHaveText([/^16/, /^14/]);
  await expect(productPage.otherCycles()).toHaveText([/^zeroEnded/]);
  await page.goBack();
  await row.getByRole('link', { name: '4 images' }).click();
  await expect(productPage.images.getByRole('rowheader')).toHaveText([
    'mailer:4',
    'odd:1',
    'shop:1',
    'shop:2',
  ]);
  await productPage.cycle('16 (LTS)').getByRole('link', { name: '2 images' }).click();
  await expect(productPage.images.getByRole('rowheader')).toHaveText(['shop:1', 'shop:2']);
  await productPage.otherCycles().getByRole('link', { name: '1 image' }).click();
  await expect(productPage.images.getByRole('rowheader')).toHaveText(['odd:1']);
  await productPage.images.getByRole('rowheader').getByRole('link').click();
  await expect(imagePage.title).toHaveText('odd:1');
});

test('draws a product’s cycles, and opens one', async ({ workspace, productPage, page }) => {
  await workspace.uploadAll(SCANS);
  await productPage.open('nodejs');
  await expect(page).toHaveTitle(/Node\.js/);
  await expect(productPage.facts).toContainText('OpenJS Foundation');
  await expect(productPage.facts.getByRole('button', { name: /copy the CPE/ })).toBeVisible();
  await expect(productPage.cycle('16 (LTS)')).toContainText('11 Sep 2023');
  await expect(productPage.cycle('16 (LTS)')).toContainText('Released 20 Apr 2021');
  await expectAccessible(page);
  await productPage.openCycle('16 (LTS)');
  await expect(productPage.timeline).toContainText('security fixes that cost nothing');
  await expect(page).toHaveURL(/cycle=16/);
  await expectAccessible(page);
  await productPage.choices.getByRole('link', { name: 'All' }).click();
  await expect.poll(() => productPage.cycles().count()).toBeGreaterThan(15);
  await page.goBack();
  await page.goBack();
  await expect(productPage.timeline).not.toContainText('security fixes that cost nothing');
});

test('a product that is not there', async ({ productPage, page }) => {
  await productPage.open('no-such-thing');
  await expect(page.getByRole('heading', { name: 'There is no such product' })).toBeVisible();
  await expectAccessible(page);
});

test('fits a phone', { tag: '@phone' }, async ({ workspace, catalogPage, productPage, page }) => {
  await workspace.uploadAll(SCANS);
  await catalogPage.open('?use=here');
  await expect(catalogPage.names()).toHaveText([/^Node\.js/]);
  await expectNoSidewaysScroll(page);
  await productPage.open('nodejs', '?cycle=16');
  await expect(productPage.cycle('16 (LTS)')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('the palette leads to products, and keys to the catalog', async ({ productPage, page }) => {
  await page.goto('/images');
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/catalog$/);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('postgres');
  await page.getByRole('option', { name: /^PostgreSQL/ }).click();
  await expect(productPage.title).toHaveText('PostgreSQL');
});
