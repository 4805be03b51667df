import { expect, test } from '../pages/test';

test.beforeEach(async ({ workspace, imagesPage }) => {
  await workspace.upload({ project: 'shop', image: 'shop:1' });
  await imagesPage.open();
  // An answered click says that the page is React's.
  await imagesPage.eol('Over 12 months').click();
  await imagesPage.eol('All').click();
  await expect(imagesPage.names()).toHaveText(['shop:1']);
});

test(
  'each press opens or closes the menu, and its button stays',
  { tag: '@phone' },
  async ({ page }) => {
    const button = page.getByRole('button', { name: 'View', exact: true });
    await button.evaluate((element) => element.setAttribute('data-first', ''));
    await button.click();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    const menu = page.getByRole('menu', { name: 'View', exact: true });
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
  },
);

test('by the keyboard alone', async ({ page }) => {
  const button = page.getByRole('button', { name: 'View', exact: true });
  await button.focus();
  await page.keyboard.press('ArrowDown');
  const menu = page.getByRole('menu', { name: 'View', exact: true });
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menu.locator('[role^=menuitem]:focus')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
});

test.describe('the choice that Enter takes is marked', () => {
  for (const [name, colors] of [
    ['in the dark', { colorScheme: 'dark' }],
    ['in colours that the system chooses', { forcedColors: 'active' }],
  ] as const) {
    test(name, async ({ page }) => {
      await page.emulateMedia(colors);
      const mark = (locator: ReturnType<typeof page.locator>) =>
        locator.evaluate((element) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element);
          return `${outlineStyle} ${outlineWidth}`;
        });
      await page.getByRole('button', { name: 'View', exact: true }).focus();
      await page.keyboard.press('ArrowDown');
      const item = page.locator('[role^=menuitem]');
      await expect(item.and(page.locator('[data-highlighted]'))).toHaveCount(1);
      expect(await mark(item.and(page.locator('[data-highlighted]')))).toBe('solid 2px');
      expect(await mark(item.and(page.locator(':not([data-highlighted])')).first())).toMatch(
        /^none/,
      );
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Project', exact: true }).click();
      expect(await mark(page.locator('[role=option][data-highlighted]'))).toBe('solid 2px');
      await page.keyboard.press('Escape');

      await page.keyboard.press('Control+k');
      await expect(page.locator('[role=option][data-highlighted]')).toHaveCount(1);
      expect(await mark(page.locator('[role=option][data-highlighted]'))).toBe('solid 2px');
    });
  }
});
