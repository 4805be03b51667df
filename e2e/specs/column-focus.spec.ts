import { expect, test } from '../pages/test';

test('a list that is drawn anew does not call back the focus from where the reader took it', async ({
  workspace,
  imagesPage,
  page,
}) => {
  await workspace.upload({ project: 'shop', image: 'shop:1' });
  await imagesPage.open();
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Order the columns…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await dialog.getByRole('button', { name: 'Move Labels up' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Move Labels up' })).toBeFocused();
  // Also one that moves the same column.
  const down = dialog.getByRole('button', { name: 'Move Labels down' });
  await down.focus();

  // The list is read again once the reader comes back to the window.
  await workspace.upload({ project: 'shop', image: 'gateway:2' });
  await page.clock.setFixedTime(Date.now() + 60_000);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(page.locator('main')).toContainText('1 to 2 of 2 images');
  await expect(down).toBeFocused();
});
