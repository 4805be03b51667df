import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

/** Node.js 16 has ended, and no catalog has what nobody knows. */
const DOCUMENT = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  metadata: {
    component: { type: 'application', name: 'billing', version: '2.0' },
    tools: { components: [{ type: 'application', name: 'a tool', version: '1.2' }] },
  },
  components: [
    { type: 'platform', name: 'node', version: '16.20.2', purl: 'pkg:generic/nodejs@16.20.2' },
    { type: 'library', name: 'nobody-knows-it', version: '1.0' },
    { type: 'library', name: 'without-a-version' },
  ],
};

const fileOf = (document: unknown, name = 'billing.cdx.json') => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(document)),
});

const chooser = (page: Page) => page.getByLabel(/^Drop an SBOM here, or choose a file/);
const findings = (page: Page) => page.getByRole('table', { name: 'Software in the document' });

/** Drops a file where nothing in particular is. */
async function dropOnPage(page: Page, document: unknown) {
  const text = JSON.stringify(document);
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'dropped.json', { type: 'application/json' }));
    return data;
  }, text);
  await page.locator('main').dispatchEvent('drop', { dataTransfer: transfer });
}

test(
  'a document is checked on the page, and nothing is stored',
  { tag: '@phone' },
  async ({ workspace, imagesPage, page }) => {
    await workspace.upload({ project: 'shop', image: 'ghcr.io/acme/shop:1', matches: [] });
    await page.goto('/check', { waitUntil: 'networkidle' });
    await chooser(page).setInputFiles(fileOf(DOCUMENT));
    await expect(page.getByRole('heading', { name: 'billing.cdx.json' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Policies' })).toContainText('Allowed');
    await expect(findings(page)).toContainText('Node.js 16');
    await expect(findings(page)).toContainText('11 Sep 2023');
    await expect(findings(page)).toContainText('Catalog');
    const understood = page.getByRole('region', { name: 'What was understood' });
    await expect(understood).toContainText('CycloneDX JSON 1.6');
    await expect(understood).toContainText('a tool 1.2');
    await expect(understood).toContainText('neither supported nor ended');
    await understood.getByText('Which are not matched').click();
    await expect(understood.getByRole('listitem')).toHaveText(['nobody-knows-it 1.0', /^without/]);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('checked.png'), fullPage: true });
    await page.goto('/images');
    await expect(imagesPage.names()).toHaveText(['ghcr.io/acme/shop:1']);
    await expect(page.getByText('billing')).toHaveCount(0);
  },
);

test('a document that cannot be read is refused with the place, and another is taken', async ({
  page,
}) => {
  await page.goto('/check', { waitUntil: 'networkidle' });
  const broken = { ...DOCUMENT, components: [{ type: 'library', name: 7 }] };
  await chooser(page).setInputFiles(fileOf(broken, 'broken.json'));
  const refusal = page.getByRole('alert').filter({ hasText: 'broken.json could not be checked.' });
  await expect(refusal).toContainText('components[0].name');
  await expect(refusal).toContainText('Nothing was stored.');
  await expectAccessible(page);
  const tooLarge = { detail: 'The document is larger than 67108864 bytes' };
  const checks = '**/api/sbom/check*';
  await page.route(checks, (route) => route.fulfill({ status: 413, json: tooLarge }));
  await chooser(page).setInputFiles(fileOf(DOCUMENT, 'large.json'));
  await expect(page.getByRole('alert').filter({ hasText: 'large.json' })).toContainText(
    'The document is larger than 64 MiB',
  );
  await page.unroute(checks);
  await chooser(page).setInputFiles(fileOf('nothing of that kind', 'text.json'));
  await expect(page.getByRole('alert').filter({ hasText: 'text.json' })).toBeVisible();
  await chooser(page).setInputFiles(fileOf(DOCUMENT));
  await expect(findings(page)).toContainText('Node.js 16');
});

test('a file dropped beside the field of the check is checked, and the page stays', async ({
  page,
}) => {
  await page.goto('/check', { waitUntil: 'networkidle' });
  await expect(chooser(page)).toBeAttached();
  await dropOnPage(page, DOCUMENT);
  await expect(page.getByRole('heading', { name: 'dropped.json' })).toBeVisible();
  await expect(findings(page)).toContainText('Node.js 16');
});

test('a file dropped on the images is uploaded, named, and leads to its page', async ({
  workspace,
  page,
}) => {
  await workspace.upload({ project: 'shop', image: 'ghcr.io/acme/shop:1', matches: [] });
  await page.goto('/images', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Upload an SBOM' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload an SBOM' });
  await expect(chooser(page)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  const { metadata: _, ...nameless } = DOCUMENT;
  await dropOnPage(page, nameless);
  await expect(dialog).toContainText('dropped.json');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialog.getByText('The document does not say what it describes')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('invoices');
  await dialog.getByLabel('Tag or version').fill('7');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialog.getByText('Uploaded', { exact: true })).toBeVisible();
  await expect(findings(page)).toContainText('Node.js 16');
  await expect(findings(page).getByRole('link', { name: 'Why Node.js 16' })).toHaveAttribute(
    'href',
    /\/findings\/[0-9a-f-]{36}$/,
  );
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('stored.png') });
  await dialog.getByRole('link', { name: 'Open its page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('invoices');
});

test('what does not ship is told on the page', { tag: '@phone' }, async ({ page }) => {
  const express = { type: 'library', name: 'express', version: '3.21.2' };
  const purl = 'pkg:npm/express@3.21.2';
  const components = [...DOCUMENT.components, { ...express, purl, scope: 'excluded' }];
  await page.goto('/images', { waitUntil: 'networkidle' });
  await chooser(page).setInputFiles(fileOf({ ...DOCUMENT, components }));
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const understood = page.getByRole('region', { name: 'What was understood' });
  await expect(understood).toContainText('1, which do not ship and are not judged');
  await expect(understood).toContainText('Express 3');
  await expect(findings(page)).not.toContainText('Express');
});

test(
  'packages that do not ship are marked in the list, which can be narrowed to them',
  { tag: '@phone' },
  async ({ imagePage, page }) => {
    const jest = { type: 'library', name: 'jest', version: '29.7.0', purl: 'pkg:npm/jest@29.7.0' };
    const properties = [{ name: 'cdx:npm:package:development', value: 'true' }];
    const express = { type: 'library', name: 'express', version: '3.21.2' };
    const components = [
      ...DOCUMENT.components,
      { ...jest, properties },
      { ...express, purl: 'pkg:npm/express@3.21.2', scope: 'excluded' },
    ];
    await page.goto('/images', { waitUntil: 'networkidle' });
    await chooser(page).setInputFiles(fileOf({ ...DOCUMENT, components }));
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByRole('link', { name: 'Open its page' }).click();
    await imagePage.openTab('Packages');
    const table = page.getByRole('table', { name: 'Packages' });
    const row = (name: string) => table.getByRole('row').filter({ hasText: name });
    await expect(table.getByRole('rowheader')).toHaveCount(5);
    await expect(row('jest').getByRole('rowheader')).toContainText('Development');
    await expect(row('express').getByRole('rowheader')).toContainText('Excluded');
    await expect(row('express')).toContainText('does not ship');
    await expect(row('nobody-knows-it').getByRole('rowheader')).toHaveText('nobody-knows-it');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('packages.png'), fullPage: true });
    const scope = page.getByRole('search', { name: 'Filter packages' });
    await scope.getByText('Development', { exact: true }).click();
    await expect(page).toHaveURL(/scope=development/);
    await expect(table.getByRole('rowheader')).toHaveCount(2);
    await expect(row('node')).toHaveCount(0);
    await scope.getByText('Ships', { exact: true }).click();
    await expect(table.getByRole('rowheader')).toHaveCount(3);
    await expect(row('jest')).toHaveCount(0);
    await page.reload();
    await expect(table.getByRole('rowheader')).toHaveCount(3);
  },
);

test('an SBOM is a first upload as well', async ({ page }) => {
  await page.goto('/images', { waitUntil: 'networkidle' });
  await expect(page.getByText('Waiting for the first upload…')).toBeVisible();
  await chooser(page).setInputFiles(fileOf(DOCUMENT));
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Uploaded$/ })).toBeVisible();
  await expect(page.getByText('Your first upload has arrived')).toBeVisible();
});

test('a document of the kind that tools write is understood', async ({ page }) => {
  await page.goto('/check', { waitUntil: 'networkidle' });
  const buffer = await readFile('e2e/fixtures/sboms/syft-image.cdx.json');
  await chooser(page).setInputFiles({ name: 'image.cdx.json', mimeType: '', buffer });
  await expect(page.getByRole('region', { name: 'What was understood' })).toContainText('syft');
});

test.describe('a page of another organization', () => {
  test('uploads nothing into the one that the session is in now', async ({ workspace, page }) => {
    await workspace.upload({ project: 'shop', image: 'ghcr.io/acme/shop:1', matches: [] });
    await page.goto('/images', { waitUntil: 'networkidle' });
    const admin = await workspace.signedIn('admin');
    await page.context().addCookies([admin.cookie]);
    await page.reload({ waitUntil: 'networkidle' });
    await workspace.moveElsewhere(admin);
    await page.getByRole('button', { name: 'Upload an SBOM' }).click();
    await chooser(page).setInputFiles(fileOf(DOCUMENT));
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(page.getByText('This page shows another organization')).toBeVisible();
  });
});

test.describe('as a viewer', () => {
  test.use({ role: 'viewer' });

  test('documents are checked, and cannot be uploaded', async ({ workspace, imagesPage, page }) => {
    await workspace.upload({ project: 'shop', image: 'ghcr.io/acme/shop:1', matches: [] });
    await page.goto('/images');
    await expect(imagesPage.names()).toHaveText(['ghcr.io/acme/shop:1']);
    await expect(page.getByRole('button', { name: 'Upload an SBOM' })).toHaveCount(0);
    await page.goto('/check', { waitUntil: 'networkidle' });
    await chooser(page).setInputFiles(fileOf(DOCUMENT));
    await expect(findings(page)).toContainText('Node.js 16');
  });
});
