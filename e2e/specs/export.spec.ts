import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { parseCsv } from '@/domain/csv/testing/parse-csv';
import { daysFromToday } from '../api/harness/payloads';
import { expect, test } from '../pages/test';

const SCANS = [
  {
    project: 'shop',
    image: 'shop:1',
    matches: [{ product: 'Ferry', cycle: '16', eol: daysFromToday(-3) }],
  },
  {
    project: 'shop',
    image: 'gateway:2',
    matches: [{ product: 'Lantern', cycle: '7', eol: daysFromToday(900) }],
  },
];

/** Reads back the file that an act saves. */
async function saved(page: Page, act: () => Promise<void>) {
  const waiting = page.waitForEvent('download');
  await act();
  const download: Download = await waiting;
  return {
    name: download.suggestedFilename(),
    records: parseCsv(await readFile(await download.path(), 'utf8')),
  };
}

for (const role of ['admin', 'member', 'viewer'] as const) {
  test.describe(role, () => {
    test.use({ role });

    test('saves exactly the filtered list, by key and from the menu', async ({
      workspace,
      imagesPage,
      page,
    }) => {
      await workspace.uploadAll(SCANS);
      await imagesPage.open('?sort=name&dir=asc');
      // An answered click says that the keys work, too: the rows alone are the server's.
      await imagesPage.eol('Ended').click();
      await expect(imagesPage.names()).toHaveText(['shop:1']);
      const some = await saved(page, () => page.keyboard.press('e'));
      expect(some.name).toMatch(/^Acme-images-\d{4}-\d\d-\d\d\.csv$/);
      expect(some.records.map(([name]) => name)).toEqual(['Image', 'shop']);
      await expect(page).toHaveURL(/\/images\?.*state=ended/);

      await imagesPage.eol('All').click();
      await expect(imagesPage.names()).toHaveText(['gateway:2', 'shop:1']);
      const all = await saved(page, async () => {
        await page.getByRole('button', { name: 'View', exact: true }).click();
        await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
      });
      expect(all.records.map(([name]) => name)).toEqual(['Image', 'gateway', 'shop']);
    });
  });
}

test('saves the software and the packages of an image', async ({ workspace, page }) => {
  const [shop] = SCANS;
  const id = shop ? await workspace.upload(shop) : '';
  await page.goto(`/images/${id}`);
  const software = await saved(page, () =>
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  );
  expect(software.records.map(([name]) => name)).toEqual(['Software', 'Ferry']);
  await page.getByRole('link', { name: 'Packages' }).click();
  await expect(page.getByRole('table', { name: 'Packages' })).toBeVisible();
  const packages = await saved(page, () => page.keyboard.press('e'));
  expect(packages.name).toMatch(/^Acme-image-packages-/);
  expect(packages.records[0]?.[0]).toBe('Package');
});

test('`e` is a letter where something is written', async ({ workspace, imagesPage, page }) => {
  await workspace.uploadAll(SCANS);
  await imagesPage.open();
  let downloads = 0;
  page.on('download', () => (downloads += 1));
  await imagesPage.search.focus();
  await page.keyboard.press('e');
  await expect(imagesPage.search).toHaveValue('e');
  expect(downloads).toBe(0);
});
