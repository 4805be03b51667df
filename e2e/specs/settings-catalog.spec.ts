import { randomUUID } from 'node:crypto';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

for (const role of ['admin', 'member', 'viewer'] as const) {
  test.describe(`a ${role}`, () => {
    test.use({ role });

    test('sees how fresh the catalog is, and nothing to manage', async ({
      settingsPage,
      catalogPage,
      page,
    }) => {
      await settingsPage.open('catalog');
      await expect(page.getByText('Last outcome')).toBeVisible();
      await expect(page.getByText(/, then every day, from http/)).toBeVisible();
      await expect(page.getByRole('button', { name: /Updat/ })).toHaveCount(0);
      await expect(page.getByRole('heading', { name: 'Updates' })).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Operator' })).toHaveCount(0);
      await expectAccessible(page);
      await catalogPage.open();
      await expect(page.getByText(/^Updated .+ Next update: /)).toBeVisible();
    });
  });
}

test('says on the pages of the catalog since when updates fail', async ({ deps, page }) => {
  const id = randomUUID();
  await deps.db.query(
    `INSERT INTO catalog_revision (id, source, trigger, started_at, finished_at, outcome, detail)
     VALUES ($1, 'elsewhere', 'request', now(), now(), 'failed', '{}')`,
    [id],
  );
  try {
    for (const path of ['/catalog', '/catalog/quarry']) {
      await page.goto(path);
      await expect(page.getByText(/^Updates have been failing since /)).toBeVisible();
    }
    await page.goto('/settings/catalog');
    await expect(page.getByText('Failing', { exact: true })).toBeVisible();
    await expectAccessible(page);
  } finally {
    await deps.db.query('DELETE FROM catalog_revision WHERE id = $1', [id]);
  }
});

test('fits a phone', { tag: '@phone' }, async ({ settingsPage, page }) => {
  await settingsPage.open('catalog');
  await expect(page.getByText('Last outcome')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
