import type { Page } from '@playwright/test';
import { expect, test } from '../pages/test';

const SLOW_MS = 600;

/** What opens is fetched: from now on that takes its time. */
async function slowDown(page: Page): Promise<void> {
  await page.route('**/_next/static/chunks/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    await route.continue();
  });
}

test.beforeEach(async ({ workspace, imagesPage }) => {
  await workspace.upload({ project: 'shop', image: 'shop:1' });
  await imagesPage.open();
  // An answered click says that the page is React's.
  await imagesPage.eol('Later').click();
  await imagesPage.eol('All').click();
  await expect(imagesPage.names()).toHaveText(['shop:1']);
});

test('a first press opens, however late the menu comes', { tag: '@phone' }, async ({ page }) => {
  await slowDown(page);
  const button = page.getByRole('button', { name: 'View' });
  await button.evaluate((element) => element.setAttribute('data-first', ''));
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  const menu = page.getByRole('menu', { name: 'View' });
  await expect(menu).toBeVisible();
  // Nothing has taken the button's place.
  await expect(page.locator('[data-first]')).toHaveCount(1);
  await button.click();
  await expect(menu).toBeHidden();
  await button.click();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
});

test('a second press before it has come takes the first one back', async ({ imagesPage, page }) => {
  await slowDown(page);
  const button = imagesPage.filters.getByRole('button', { name: 'Project' });
  await button.click();
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.click();
  await expect(page.getByRole('dialog', { name: 'Project' })).toBeVisible();
});

test('by the keyboard alone', async ({ page }) => {
  const button = page.getByRole('button', { name: 'View' });
  await button.focus();
  await page.keyboard.press('ArrowDown');
  const menu = page.getByRole('menu', { name: 'View' });
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menu.locator('[role^=menuitem]:focus')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
});

test('without a network nothing opens, and with one again it does', async ({ page }) => {
  await page.route('**/_next/static/chunks/**', (route) => route.abort());
  const button = page.getByRole('button', { name: 'View' });
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await page.unroute('**/_next/static/chunks/**');
  await button.click();
  await expect(page.getByRole('menu', { name: 'View' })).toBeVisible();
});
