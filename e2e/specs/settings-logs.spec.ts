import { expectAccessible } from '../pages/axe';
import { expect, test } from '../pages/test';

test('a refused upload says what was wrong, in a panel of its own address', async ({
  settingsPage,
  workspace,
  page,
}) => {
  await settingsPage.open('refused-uploads');
  await expect(page.getByText('Every upload so far was accepted')).toBeVisible();
  await workspace.sendRefused({ EventSource: { Type: 'ImageScheme' }, Matches: 'none' });
  await page.reload();
  const row = settingsPage.row('Refused uploads', 'CI');
  await expect(row).toContainText('422');
  await row.click();
  const panel = page.getByRole('complementary', { name: 'Refused upload' });
  await expect(panel).toContainText('Matches');
  await expect(page).toHaveURL(/upload=/);
  await page.reload();
  await expect(panel).toContainText('/v2/scan');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
});

test('the audit log finds who changed what, and shows both states', async ({
  settingsPage,
  page,
}) => {
  await settingsPage.open('organization');
  await page.getByLabel('Name', { exact: true }).fill('Bolt');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByText('The organization is called Bolt now')).toBeVisible();

  await settingsPage.open('audit');
  const names = settingsPage.table('Audit log').getByRole('rowheader');
  await expect(names).toHaveText(['Organization renamed', 'API key created']);
  await page.getByRole('button', { name: 'What' }).click();
  await page.getByRole('option', { name: 'API key', exact: true }).click();
  await expect(names).toHaveText(['API key created']);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('textbox', { name: 'Find a person or key' }).fill('nobody at all');
  await expect(page.getByText('No entry matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(names).toHaveCount(2);
  await page.getByLabel('To (UTC)').fill('2020-01-01');
  await expect(page.getByText('No entry matches these filters.')).toBeVisible();
  // The list is there before its address: one step back would lead to what came before the last one.
  await expect(page).toHaveURL(/to=2020-01-01/);
  await page.goBack();

  await settingsPage.row('Audit log', 'Organization renamed').click();
  const panel = page.getByRole('complementary', { name: 'Organization renamed' });
  await expect(panel.getByText('Before: Acme')).toBeVisible();
  await expect(panel.getByText('After: Bolt')).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('link', { name: 'organization.rename' }).click();
  await expect(names).toHaveText(['Organization renamed']);
});
