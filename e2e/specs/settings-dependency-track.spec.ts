import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

test('tells what to set in a client, and switches the answers off and on', async ({
  settingsPage,
  page,
}) => {
  await settingsPage.open('scanners');
  const card = settingsPage.part('Dependency-Track clients');
  await expect(card).toContainText('X-Api-Key: YOUR_KEY');
  await card.getByRole('button', { name: 'Switch off' }).click();
  const question = settingsPage.question('Switch off Dependency-Track clients?');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Switch off' }).click();
  await expect(card).toContainText('404, with any key of this organization');
  await page.reload();
  await card.getByRole('button', { name: 'Switch on' }).click();
  await expect(card).toContainText('X-Api-Key: YOUR_KEY');
  await card.getByRole('link', { name: 'What maps to what' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clients of Dependency-Track');
});

test('fits a phone', { tag: '@phone' }, async ({ settingsPage, page }) => {
  await settingsPage.open('scanners');
  await expect(settingsPage.part('Dependency-Track clients')).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test.describe('a viewer', () => {
  test.use({ role: 'viewer' });

  test('reads the address, and switches nothing', async ({ settingsPage }) => {
    await settingsPage.open('scanners');
    const card = settingsPage.part('Dependency-Track clients');
    await expect(card).toContainText('X-Api-Key: YOUR_KEY');
    await expect(card.getByRole('button', { name: /Switch/ })).toHaveCount(0);
  });
});
