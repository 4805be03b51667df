import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

// Names that no catalog has, so that the dates are the scanner's alone.
const ended = { product: 'Quill', cycle: '16', eol: daysFromToday(-133), type: 'npm' };
const newer = { product: 'Quill', cycle: '18', eol: daysFromToday(900), type: 'npm' };
const undated = { product: 'Parchment', cycle: '5', eol: '', ended: true };
const soon = { product: 'Inkwell', cycle: '4.2', eol: daysFromToday(40) };
const unknown = { product: 'Blotter', cycle: '4', eol: '' };

const SCANS: readonly ScanSketch[] = [
  { project: 'github//acme/billing', image: 'billing:1', matches: [ended, soon, unknown] },
  { project: 'github//acme/shop', image: 'shop:2', matches: [ended, newer] },
  { project: 'github//acme/shop', image: 'gateway:3', matches: [soon, undated] },
];
const BY_END = ['Quill 16', 'Parchment 5', 'Inkwell 4.2', 'Quill 18', 'Blotter 4'];

test('lists software by its end, and filters it', async ({ workspace, softwarePage, page }) => {
  await workspace.uploadAll(SCANS);
  await softwarePage.open();
  const names = softwarePage.names();
  await expect(names).toHaveText(BY_END);
  await expect(softwarePage.row('Quill 16')).toContainText('Ended 133 days ago');
  await expect(softwarePage.row('Parchment 5')).toContainText('Ended, date unknown');
  await expect(softwarePage.row('Blotter 4')).toContainText('No known end');
  await expectAccessible(page);

  for (const [label, count, left] of [
    ['Ended', 2, ['Quill 16', 'Parchment 5']],
    ['Within 6 months', 1, ['Inkwell 4.2']],
    ['Over 12 months', 1, ['Quill 18']],
    ['No known end', 1, ['Blotter 4']],
  ] as const) {
    await softwarePage.state(label, count).click();
    await expect(names).toContainText([...left]);
  }
  await softwarePage.clear();
  await softwarePage.choose('Type', 'npm');
  await expect(names).toHaveText(['Quill 16', 'Quill 18']);
  await softwarePage.clear();
  await softwarePage.choose('Project', 'GitHub acme/billing');
  await expect(names).toHaveText(['Quill 16', 'Inkwell 4.2', 'Blotter 4']);
  await expect(page).toHaveURL(/project=/);
  await page.reload();
  await expect(names).toHaveCount(3);
  await softwarePage.clear();
  await softwarePage.search.fill('quill');
  await expect(names).toHaveText(['Quill 16', 'Quill 18']);
  await softwarePage.state('Within 6 months', 0).click();
  await expect(
    page.getByText('No software matches these filters: “quill”, Within 6 months.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(names).toHaveText(BY_END);
  // The address follows a moment later than the list: before it has, there is nothing to go back from.
  await expect(page).not.toHaveURL(/q=/);
  await softwarePage.sortBy('Images');
  await expect(page).toHaveURL(/sort=/);
  await expect(names.last()).toHaveText('Blotter 4');
  await page.goBack();
  await expect(names).toHaveText(BY_END);
});

test('each count opens the images it counts, with a condition that can be taken away', async ({
  workspace,
  softwarePage,
  imagesPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await softwarePage.open();
  await softwarePage.row('Quill 16').getByRole('link', { name: '2 images' }).click();
  await expect(imagesPage.names()).toHaveText(['billing:1', 'shop:2']);
  await expect(imagesPage.filters).toContainText('Software Quill 16 (npm)');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Remove the condition Software/ }).click();
  await expect(imagesPage.names()).toHaveCount(3);
});

test('one cycle: where it runs, its product’s cycles, what policies say', async ({
  workspace,
  softwarePage,
  softwareDetailPage,
  imagesPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await softwarePage.open();
  await softwarePage.row('Quill 16').getByRole('rowheader').getByRole('link').click();
  await expect(softwareDetailPage.title).toHaveText('Quill 16');
  await expect(page).toHaveTitle(/Quill 16/);
  await expect(softwareDetailPage.facts).toContainText('Ended 133 days ago');
  await expect(softwareDetailPage.facts).toContainText('EvidenceCatalog');
  await expect(softwareDetailPage.facts).toContainText('2 images in 2 projects');
  await expect(page.getByText('No policy concerns it, today or later.')).toBeVisible();
  await expect(softwareDetailPage.holders.getByRole('rowheader')).toHaveText([
    'billing:1',
    'shop:2',
  ]);
  await expectAccessible(page);

  await softwareDetailPage.openHolders('Projects');
  await softwareDetailPage.holders
    .getByRole('row')
    .filter({ hasText: 'acme/shop' })
    .getByRole('link', { name: '1 image' })
    .click();
  await expect(imagesPage.names()).toHaveText(['shop:2']);
  await page.goBack();
  await softwareDetailPage.cycle('18').getByRole('link', { name: '18', exact: true }).click();
  await expect(softwareDetailPage.title).toHaveText('Quill 18');
});

test('the catalog says where to move', async ({ workspace, softwarePage, softwareDetailPage }) => {
  const python = { product: 'Python', cycle: '3.8', eol: '2024-10-07', packageName: 'python' };
  await workspace.upload({ project: 'p', image: 'jobs:1', matches: [python] });
  await softwarePage.open();
  await softwarePage.row('Python 3.8').getByRole('rowheader').getByRole('link').click();
  await expect(softwareDetailPage.title).toHaveText('Python 3.8');
  await expect(softwareDetailPage.facts).toContainText(/Move toPython 3\.\d+/);
  expect(await softwareDetailPage.lifecycle.getByRole('row').count()).toBeGreaterThan(2);
});

test('a page that is not there', async ({ page }) => {
  await page.goto('/software/01890000-0000-7000-8000-0000000000ff');
  await expect(page.getByRole('heading', { name: 'There is no such software' })).toBeVisible();
  await page.getByRole('link', { name: 'All software' }).click();
  await expect(page.getByText('will be listed here, by when it ends')).toBeVisible();
  await expectAccessible(page);
});

test(
  'on a phone',
  { tag: '@phone' },
  async ({ workspace, softwarePage, softwareDetailPage, page }) => {
    const long = { product: 'x'.repeat(200), cycle: 'y'.repeat(100), eol: daysFromToday(-5) };
    await workspace.uploadAll([...SCANS, { project: 'p', image: 'long:1', matches: [long] }]);
    await softwarePage.open();
    await expect(softwarePage.names()).toHaveCount(6);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await softwarePage.names().filter({ hasText: 'xxx' }).getByRole('link').click();
    await expect(softwareDetailPage.title).toHaveText(`${long.product} ${long.cycle}`);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);

test('the keyboard goes there, and the palette finds it', async ({
  workspace,
  softwarePage,
  softwareDetailPage,
  imagesPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await imagesPage.open();
  await expect(imagesPage.names()).toHaveCount(3);
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await expect(softwarePage.table).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('quill');
  await page.getByRole('option', { name: /^Quill 16/ }).click();
  await expect(softwareDetailPage.title).toHaveText('Quill 16');
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/notes$/);
});

test('numbers lead to exactly what they count, whatever the list is narrowed to', async ({
  workspace,
  softwarePage,
  imagesPage,
  page,
}) => {
  const matches = [{ product: 'Quill', cycle: '16' }];
  await workspace.uploadAll([
    { project: 'p', image: 'prod:1', labels: { env: 'prod' }, matches },
    { project: 'q', image: 'test:1', labels: { env: 'test' }, matches },
  ]);
  await softwarePage.open('?label=env&labelValue=prod');
  const row = softwarePage.row('Quill 16');
  await expect(row.getByRole('link', { name: /project/ })).toHaveCount(0);
  await row.getByRole('link', { name: '1 image', exact: true }).click();
  await expect(imagesPage.names()).toHaveText(['prod:1']);
  await softwarePage.open();
  await softwarePage.row('Quill 16').getByRole('link', { name: '2 projects' }).click();
  await expect(page).toHaveURL(/view=projects/);
});
