import { daysFromToday } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

// Names that the catalog does not know, so that the dates are the scans'.
const ended = { product: 'Oldware', cycle: '1', eol: daysFromToday(-133) };
const later = { product: 'Laterware', cycle: '5', eol: daysFromToday(900) };
const BEFORE = {
  ...{ project: 'shop', image: 'registry.example.com/shop/api:1' },
  matches: [ended, later],
};
const AFTER = { ...BEFORE, image: 'registry.example.com/shop/api:2', matches: [later] };

test(
  'two images: chosen by typing, swapped, and shared by their address',
  { tag: '@phone' },
  async ({ workspace, page }) => {
    await workspace.uploadAll([BEFORE, AFTER]);
    await page.goto('/images/compare');
    await expect(page.getByText('Choose an image', { exact: true }).first()).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Before: image' }).click();
    await page.getByRole('combobox', { name: 'Find an image' }).fill('api:1');
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Choose what to compare it with')).toBeVisible();
    await page.getByRole('button', { name: /^After: image/ }).click();
    await page.getByRole('combobox', { name: 'Find an image' }).fill('api:2');
    await page.getByRole('option').filter({ hasText: 'api:2' }).click();

    await expect(page.getByRole('region', { name: 'Gone' })).toContainText('Oldware 1');
    await expect(page.getByRole('region', { name: 'New findings' })).toContainText('None came.');
    const still = page.getByRole('region', { name: 'Still there' });
    await expect(still).toContainText('Laterware 5');
    await expect(still.getByRole('link', { name: 'Why Laterware 5' })).toHaveAttribute(
      'href',
      /\/findings\/[0-9a-f-]{36}$/,
    );
    await expect(page.getByText('0 new findings · 1 gone')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Swap' }).click();
    await expect(page.getByRole('region', { name: 'New findings' })).toContainText('Oldware 1');
    await page.reload();
    await expect(page.getByRole('button', { name: /^Before: image/ })).toContainText('api:2');
    await expect(page.getByRole('region', { name: 'New findings' })).toContainText('Oldware 1');
  },
);

test(
  'an image and an SBOM at hand, which is not stored',
  { tag: '@phone' },
  async ({ workspace, imagesPage, page }) => {
    const id = await workspace.upload(BEFORE);
    await page.goto(`/images/compare?from=${id}`, { waitUntil: 'networkidle' });
    const purl = 'pkg:pypi/django@3.2.25';
    const components = [{ type: 'library', name: 'django', version: '3.2.25', purl }];
    await page.getByLabel(/^Drop an SBOM here, or choose a file/).setInputFiles({
      ...{ name: 'next.json', mimeType: 'application/json' },
      buffer: Buffer.from(
        JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components }),
      ),
    });
    const compared = page.getByRole('region', { name: 'With an SBOM' });
    await expect(compared).toContainText('What next.json would change');
    await expect(page.getByRole('region', { name: 'New findings' })).toContainText('Django 3.2');
    await expect(page.getByRole('region', { name: 'Gone' })).toContainText('Oldware 1');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await compared.getByRole('button', { name: 'Leave the SBOM' }).click();
    await expect(page.getByText('Choose what to compare it with')).toBeVisible();
    await page.goto('/images');
    await expect(imagesPage.names()).toHaveText([BEFORE.image]);
  },
);

test('deprecated and stale packages that came and went are told', async ({ workspace, page }) => {
  const [OLD, CALM] = ['pkg:npm/old-thing@1.0.0', 'pkg:npm/calm-thing@1.4.2'];
  const from = await workspace.upload({ ...BEFORE, purls: [OLD] });
  const to = await workspace.upload({ ...AFTER, purls: [CALM] });
  await workspace.deprecatedAndStale(OLD, CALM);
  await page.goto(`/images/compare?from=${from}&to=${to}`);
  const came = page.getByRole('region', { name: 'Deprecated or stale packages that came' });
  await expect(came).toContainText('calm-thing 1.4.2');
  await expect(came).toContainText('Stale line');
  const went = page.getByRole('region', { name: 'Deprecated or stale packages that went' });
  await expect(went).toContainText('Successor: newer-thing');
  await expect(page.getByText('1 deprecated or stale came')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('two scans of one image: from its history, each with the one before it', async ({
  workspace,
  imagePage,
  page,
}) => {
  const id = await workspace.upload(BEFORE);
  await workspace.upload({ ...BEFORE, matches: [later] });
  await imagePage.open(id, '?tab=history');
  await page.getByRole('link', { name: 'Compare with the scan before' }).click();
  await expect(page).toHaveTitle('Compare · Eventide');
  await expect(page.getByRole('region', { name: 'Gone' })).toContainText('Oldware 1');

  // The state of one side is another scan, or now.
  await page.getByRole('combobox', { name: 'After: state' }).click();
  await page.getByRole('option', { name: 'As it is now' }).click();
  await expect(page.getByRole('region', { name: 'Gone' })).toContainText('Oldware 1');
  await expect(page).toHaveURL(/fromScan=[^&]+$/);
});

test('an image that is not there is said, and another can be chosen', async ({
  page,
  workspace,
}) => {
  const id = await workspace.upload(BEFORE);
  await page.goto(`/images/compare?from=${id}&to=00000000-0000-7000-8000-000000000000`);
  await expect(page.getByRole('button', { name: 'After: image' })).toContainText(
    'There is no such image',
  );
  await expect(page.getByText('The two could not be compared.')).toBeVisible();
});
