import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

// The catalog knows none of these, so that their dates are the scanner's.
const ended = { product: 'Ferry', cycle: '16', eol: daysFromToday(-133) };
const soon = { product: 'Buoy', cycle: '4.2', eol: daysFromToday(40) };
const next = { product: 'Harbour', cycle: '1.24', eol: daysFromToday(250) };
const later = { product: 'Lantern', cycle: '7.4', eol: daysFromToday(900) };
const unknown = { product: 'Keel', cycle: '4', eol: '' };

const SCANS: readonly ScanSketch[] = [
  {
    project: 'github//acme/billing',
    image: 'billing:1',
    matches: [ended, soon, unknown],
    labels: { team: 'payments', tier: 'prod' },
    verified: true,
  },
  { project: 'github//acme/shop', image: 'shop:2', matches: [soon], labels: { team: 'shop' } },
  { project: 'github//acme/shop', image: 'gateway:3', matches: [next, later] },
  { project: 'legacy', image: 'mailer:4', matches: [later], labels: { team: 'platform' } },
];

test('filters, one by one and together, and tells when nothing is left', async ({
  workspace,
  imagesPage,
  deps,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await imagesPage.open();
  const names = imagesPage.names();
  await expect(names).toHaveText(['billing:1', 'gateway:3', 'mailer:4', 'shop:2']);

  for (const [choice, left] of [
    ['Ended', ['billing:1']],
    ['Within 6 months', ['billing:1', 'shop:2']],
    ['6 to 12 months', ['gateway:3']],
    ['Over 12 months', ['gateway:3', 'mailer:4']],
    ['No known end', ['billing:1']],
    ['All', ['billing:1', 'gateway:3', 'mailer:4', 'shop:2']],
  ] as const) {
    await imagesPage.eol(choice).click();
    await expect(names).toHaveText([...left]);
  }

  await imagesPage.choose('Project', 'GitHub acme/shop');
  await expect(names).toHaveText(['gateway:3', 'shop:2']);
  await imagesPage.clear();

  await imagesPage.choose('Signature', 'Verified');
  await expect(names).toHaveText(['billing:1']);
  await imagesPage.clear();

  await deps.db.query(
    `UPDATE image_tag SET latest_scan_at = latest_scan_at - interval '60 days'
      WHERE organization_id = $1 AND name = 'mailer'`,
    [workspace.organizationId],
  );
  await imagesPage.choose('Last seen', 'Over 30 days ago');
  await expect(names).toHaveText(['mailer:4']);
  await expect(page).toHaveURL(/notSeen=30/);
  await imagesPage.choose('Last seen', 'Over 90 days ago');
  await expect(
    page.getByText('No image matches these filters: last seen over 90 days ago.'),
  ).toBeVisible();
  await imagesPage.clear();

  await imagesPage.filterByLabel('team', 'is any of', 'shop, payments');
  await expect(names).toHaveText(['billing:1', 'shop:2']);
  await imagesPage.clear();
  await imagesPage.filterByLabel('team', 'is none of', 'shop, payments');
  await expect(names).toHaveText(['gateway:3', 'mailer:4']);
  await imagesPage.clear();

  await imagesPage.search.fill('GATE');
  await expect(names).toHaveText(['gateway:3']);
  await imagesPage.eol('Ended').click();
  await expect(page.getByText('No image matches these filters: “GATE”, Ended.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(names).toHaveCount(4);
});

test('numbers and labels lead to exactly what they count', async ({
  workspace,
  imagesPage,
  imagePage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await imagesPage.open();
  await imagesPage.row('billing:1').getByRole('link', { name: 'team payments' }).click();
  await expect(imagesPage.names()).toHaveText(['billing:1']);
  await expect(page).toHaveURL(/label=team&labelValue=payments/);
  await imagesPage
    .row('billing:1')
    .getByRole('link', { name: 'Within 6 months: 1 software' })
    .click();
  await expect(imagePage.groups()).toHaveText(['Within 6 months1']);
  await expect(imagePage.group('Within 6 months')).toContainText('Buoy 4.2');
});

test('a link from before the filter had all states leads to what it meant', async ({
  workspace,
  imagesPage,
  projectsPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await imagesPage.open('?eol=6-months&q=BILL');
  await expect(imagesPage.names()).toHaveText(['billing:1']);
  await expect(imagesPage.eol('Within 6 months')).toBeChecked();
  await projectsPage.openProject('acme/shop');
  await expect(projectsPage.imageNames()).toHaveCount(2);
  await page.goto(`${new URL(page.url()).pathname}?eol=later`);
  await expect(projectsPage.imageNames()).toHaveText(['gateway:3']);
  await expect(page).toHaveURL(/[?&]state=later/);
});

test('sorts, and keeps the order in the address', async ({ workspace, imagesPage, page }) => {
  await workspace.uploadAll(SCANS);
  await imagesPage.open();
  await imagesPage.sortBy('Image');
  await expect(imagesPage.names()).toHaveText(['billing:1', 'gateway:3', 'mailer:4', 'shop:2']);
  await imagesPage.sortBy('Image');
  await expect(imagesPage.names()).toHaveText(['shop:2', 'mailer:4', 'gateway:3', 'billing:1']);
  await imagesPage.sortBy('Project');
  await expect(imagesPage.names()).toHaveText(['billing:1', 'gateway:3', 'shop:2', 'mailer:4']);
  await page.reload();
  await expect(imagesPage.names()).toHaveText(['billing:1', 'gateway:3', 'shop:2', 'mailer:4']);
  await imagesPage.sortBy('Last seen');
  await expect(imagesPage.names().first()).toHaveText('mailer:4');
});

test('Back and Forward restore what was there', async ({
  workspace,
  imagesPage,
  imagePage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await imagesPage.open();
  await imagesPage.eol('Ended').click();
  await expect(imagesPage.names()).toHaveText(['billing:1']);
  await imagesPage.eol('Over 12 months').click();
  await expect(imagesPage.names()).toHaveText(['gateway:3', 'mailer:4']);
  await imagesPage.row('mailer:4').click();
  await expect(imagePage.title).toHaveText('mailer:4');

  await page.goBack();
  await expect(imagesPage.names()).toHaveText(['gateway:3', 'mailer:4']);
  await expect(imagesPage.eol('Over 12 months')).toBeChecked();
  await page.goBack();
  await expect(imagesPage.names()).toHaveText(['billing:1']);
  await page.goBack();
  await expect(imagesPage.names()).toHaveCount(4);
  await expect(imagesPage.eol('All')).toBeChecked();
  await page.goForward();
  await expect(imagesPage.names()).toHaveText(['billing:1']);
});

test('pages through many images', { tag: '@phone' }, async ({ workspace, imagesPage, page }) => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    project: 'many',
    image: `image-${String(index + 1).padStart(2, '0')}:1`,
    matches: [later],
  }));
  await workspace.uploadAll(many);
  await imagesPage.open('?size=25');
  await expect(imagesPage.names()).toHaveCount(25);
  await expect(imagesPage.pages).toContainText('1 to 25 of 30 images');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await imagesPage.pages.getByRole('link', { name: 'Next page' }).click();
  await expect(imagesPage.names()).toHaveText(many.slice(25).map(({ image }) => image));
  await expect(page).toHaveURL(/page=2/);
  await imagesPage.pages.getByRole('button', { name: '25 per page' }).click();
  await page.getByRole('menuitem', { name: '100 per page' }).click();
  await expect(imagesPage.names()).toHaveCount(30);
  await imagesPage.open('?page=9');
  await expect(page.getByText('Page 9 is past the end')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the last page' }).click();
  await expect(imagesPage.names()).toHaveCount(30);
});

test(
  'a name of 200 characters stays in its place',
  { tag: '@phone' },
  async ({ workspace, imagesPage, imagePage, page }) => {
    const name = `registry.example.com/${'deep/'.repeat(34)}service`;
    const reference = `${name}:2026.11.21-rc1`;
    await workspace.upload({
      project: 'p'.repeat(200),
      image: reference,
      labels: { ['k'.repeat(80)]: 'v'.repeat(200) },
    });
    await imagesPage.open();
    await expect(imagesPage.names()).toHaveText([reference]);
    await expectNoSidewaysScroll(page);
    await imagesPage.names().first().click();
    await expect(imagePage.title).toHaveText(reference);
    await expectNoSidewaysScroll(page);
  },
);

test('what a search leaves is told, and the row that is walked to is in sight', async ({
  workspace,
  imagesPage,
  page,
}) => {
  const many = Array.from({ length: 40 }, (_, at) => ({
    project: 'p',
    image: `image-${String(at + 10)}:1`,
  }));
  await workspace.uploadAll([...many, { project: 'p', image: 'shop:1' }]);
  await imagesPage.open();
  const announcer = page.locator('#announcer');
  await expect(imagesPage.names()).toHaveCount(41);
  await expect(announcer).toHaveText('');
  await imagesPage.search.fill('shop');
  await expect(announcer).toHaveText('Listed: 1 image');
  await imagesPage.search.fill('shop nowhere');
  await expect(announcer).toHaveText('Nothing is listed.');
  await imagesPage.search.fill('');
  await expect(announcer).toHaveText('Listed: 1 to 41 of 41 images');

  await imagesPage.search.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toBeVisible();
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('J');
    const row = await page.locator('tr:has(:focus)').boundingBox();
    const over = await bar.boundingBox();
    expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0);
  }
});

test(
  'a message that stays lies beside what is pressed for what is selected',
  { tag: '@phone' },
  async ({ workspace, notesPage, page }) => {
    const matches = [{ product: 'Quill', cycle: '16' }];
    // More than a window shows, so that the bar is at its end.
    const images = Array.from({ length: 30 }, (_, at) => `image-${String(at + 10)}:1`);
    await workspace.uploadAll(images.map((image) => ({ project: 'p', image, matches })));
    await workspace.writeNote('Quill', 'Moves to 18');
    await notesPage.open();
    await notesPage.products().first().getByRole('link').click();
    await notesPage.panel('Quill').getByRole('button', { name: 'Delete note' }).click();
    const message = page.locator('[data-sonner-toast]');
    await expect(message).toContainText('The note on Quill is deleted.');
    await page.getByRole('link', { name: 'Images', exact: true }).first().click();
    await page.getByRole('checkbox', { name: 'Select image-10:1' }).check();
    const bar = page.getByRole('region', { name: 'Selection' });
    await expect(bar).toBeVisible();
    await expect(async () => {
      const [over, below] = [await message.boundingBox(), await bar.boundingBox()];
      expect((over?.y ?? 0) + (over?.height ?? Infinity)).toBeLessThanOrEqual(below?.y ?? 0);
    }).toPass({ timeout: 20_000 });
  },
);
