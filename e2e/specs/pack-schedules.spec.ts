import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

const TITLE = 'CIS Controls 8.1, safeguard 2.2';

test.describe('as member', () => {
  test.use({ role: 'member' });

  test(
    'evidence packs are scheduled, paused, changed and scheduled no more',
    { tag: '@phone' },
    async ({ page, workspace }) => {
      expect(workspace.organizationId).toBeTruthy();
      await page.goto('/evidence-packs');
      await expect(page.getByText('No packs are scheduled.')).toBeVisible();
      await page.getByRole('button', { name: 'Schedule packs' }).click();
      const dialog = page.getByRole('dialog');
      await expectAccessible(page);
      await dialog.getByRole('combobox', { name: 'Asked for by' }).click();
      await page.getByRole('option', { name: TITLE }).click();
      await dialog.getByRole('button', { name: 'Schedule them' }).click();
      const row = page.getByRole('main').getByRole('listitem').filter({ hasText: TITLE });
      await expect(row).toContainText('Each month, next on 1 ');
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);

      await row.getByRole('button', { name: `Pause: ${TITLE}` }).press('Enter');
      await expect(row).toContainText('Each month, paused');
      await row.getByRole('button', { name: `Go on: ${TITLE}` }).press('Enter');
      await expect(row).toContainText('Each month, next on 1 ');
      await row.getByRole('button', { name: `Each quarter instead: ${TITLE}` }).press('Enter');
      await expect(row).toContainText('Each quarter, next on 1 ');
      await row.getByRole('button', { name: `Delete: ${TITLE}` }).press('Enter');
      await page.getByRole('button', { name: 'Delete the schedule' }).press('Enter');
      await expect(page.getByText('No packs are scheduled.')).toBeVisible();
    },
  );
});

test.describe('as viewer', () => {
  test.use({ role: 'viewer' });

  test('what is scheduled is seen, and nothing is offered', async ({ page }) => {
    await page.goto('/evidence-packs');
    await expect(page.getByText('No packs are scheduled.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Schedule packs' })).toHaveCount(0);
    await expectAccessible(page);
  });
});
