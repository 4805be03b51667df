import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any page has. */
const MOST_PRESSES = 120;

/** Goes with Tab to a control, from where the focus is. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/** Goes with the arrows to an option of the list that the focused field has, and chooses it. */
export async function chooseByKeys(page: Page, option: Locator): Promise<void> {
  await expect(option).toBeVisible();
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    if ((await option.getAttribute('aria-selected')) === 'true') break;
    await page.keyboard.press('ArrowDown');
  }
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
}
