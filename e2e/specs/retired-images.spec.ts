import { followRetirements } from '@/server/retirement/service/round';
import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

// A name that the catalog does not know, so that the date is the scan's.
const ended = { product: 'Oldware', cycle: '1', eol: daysFromToday(-133) };
const OLD: ScanSketch = { project: 'shop', image: 'old:1', matches: [ended] };
const NEW: ScanSketch = { project: 'shop', image: 'new:1', matches: [ended] };

test(
  'an image is retired by hand, is one filter away, and comes back',
  { tag: '@phone' },
  async ({ workspace, imagesPage, page }) => {
    const id = await workspace.upload(OLD);
    await workspace.upload(NEW);
    await page.goto(`/images/${id}`);
    await page.getByRole('button', { name: 'Retire', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Retire old:1?' });
    await dialog.getByLabel('Reason (optional)').fill('Replaced by new');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Retire this image' }).click();
    const banner = page.getByRole('region', { name: 'Retired', exact: true });
    await expect(banner).toContainText('by hand, by');
    await expect(banner).toContainText('Replaced by new');
    await expect(page.getByRole('button', { name: 'Retire', exact: true })).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    // The number is that of all, so what it leads to is not filtered either.
    await imagesPage.open('?q=new');
    await expect(imagesPage.names()).toHaveText(['new:1']);
    await expectAccessible(page);
    await page.getByRole('link', { name: '1 retired image', exact: true }).click();
    await expect(imagesPage.names()).toHaveText(['old:1']);
    await expect(page).toHaveURL(/retired=yes/);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.goto(`/images/${id}`);
    await banner.getByRole('button', { name: 'Bring back' }).click();
    await expect(banner).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Retire', exact: true })).toBeVisible();
    await page.goto(`/images/${id}?tab=history`);
    const history = page.getByRole('region', { name: 'Retired', exact: true });
    await expect(history).toContainText('Back on');
    await imagesPage.open();
    await expect(imagesPage.names()).toHaveText(['new:1', 'old:1']);
  },
);

test(
  'the rule says what it would do before it does it, and what it did',
  { tag: '@phone' },
  async ({ workspace, imagesPage, deps, page }) => {
    const id = await workspace.upload(OLD);
    await workspace.upload(NEW);
    await deps.db.query(
      `UPDATE image_tag SET latest_scan_at = latest_scan_at - interval '60 days' WHERE id = $1`,
      [id],
    );
    await page.goto('/settings/retirement');
    const days = page.getByLabel('Days without a scan');
    await expect(days).toHaveValue('90');
    await expect(page.getByText('This would retire no image today.')).toBeVisible();
    await days.fill('30');
    await expect(page.getByText('This would retire 1 image today.')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('It applies within minutes.')).toBeVisible();
    await followRetirements(deps, new AbortController().signal);

    await imagesPage.open();
    await expect(imagesPage.names()).toHaveText(['new:1']);
    await expect(page.getByText('all by the rule, last on')).toBeVisible();
    await page.goto(`/images/${id}`);
    await expect(page.getByRole('region', { name: 'Retired', exact: true })).toContainText(
      'by the rule: not scanned for 30 days',
    );
  },
);

test('a project has days of its own', async ({ workspace, projectsPage, page }) => {
  await workspace.upload(OLD);
  await projectsPage.open();
  await page.getByRole('link', { name: 'shop', exact: true }).first().click();
  const rule = page.getByRole('region', { name: 'Retired images', exact: true });
  await expect(rule).toContainText('after 90 days without a scan');
  await rule.getByRole('button', { name: 'Change when images are retired' }).click();
  const dialog = page.getByRole('dialog', { name: 'When images of this project are retired' });
  await dialog.getByLabel('Images are retired').click();
  await page.getByRole('option', { name: 'Never for missing scans' }).click();
  await expect(dialog.getByText('This would retire no image today.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rule).toContainText('by hand, not for missing scans');
});

test.describe('as a viewer', () => {
  test.use({ role: 'viewer' });

  test('retires nothing, and sees the rule', async ({ workspace, page }) => {
    const id = await workspace.upload(OLD);
    await page.goto(`/images/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('old:1');
    await expect(page.getByRole('button', { name: 'Retire', exact: true })).toHaveCount(0);
    await page.goto('/settings/retirement');
    await expect(page.getByText('Retired after 90 days')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  });
});
