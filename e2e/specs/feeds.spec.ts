import type { Page } from '@playwright/test';
import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

// A name that the catalog does not know, so that the date is the scan's.
const ended = { product: 'Oldware', cycle: '1', eol: daysFromToday(-133) };
const IMAGE = 'registry.example.com/shop/api:1';
const SCAN: ScanSketch = { project: 'shop', image: IMAGE, matches: [ended] };

const addressIn = async (page: Page, region: string) =>
  (await page.getByRole('region', { name: region }).innerText()).trim();

test(
  'a member makes addresses, which are read without signing in, and revokes them',
  { tag: '@phone' },
  async ({ workspace, settingsPage, page, request }) => {
    await workspace.upload(SCAN);
    await page.goto('/timeline');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    const asked = settingsPage.dialog('Subscribe to the whole organization');
    await asked.getByRole('button', { name: 'Make the addresses' }).click();
    await expect(asked.getByText('Enter a name')).toBeVisible();
    await expectAccessible(page);
    await asked.getByLabel('Name').fill('Team calendar');
    await settingsPage.choose(asked.getByLabel('Expires'), 'In 90 days');
    await asked.getByRole('button', { name: 'Make the addresses' }).click();

    const shown = settingsPage.dialog('Team calendar: copy what you need');
    await expect(shown.getByRole('img', { name: 'The badge as it is now' })).toHaveJSProperty(
      'complete',
      true,
    );
    const width = await shown
      .getByRole('img', { name: 'The badge as it is now' })
      .evaluate((image: HTMLImageElement) => image.naturalWidth);
    expect(width).toBeGreaterThan(50);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    const calendar = await addressIn(page, 'Address of the calendar');
    const read = await request.get(new URL(calendar).pathname);
    expect((await read.text()).replaceAll('\r\n ', '')).toContain(
      'SUMMARY:Oldware 1 reaches its end of life',
    );
    await settingsPage.choose(shown.getByLabel('Entries'), '90 and 30 days before, too');
    expect(await addressIn(page, 'Address of the calendar')).toBe(`${calendar}?reminders=90,30`);
    const webcal = calendar.replace(/^https?:/, 'webcal:');
    await expect(shown.getByRole('link', { name: 'Open in a calendar' })).toHaveAttribute(
      'href',
      `${webcal}?reminders=90,30`,
    );
    const markdown = await addressIn(page, 'Markdown of the badge');
    expect(markdown).toMatch(/^!\[End of life\]\(http.*\/badge\.svg\)$/);
    for (const region of ['Address of the feed', 'Address for the endpoint badge of shields.io']) {
      const answer = await request.get(new URL(await addressIn(page, region)).pathname);
      expect([region, answer.status()]).toEqual([region, 200]);
    }
    await shown.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(calendar)).toHaveCount(0);

    await settingsPage.open('feeds');
    const revoke = page.getByRole('button', { name: 'Revoke Team calendar' });
    await expect(revoke).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await revoke.click();
    const question = settingsPage.question('Revoke Team calendar?');
    await question.getByRole('button', { name: 'Revoke' }).click();
    await expect(settingsPage.messages).toContainText('Team calendar is revoked');
    await expect(page.getByText('are listed here')).toBeVisible();
    await expectAccessible(page);
    expect((await request.get(new URL(calendar).pathname)).status()).toBe(404);
  },
);

test('each page offers what it shows', async ({ workspace, settingsPage, page, request }) => {
  await workspace.upload(SCAN);
  await page.goto('/projects');
  await page.getByRole('rowheader').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'shop' })).toBeVisible();
  const project = new URL(page.url()).pathname;
  const image = `/images/${await workspace.upload(SCAN)}`;
  const targets = [
    ['/', 'the whole organization', 'The whole organization'],
    [project, 'the project shop', 'shop'],
    [image, `the image ${IMAGE}`, IMAGE],
    ['/catalog/nodejs', 'the product Node.js', 'Node.js'],
  ] as const;
  for (const [path, title] of targets) {
    await page.goto(path);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    const dialog = settingsPage.dialog(`Subscribe to ${title}`);
    await dialog.getByLabel('Name').fill(`Of ${title}`);
    await dialog.getByRole('button', { name: 'Make the addresses' }).click();
    await expect(settingsPage.dialog(`Of ${title}: copy what you need`)).toBeVisible();
    const feed = await addressIn(page, 'Address of the feed');
    expect((await request.get(new URL(feed).pathname)).status()).toBe(200);
    const isOfCycles = title.includes('organization') || title.includes('product');
    await expect(page.getByRole('region', { name: 'Address of the release cycles' })).toHaveCount(
      isOfCycles ? 1 : 0,
    );
    await page.getByRole('button', { name: 'Done' }).click();
  }
  const id = project.split('/').at(-1) ?? '';
  await page.goto(`/timeline?project=${id}`);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(settingsPage.dialog('Subscribe to the project shop')).toBeVisible();
  await page.keyboard.press('Escape');
  await settingsPage.open('feeds');
  for (const [, title, name] of targets) {
    const row = settingsPage.row('Calendars, feeds and badges', `Of ${title}`);
    await expect(row.getByRole('link')).toHaveText(name);
  }
});

test.describe('a viewer', () => {
  test.use({ role: 'viewer' });

  test('sees what can be read from outside, and makes and revokes nothing', async ({
    workspace,
    settingsPage,
    page,
  }) => {
    await workspace.upload(SCAN);
    await page.goto('/timeline');
    await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Subscribe' })).toHaveCount(0);
    await settingsPage.open('feeds');
    await expect(page.getByText('are listed here')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Subscribe' })).toHaveCount(0);
  });
});
