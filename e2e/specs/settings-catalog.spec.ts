import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

test('an admin updates the catalogue, sees it run and what came of it', async ({
  settingsPage,
  productPage,
  page,
}) => {
  await settingsPage.open('catalog');
  const update = page.getByRole('button', { name: 'Update now' });
  await expect(update).toBeEnabled();
  await expect(page.getByText(/, then every day, from http/)).toBeVisible();
  await expectAccessible(page);
  await update.click();
  const progress = page.getByRole('status').filter({ hasText: 'An update on request is running' });
  await expect(progress).toContainText('asked for by Ada Lovelace');
  await expect(progress.getByText('Fetching the document')).toHaveAttribute('aria-current', 'step');
  await expect(page.getByRole('button', { name: 'Updating…' })).toBeDisabled();
  await expectAccessible(page);
  await expect(progress).toHaveCount(0);
  await expect(
    page.getByText('Updated: 1 product changed, 1 end date changed').first(),
  ).toBeVisible();
  await expect(page.getByText(/on request by Ada Lovelace, revision \d+/).first()).toBeVisible();

  await page.getByRole('link', { name: 'Quarry 1' }).first().click();
  await expect(productPage.title).toHaveText('Quarry');
  await expect(page.getByRole('region', { name: 'Changed dates' })).toContainText(
    /1 standard support: 31 Jan 20\d\d, before it was 31 Jan 20\d\d/,
  );
});

test('without an address to update from it says how to import a file, to those who may', async ({
  settingsPage,
  page,
}) => {
  await settingsPage.open('catalog');
  const card = page.getByRole('heading', { name: 'Update it from a file or an address' });
  await expect(page.getByRole('button', { name: 'Update now' })).toBeEnabled();
  await expect(card).toHaveCount(0);
  // The server of these tests has an address: its answers are made those of one that has none.
  await page.route(/\/api\/trpc\/[^?]*catalog\.status/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/"schedule":\{[^}]*\}/, '"schedule":null');
    await route.fulfill({ response, body });
  });
  await page.getByRole('button', { name: 'Update now' }).click();
  await expect(card).toBeVisible();
  await expect(page.getByRole('region', { name: 'Import a file' })).toHaveText(
    'npm run catalog -- import products-full.json',
  );
  await expect(page.getByRole('region', { name: 'Update from an address' })).toHaveText(
    /^CATALOG_URL=https.* npm start$/,
  );
  await expect(page.getByText('Nothing is scheduled')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('fits a phone', { tag: '@phone' }, async ({ settingsPage, page }) => {
  await settingsPage.open('catalog');
  await expect(page.getByRole('button', { name: 'Update now' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

for (const role of ['member', 'viewer'] as const) {
  test.describe(`a ${role}`, () => {
    test.use({ role });

    test('sees how fresh it is, and nothing to manage', async ({ settingsPage, page }) => {
      await settingsPage.open('catalog');
      await expect(page.getByText('Last outcome')).toBeVisible();
      await expect(page.getByRole('button', { name: /Updat/ })).toHaveCount(0);
      await expect(page.getByRole('heading', { name: 'Updates' })).toHaveCount(0);
    });
  });
}
