import { expect, test } from '../pages/test';

test('what is too long for a view is not saved as one without filters, and says why', async ({
  workspace,
  imagesPage,
  page,
}) => {
  await workspace.upload({ project: 'shop', image: 'shop:1' });
  await imagesPage.open('?q=shop');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByLabel('Name').fill('Shops');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toHaveCount(0);

  const view = new URL(page.url()).searchParams.get('view') ?? '';
  await imagesPage.open(`?q=${'%C3%A9'.repeat(700)}&view=${view}`);
  await page.getByRole('button', { name: 'Shops · changed' }).click();
  for (const name of [/^Save this view….*longer than/, /^Update “Shops”.*longer than/]) {
    const item = page.getByRole('menuitem', { name });
    await expect(item).toHaveAttribute('aria-disabled', 'true');
    // Keys come to it, so that its reason is heard, and do nothing.
    await item.hover();
    await expect(item).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(item).toBeVisible();
  }
  await expect(dialog).toHaveCount(0);
  await imagesPage.open(`?view=${view}&q=shops`);
  await page.getByRole('button', { name: 'Shops · changed' }).click();
  await expect(page.getByRole('menuitem', { name: 'Update “Shops”', exact: true })).toBeEnabled();
});
