import { daysFromToday } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

const FILE = `version: 1
policies:
  - policy_scope: global
    warn_days: 90
    deny_days: 0
  - policy_scope: project
    project_name: shop
    deny_date: 2027-01-31
`;

test.describe('as admin', () => {
  test.use({ role: 'admin' });

  test(
    'a file is shown first, refused with its lines, and applied',
    { tag: '@phone' },
    async ({ page, policiesPage }) => {
      await policiesPage.open();
      await page.getByRole('link', { name: 'As a file' }).click();
      await expect(page).toHaveTitle('Policies as a file · Eventide');
      const now = page.getByRole('region', { name: 'eventide.yaml' });
      await expect(now).toContainText('policies: []');

      const text = page.getByRole('textbox', { name: 'eventide.yaml' });
      await text.fill('version: 1\npolicies:\n  - policy_scope: global\n    deny_days: soon\n');
      await page.getByRole('button', { name: 'Show what it changes' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'line 4, column 16' })).toBeVisible();

      await text.fill(FILE);
      await page.getByRole('button', { name: 'Show what it changes' }).click();
      const changes = page.getByRole('region', { name: 'What it changes' });
      await expect(changes.getByRole('listitem')).toHaveCount(2);
      await expect(changes).toContainText('deny_date: 2027-01-31');
      await expect(now).toContainText('policies: []');
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);

      await page.getByRole('button', { name: 'Apply 2 changes' }).click();
      await expect(now).toContainText('project_name: shop');
      await text.fill(FILE);
      await page.getByRole('button', { name: 'Show what it changes' }).click();
      await expect(page.getByText('Nothing changes: this is what there is.')).toBeVisible();

      // What another file leaves out goes, and is told before.
      await page.locator('input[type=file]').setInputFiles({
        ...{ name: 'eventide.yaml', mimeType: 'application/yaml' },
        buffer: Buffer.from(FILE.split('\n').slice(0, 5).join('\n')),
      });
      await page.getByRole('button', { name: 'Show what it changes' }).click();
      await expect(changes.getByRole('listitem')).toHaveText([/removed.*not in it/s]);
    },
  );
});

test.describe('a file that breaks builds', () => {
  test.use({ role: 'admin' });

  test('asks for the number of images before it is applied', async ({ workspace, page }) => {
    const ended = { product: 'Acme Runtime', cycle: '16', eol: daysFromToday(-133) };
    await workspace.uploadAll([{ project: 'billing', image: 'billing:1', matches: [ended] }]);
    await page.goto('/policies/file');
    const text = page.getByRole('textbox', { name: 'eventide.yaml' });
    await text.fill(FILE);
    await page.getByRole('button', { name: 'Show what it changes' }).click();
    await expect(page.getByText('1 image of 1 project would fail from now on.')).toBeVisible();
    await page.getByRole('button', { name: 'Apply 2 changes' }).click();
    const question = page.getByRole('alertdialog', {
      name: '1 image of 1 project would fail from now on',
    });
    const apply = question.getByRole('button', { name: 'Apply the file' });
    await expect(apply).toBeDisabled();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'eventide.yaml' })).toContainText('policies: []');
    await page.getByRole('button', { name: 'Apply 2 changes' }).click();
    await question.getByLabel('Type 1 to confirm').fill('1');
    await apply.click();
    await expect(page.getByRole('region', { name: 'eventide.yaml' })).toContainText('deny_days: 0');
  });
});

test.describe('as viewer', () => {
  test.use({ role: 'viewer' });

  test('the file can be read and taken along, and not changed', async ({ page }) => {
    await page.goto('/policies/file');
    await expect(page.getByRole('region', { name: 'eventide.yaml' })).toContainText('version: 1');
    await expect(page.getByRole('textbox', { name: 'eventide.yaml' })).toHaveCount(0);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('eventide.yaml');
    await expectAccessible(page);
  });
});
