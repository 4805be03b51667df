import {
  expectAccessible,
  expectNoSidewaysScroll,
  faultsBesideColours,
  faultsOfAxe,
} from '../pages/axe';
import { expect, test } from '../pages/test';

test.use({ role: null });

test('the API can be read by anyone', { tag: '@phone' }, async ({ page, baseURL }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '')) foreign.push(request.url());
  });
  await page.goto('/docs/api');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Eventide API');
  await expect(page.getByRole('link', { name: /^Eventide/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(await faultsOfAxe(page)).toEqual([]);
  await page.getByRole('link', { name: 'Upload a scan of an image or a directory' }).click();
  await expect(page).toHaveURL(/\/docs\/api\/scan-ingest#operation-\w+$/);
  const scan = page.getByRole('article', { name: 'Upload a scan of an image or a directory' });
  await scan.getByText('Example').first().click();
  await expect(scan.getByText('"ProductName": "Debian Linux"')).toBeVisible();
  await expect(scan.getByRole('region', { name: /^Call / })).toContainText('$EVENTIDE_KEY');
  await expectNoSidewaysScroll(page);
  expect(foreign).toEqual([]);
});

test('axe finds no fault in the largest group', async ({ page }) => {
  test.slow();
  await page.goto('/docs/api/catalog');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Catalog');
  expect(await faultsBesideColours(page)).toEqual([]);
  // Its colours are those of the smallest, which has one of everything.
  await page.goto('/docs/api/scan-ingest');
  await page.getByText('Example').first().click();
  await expectAccessible(page);
});

test('the search finds an operation, which has an address of its own', async ({ page }) => {
  await page.goto('/docs/api');
  const operations = page.getByRole('navigation', { name: 'Operations' });
  await expect(operations.getByRole('link', { name: '/certificate' }).first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('post images');
  await expect(operations.getByRole('link', { name: '/certificate' })).toHaveCount(0);
  await operations.getByRole('link', { name: 'POST /images', exact: true }).click();
  await expect(page).toHaveURL(/\/docs\/api\/images#operation-imageList$/);
  await expect(page.getByRole('heading', { name: 'List images', exact: true })).toBeInViewport();
  await expect(operations.getByRole('link', { name: 'Images', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.keyboard.press('/');
  await page.keyboard.type(' nothing of the kind');
  await expect(page.getByText('No operation matches')).toBeVisible();
});

test('the name of a model leads to it, and opens it', async ({ page }) => {
  await page.goto('/docs/api/images');
  const list = page.getByRole('article', { name: 'List images', exact: true });
  await list.getByRole('link', { name: 'Page[ProjectImage]' }).click();
  await page
    .locator('#model-Page_ProjectImage_')
    .getByRole('link', { name: 'ProjectImage' })
    .click();
  await expect(page.locator('#model-ProjectImage')).toBeVisible();
  await expect(page.locator('#model-ProjectImage')).toContainText('imageVerified');
});

test('what stood on one page leads to where it is now, and a group that is none is said to be none', async ({
  page,
}) => {
  await page.goto('/docs/api#operation-imageList');
  const line = page.locator('#operation-imageList');
  await expect(line).toBeInViewport();
  await line.getByRole('link', { name: 'List images', exact: true }).click();
  await expect(page).toHaveURL(/\/docs\/api\/images#operation-imageList$/);
  await page.goto('/docs/api/nothing');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});
