import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

const ended = { product: 'Oldware', cycle: '1', eol: daysFromToday(-133) };
const SCAN: ScanSketch = { project: 'acme/billing', image: 'billing:1', matches: [ended] };

test(
  'a team sees to a plan, has a waiver and a feed of its own',
  { tag: '@phone' },
  async ({ workspace, page }) => {
    await workspace.policy({ denyDays: 0 });
    const imageId = await workspace.upload(SCAN);
    await page.goto('/teams');
    await page.getByRole('button', { name: 'Create a team' }).click();
    await page.getByLabel('Name').fill('Payments');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payments');
    const fits = async () => {
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    };
    await page.getByRole('button', { name: 'Subscribe' }).click();
    const dialog = page.getByRole('dialog', { name: 'Subscribe to the team Payments' });
    await dialog.getByLabel('Name').fill('Calendar');
    await dialog.getByRole('button', { name: 'Make the addresses' }).click();
    await expect(page.getByRole('dialog', { name: 'Calendar: copy what you need' })).toBeVisible();
    await fits();
    await page.getByRole('button', { name: 'Done' }).click();

    await page.goto('/waivers/new?product=Oldware&cycle=1');
    await page.getByRole('combobox', { name: 'Where' }).click();
    await page.getByRole('option', { name: 'One team' }).click();
    await page.getByRole('button', { name: 'Ask for the waiver' }).click();
    await expect(page.getByText('Choose the team')).toBeVisible();
    await fits();
    await page.getByRole('combobox', { name: 'Team' }).click();
    await page.getByRole('option', { name: 'Payments' }).click();
    await page.getByLabel('Reason').fill('It moves in March');
    await page.getByLabel('Last day').fill(daysFromToday(20));
    await page.getByRole('button', { name: 'Ask for the waiver' }).click();
    await expect(
      page.getByText('Where it is found: the projects of the team Payments'),
    ).toBeVisible();
    await fits();

    await page.goto('/plans/new');
    await page.getByRole('link', { name: 'Oldware 1' }).click();
    await page.getByLabel('Its release cycle').fill('2');
    await page.getByLabel(/^By/).fill(daysFromToday(40));
    await page.getByRole('combobox', { name: 'Who' }).click();
    await page.getByRole('option', { name: 'Team Payments' }).click();
    await page.getByRole('button', { name: 'Plan the move' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oldware 1 to 2');
    await expect(page.getByText('Payments', { exact: true })).toBeVisible();
    await page.goto(`/images/${imageId}`);
    await expect(page.getByRole('link', { name: 'Move Oldware 1 to 2' })).toBeVisible();
    await fits();
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Plans', exact: true })).toBeVisible();
    await fits();
    await page.goto('/plans?owner=none');
    await fits();
  },
);
