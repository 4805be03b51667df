import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

const FILE = `version: 1
products:
  - slug: acme-design
    name: ACME Design
    category: framework
    reason: Ours
    purls: ['pkg:npm/@acme/*']
    cycles:
      - name: '3'
        supportedUntil: 2020-01-31
`;

test.describe('as admin', () => {
  test.use({ role: 'admin' });

  test(
    'products come as a file: shown first, refused with its lines, and applied',
    { tag: '@phone' },
    async ({ page, catalogPage }) => {
      await catalogPage.open();
      await page.getByRole('link', { name: 'Your own products' }).click();
      await expect(page).toHaveTitle('Your own products · Eventide');
      await expect(page.getByText('has no products of its own yet')).toBeVisible();

      const text = page.getByRole('textbox', { name: 'catalog.yaml' });
      await text.fill(FILE.replace("'pkg:npm/@acme/*'", "'pkg:npm/*'"));
      await page.getByRole('button', { name: 'Show what it changes' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'line 7, column 13' })).toBeVisible();

      await text.fill(FILE);
      await page.getByRole('button', { name: 'Show what it changes' }).click();
      const changes = page.getByRole('region', { name: 'What it changes' });
      await expect(changes.getByText('line 3', { exact: true })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Apply 1 change' }).click();
      await expect(page.getByRole('link', { name: 'ACME Design' })).toBeVisible();

      await text.fill(FILE.replace('2020-01-31', '2021-01-31'));
      // By the keyboard: on a phone the toast of before may lie over it.
      await page.getByRole('button', { name: 'Show what it changes' }).press('Enter');
      await expect(changes).toContainText('cycle 3, supportedUntil: 2020-01-31 2021-01-31');
      await page.getByRole('button', { name: 'Apply 1 change' }).press('Enter');
      await expect(changes).toHaveCount(0);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);

      await page.getByRole('link', { name: 'ACME Design' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'ACME Design' })).toBeVisible();
    },
  );
});

test.describe('as viewer', () => {
  test.use({ role: 'viewer' });

  test('the files can be taken along, and nothing changed', async ({ page }) => {
    await page.goto('/catalog/own');
    await expect(page.getByText('has no products of its own yet')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'catalog.yaml' })).toHaveCount(0);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'YAML' }).click();
    expect((await download).suggestedFilename()).toBe('catalog.yaml');
    await expectAccessible(page);
  });
});
