import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

const SECTIONS = ['catalog', 'organizations', 'limits', 'audit', 'operators'];

test.describe('an operator', () => {
  test.use({ role: 'viewer' });

  test.beforeEach(async ({ workspace, context }) => {
    const person = await workspace.signedIn('viewer');
    await workspace.makeOperator(person);
    await context.addCookies([person.cookie]);
  });

  test('updates the catalog, sees it run and what came of it', async ({ productPage, page }) => {
    // It waits for a whole update, and has axe look at each of its states.
    test.slow();
    await page.goto('/settings/catalog');
    await page.getByRole('link', { name: 'Manage the catalog' }).click();
    const update = page.getByRole('button', { name: 'Update now' });
    await expect(update).toBeEnabled();
    await expect(page.getByText(/, then every day, from http/)).toBeVisible();
    await expectAccessible(page);
    await update.click();
    const progress = page
      .getByRole('status')
      .filter({ hasText: 'An update on request is running' });
    await expect(progress).toContainText('asked for by Ada Lovelace');
    await expect(progress.getByText('Fetching the document')).toHaveAttribute(
      'aria-current',
      'step',
    );
    await expect(page.getByRole('button', { name: 'Updating…' })).toBeDisabled();
    await expectAccessible(page);
    await expect(progress).toHaveCount(0);
    await expect(
      page.getByText('Updated: 1 product changed, 1 end date changed').first(),
    ).toBeVisible();
    await expect(page.getByText(/on request by Ada Lovelace, revision \d+/).first()).toBeVisible();

    await page.goto('/settings/catalog');
    await page.getByRole('link', { name: 'Quarry 1' }).first().click();
    await expect(productPage.title).toHaveText('Quarry');
    await expect(page.getByRole('region', { name: 'Changed dates' })).toContainText(
      /1 standard support: 31 Jan 20\d\d, before it was 31 Jan 20\d\d/,
    );

    await page.goto('/operator/audit?action=catalog');
    const row = page.getByRole('table', { name: 'Audit log' }).getByRole('row').nth(1);
    await expect(row).toContainText('Catalog refreshed');
    await row.getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: 'Catalog refreshed' })).toBeVisible();
    await expectAccessible(page);
  });

  test('without an address to update from is told how to import a file', async ({ page }) => {
    await page.goto('/operator/catalog');
    const card = page.getByRole('heading', { name: 'Update it from a file or an address' });
    await expect(page.getByRole('button', { name: 'Update now' })).toBeEnabled();
    await expect(card).toHaveCount(0);
    // The server of these tests has an address: its answers are made those of one that has none.
    await page.route(/\/api\/trpc\/[^?]*operator\.catalogStatus/, async (route) => {
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

  test('finds organizations, and who the operators are', async ({ workspace, page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Operator' }).click();
    await expect(page).toHaveURL(/\/operator\/catalog$/);
    await page.getByRole('link', { name: 'Organizations' }).click();
    const table = page.getByRole('table', { name: 'Organizations' });
    await page
      .getByRole('textbox', { name: 'Find by name or id at the identity provider' })
      .fill(workspace.organizationId);
    await expect(table.getByRole('row')).toHaveCount(2);
    await expect(table).toContainText('Acme');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Operators' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Ada Lovelace' })).not.toHaveCount(0);
    await expectAccessible(page);
  });

  test('sees what is allowed, and who came up against it', async ({ page, workspace }) => {
    await workspace.exhaustCredentials('203.0.113.50');
    await page.goto('/operator');
    await page.getByRole('link', { name: 'Limits' }).click();
    await expect(page).toHaveURL(/\/operator\/limits$/);
    const table = page.getByRole('table', { name: 'Limited now or within the last hour' });
    await expect(
      table.getByRole('row').filter({ hasText: 'Invalid keys and sessions' }).first(),
    ).toContainText('203.0.113.50');
    await expect(page.getByText('MAX_FAILED_CREDENTIALS').first()).toBeVisible();
    await expectAccessible(page);
  });

  for (const section of SECTIONS) {
    test(`has ${section} on a phone`, { tag: '@phone' }, async ({ page }) => {
      await page.goto(`/operator/${section}`);
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
  }
});

test('to an admin it is a page that does not exist', async ({ page }) => {
  for (const section of ['', ...SECTIONS.map((name) => `/${name}`)]) {
    const response = await page.goto(`/operator${section}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page).toHaveTitle(/^No such page/);
  }
});
