import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { imageScan } from '../api/harness/payloads';
import { expect, test } from '../pages/test';

const PURLS = [
  ['npm', '@acme/tokens', '3.1.0', 'pkg:npm/%40acme/tokens@3.1.0'],
  ['npm', 'left-pad', '1.3.0', 'pkg:npm/left-pad@1.3.0'],
  ['binary', 'our-node', '16.2.0', 'pkg:generic/our-node@16.2.0'],
] as const;

function packageOf([Type, Name, Version, PURL]: (typeof PURLS)[number]) {
  return {
    ...{ ID: PURL, Name, Version, Type, PURL },
    ...{ Language: '', CPEs: null, Upstreams: null, MetadataType: '' },
  };
}

/** The job that counts looks every half minute, and images are matched in between. */
const COUNTED_MS = 90_000;

test.describe('as admin', () => {
  test.use({ role: 'admin' });

  test(
    'what nobody knows is listed, and can be said to be something',
    { tag: '@phone' },
    async ({ page, workspace }) => {
      test.setTimeout(4 * COUNTED_MS);
      const scan = imageScan({ project: 'p', image: 'shop:1' });
      await workspace.send({ ...scan, Packages: PURLS.map(packageOf) });
      await page.goto('/coverage');
      await expect(async () => {
        await page.reload();
        await expect(page.getByRole('table', { name: 'By ecosystem' })).toBeVisible({
          timeout: 1_000,
        });
      }).toPass({ timeout: COUNTED_MS });
      // A table on every width, also where it has half of the page: cards would have no header.
      const shares = page.getByRole('table', { name: 'By ecosystem' });
      await expect(shares.getByRole('columnheader', { name: 'Known', exact: true })).toBeVisible();
      // The picture of each row is in words, too.
      await expect(shares.getByRole('row', { name: 'npm' })).toContainText(/; Unknown: \d+, \d/);
      const unknown = page.getByRole('region', { name: 'Unknown packages' }).first();
      const askAbout = (name: string) =>
        unknown.getByRole('button', { name: `Say what it is of ${name}`, exact: true });
      await expect(askAbout('left-pad')).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);

      // The two long lists are tabs with an address, reached by keyboard.
      const tabs = page.getByRole('navigation', { name: 'What is not known' });
      await tabs.getByRole('link', { name: 'Least-known images' }).focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/coverage\?tab=images$/);
      const least = page.getByRole('table', { name: 'Least-known images' });
      await expect(least.getByRole('rowheader')).toHaveText(['shop:1']);
      await expect(askAbout('left-pad')).toHaveCount(0);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.reload();
      await expect(least).toBeVisible();
      await tabs.getByRole('link', { name: 'Unknown packages' }).click();
      await expect(page).toHaveURL(/\/coverage$/);

      await askAbout('@acme/tokens').click();
      await page.getByRole('menuitem', { name: 'Ours, not third-party' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByLabel('Pattern')).toHaveValue('pkg:npm/@acme/*');
      await dialog.getByRole('button', { name: 'It is ours' }).click();
      await expect(dialog).toContainText('Say why');
      await expectAccessible(page);
      await dialog.getByLabel('Reason').fill('Our own packages');
      await dialog.getByRole('button', { name: 'It is ours' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(askAbout('@acme/tokens')).toHaveCount(0);
      await expect(page.getByText('pkg:npm/@acme/*', { exact: true })).toBeVisible();

      await askAbout('our-node').click();
      await page.getByRole('menuitem', { name: 'Same product as…' }).click();
      await dialog.getByLabel('Product').fill('Node.js');
      await dialog.getByLabel('Reason').fill('Our build');
      await expect(dialog.locator('datalist option[value="Node.js"]')).toHaveCount(1);
      await dialog.getByRole('button', { name: 'It is this product' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(askAbout('our-node')).toHaveCount(0);

      await askAbout('left-pad').click();
      await page.getByRole('menuitem', { name: 'Add to our catalog' }).click();
      await expect(page.getByLabel('Name', { exact: true }).first()).toHaveValue('left-pad');
      await expect(page.getByLabel('Package URLs')).toHaveValue('pkg:npm/left-pad');
    },
  );
});

test.describe('as viewer', () => {
  test.use({ role: 'viewer' });

  test('an organization without images is told when there is something to see', async ({
    page,
  }) => {
    await page.goto('/coverage');
    await expect(page.getByText('Nothing is counted yet.')).toBeVisible();
    await expectAccessible(page);
  });
});
