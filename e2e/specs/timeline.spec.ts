import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

// Names that no catalog has, so that the dates are the scanner's alone.
const ended = { product: 'Quill', cycle: '16', eol: daysFromToday(-133), type: 'npm' };
const endedToo = { ...ended, type: 'deb' };
const undated = { product: 'Parchment', cycle: '5', eol: '', ended: true };
const soon = { product: 'Inkwell', cycle: '4.2', eol: daysFromToday(40) };
const later = { product: 'Quill', cycle: '18', eol: daysFromToday(900), type: 'npm' };
const unknown = { product: 'Blotter', cycle: '4', eol: '' };

const SCANS: readonly ScanSketch[] = [
  {
    project: 'github//acme/billing',
    image: 'billing:1',
    matches: [ended, soon, unknown],
    labels: { team: 'payments' },
  },
  {
    project: 'github//acme/shop',
    image: 'shop:2',
    matches: [ended, later],
    labels: { team: 'shop' },
  },
  { project: 'github//acme/shop', image: 'gateway:3', matches: [soon, undated] },
];
/** A line each; that of Quill has two cycles, of which one has ended. */
const BY_END = ['Parchment 5', 'Inkwell 4.2', 'Quill', 'Blotter 4'];
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47];

const many = (count: number): ScanSketch => ({
  project: 'many',
  image: 'many:1',
  matches: Array.from({ length: count }, (_, index) => ({
    product: `Product ${String(index + 1).padStart(4, '0')}`,
    cycle: '1',
    eol: daysFromToday(index - 100),
  })),
});

test('draws a line for each product by its end, and filters them', async ({
  workspace,
  timelinePage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await timelinePage.open();
  const names = timelinePage.names();
  await expect(names).toContainText(BY_END);
  await expect(timelinePage.row('Quill')).toContainText('1 of 2 ended');
  await expect(timelinePage.row('Parchment 5')).toContainText('Ended, date unknown');
  await expect(timelinePage.row('Blotter 4')).toContainText('No known end');
  await expect(timelinePage.state('Ended')).toHaveAccessibleName('Ended: 2 release cycles');
  await expectAccessible(page);

  await timelinePage.choose('Project', 'GitHub acme/billing');
  await expect(names).toContainText(['Quill 16', 'Inkwell 4.2', 'Blotter 4']);
  await expect(names).toHaveCount(3);
  await expect(page).toHaveURL(/project=/);
  await page.reload();
  await expect(names).toHaveCount(3);
  await timelinePage.clear();
  await timelinePage.choose('Type', 'npm');
  await expect(names).toHaveCount(1);
  await page.goBack();
  await expect(names).toHaveCount(BY_END.length);
  await timelinePage.open('?label=team&labelValue=nobody');
  await expect(
    page.getByText('No software matches these filters: team is any of nobody.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(names).toHaveCount(BY_END.length);
});

test('states and a horizon keep what they say, and the numbers stay those of all', async ({
  workspace,
  timelinePage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await timelinePage.open();
  await timelinePage.state('Ended').click();
  await expect(timelinePage.names()).toContainText(['Quill 16', 'Parchment 5']);
  await expect(timelinePage.names()).toHaveCount(2);
  await expect(page).toHaveURL(/state=ended/);
  await expect(timelinePage.state('Ended')).toHaveAttribute('aria-pressed', 'true');
  await timelinePage.state('No known end').click();
  await expect(timelinePage.names()).toHaveCount(3);
  await expect(timelinePage.state('Over 12 months')).toHaveAccessibleName(
    'Over 12 months: 1 release cycle',
  );
  await timelinePage.clear();
  await timelinePage.choose('Ends', 'Within 3 months');
  await expect(timelinePage.names()).toContainText(['Inkwell 4.2']);
  await expect(timelinePage.names()).toHaveCount(1);
  await page.reload();
  await expect(timelinePage.names()).toHaveCount(1);
});

test('a line opens to its cycles, and each end is marked once, where it is', async ({
  workspace,
  timelinePage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await timelinePage.open();
  const quill = page.getByRole('button', { name: /^Quill/ });
  await expect(quill).toHaveAttribute('aria-expanded', 'false');
  const marks = (name: string) => timelinePage.row(name).first().locator('[data-mark="end"]');
  await expect(marks('Quill')).toHaveCount(2);
  // Nothing is known of its end, so nothing marks one.
  await expect(marks('Blotter 4')).toHaveCount(0);
  await expect(marks('Parchment 5')).toHaveCount(0);
  await quill.click();
  await expect(quill).toHaveAttribute('aria-expanded', 'true');
  await expect(page).toHaveURL(/open=Quill/);
  await expect(timelinePage.row('Quill 16')).toContainText('Ended 133 days ago');
  await expect(marks('Quill 18')).toHaveCount(1);
  await page.reload();
  await expect(timelinePage.row('Quill 18')).toBeVisible();
  await quill.click();
  await expect(timelinePage.row('Quill 18')).toHaveCount(0);
});

test('a row leads to its software, its number to exactly its images', async ({
  workspace,
  timelinePage,
  imagesPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await timelinePage.open('?label=team&labelValue=payments');
  await timelinePage.row('Quill 16').getByRole('link', { name: '1 image', exact: true }).click();
  await expect(imagesPage.names()).toHaveText(['billing:1']);
  await page.goBack();
  await timelinePage.clear();
  // Two images hold Quill; one of them holds both of its cycles, and counts once.
  await timelinePage.row('Quill').getByRole('link', { name: '2 images', exact: true }).click();
  await expect(imagesPage.names()).toHaveText(['billing:1', 'shop:2']);
  await page.goBack();
  await timelinePage.names().filter({ hasText: 'Parchment 5' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Parchment 5');
  await page.goBack();
  // The page that is left has its rows, too, until the timeline is drawn again with all that it counts.
  await expect(
    timelinePage.row('Inkwell 4.2').getByRole('link', { name: /^\d+ images?$/ }),
  ).toBeVisible();
  // Anywhere in the row, right of what names it.
  await timelinePage.row('Inkwell 4.2').click({ position: { x: 500, y: 18 } });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Inkwell 4.2');
});

test('by the keyboard alone', async ({ workspace, timelinePage, page }) => {
  await workspace.uploadAll(SCANS);
  await timelinePage.open();
  await expect(timelinePage.names()).toHaveCount(BY_END.length);
  await page.keyboard.press('j');
  await expect(timelinePage.names().nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(timelinePage.names().nth(2)).toBeFocused();
  // The line of Quill opens by Enter, and its first cycle is next.
  await page.keyboard.press('Enter');
  await expect(timelinePage.names()).toHaveCount(BY_END.length + 2);
  await page.keyboard.press('j');
  await expect(timelinePage.names().nth(3)).toContainText('Quill 16');
  await expect(timelinePage.names().nth(3)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(timelinePage.names()).toHaveCount(BY_END.length);

  await page.keyboard.press('-');
  await expect(timelinePage.zoom('Years')).toBeChecked();
  await page.keyboard.press('+');
  await expect(timelinePage.zoom('Quarters')).toBeChecked();
  await page.keyboard.press('+');
  await expect(page).toHaveURL(/zoom=month/);
  const left = () => timelinePage.chart.evaluate((element) => element.scrollLeft);
  const before = await left();
  await page.keyboard.press('ArrowRight');
  await expect.poll(left).toBeGreaterThan(before + 100);
  await expect(page).toHaveURL(/at=\d{4}-/);
  await page.keyboard.press('t');
  await expect.poll(left).toBe(before);
  await expect(page).not.toHaveURL(/at=/);
  await page.keyboard.press('-');
  await expect(timelinePage.zoom('Quarters')).toBeChecked();
  await expect(page).not.toHaveURL(/zoom=/);
  // The arrows of a choice are its own.
  await timelinePage.zoom('Quarters').focus();
  await page.keyboard.press('ArrowRight');
  await expect(timelinePage.zoom('Years')).toBeChecked();
  // The address follows a moment later, and would call back whoever leaves before it.
  await expect(page).toHaveURL(/zoom=year/);

  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/notes/);
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  // The chart stands before its rows do, and a key finds only rows that are there.
  await expect(timelinePage.names()).toHaveCount(BY_END.length);
  await page.keyboard.press('j');
  await expect(timelinePage.names().nth(0)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/software\//);
});

test('a thousand lines: only those in sight are there, and each can be reached', async ({
  workspace,
  timelinePage,
  page,
}) => {
  await workspace.upload(many(1_000));
  await timelinePage.open();
  // It begins at what ends next.
  await expect(timelinePage.row('Product 0102')).toBeInViewport();
  expect(await timelinePage.names().count()).toBeLessThan(60);
  // The numbers are those of all, not of what is loaded.
  await expect(timelinePage.state('Ended')).toHaveAccessibleName('Ended: 101 release cycles');
  await timelinePage.chart.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(timelinePage.row('Product 1000')).toBeInViewport();
  await timelinePage.chart.evaluate((element) => element.scrollTo(0, 0));
  await expect(timelinePage.row('Product 0001')).toBeInViewport();
  await page.getByRole('button', { name: 'Back to what ends next' }).click();
  await expect(timelinePage.row('Product 0102')).toBeInViewport();
  await timelinePage.view('As a table').click();
  await expect(timelinePage.table.getByRole('rowheader')).toHaveCount(50);
  // An export is of all pages.
  const markup = (await timelinePage.export('All of this view, SVG')).bytes.toString();
  for (const name of ['Product 0001', 'Product 0051', 'Product 1000']) {
    expect(markup).toContain(name);
  }
});

test('says the same as a table', async ({ workspace, timelinePage, page }) => {
  await workspace.uploadAll([...SCANS, { project: 'p', image: 'deb:1', matches: [endedToo] }]);
  await timelinePage.open();
  await expect(timelinePage.row('Quill')).toContainText('2 cycles');
  await timelinePage.view('As a table').click();
  await expect(page).toHaveURL(/as=table/);
  const quill = timelinePage.table.getByRole('row').filter({ hasText: 'Quill 16' });
  await expect(quill).toHaveCount(2);
  await expect(quill.nth(1)).toContainText('1 Jun 2018');
  await expect(quill.nth(1)).toContainText('Ended 133 days ago');
  await expectAccessible(page);
});

test('the table is there with the page, and what stands above it', async ({ workspace, page }) => {
  await workspace.uploadAll(SCANS);
  const html = await (await page.request.get('/timeline?as=table')).text();
  expect(html).toContain('4 products in use, in 5 release cycles:');
  expect(html).toContain('Inkwell 4.2<');
});

test('exports a slide of what ends next, and all of the view', async ({
  workspace,
  timelinePage,
}) => {
  await workspace.uploadAll([
    ...SCANS,
    { project: 'p', image: 'evil:1', matches: [{ product: '<b>&"Evil"', cycle: '1' }] },
  ]);
  await timelinePage.open('?type=binary');
  await expect(timelinePage.names()).toHaveCount(4);
  const svg = await timelinePage.export('All of this view, SVG');
  expect(svg.name).toMatch(/^timeline-.*\d{4}-\d{2}-\d{2}\.svg$/);
  const markup = svg.bytes.toString();
  for (const text of [
    'Software end of life',
    'the type binary · 4 products · 4 release cycles',
    'Inkwell 4.2',
    '&lt;b&gt;&amp;"Evil" 1',
    'Eventide · ',
    // Where it is opened, its font need not be installed.
    '@font-face{font-family:Geist;font-weight:100 900;src:url(data:font/woff2;base64,',
  ]) {
    expect(markup).toContain(text);
  }
  const slide = await timelinePage.export(/^Slide of the next 12 months, SVG/);
  expect(slide.name).toMatch(/^timeline-slide-.*\.svg$/);
  expect(slide.bytes.toString()).toContain('width="960" height="540"');
  expect(slide.bytes.toString()).toContain('What ends in the next 12 months');
  expect(slide.bytes.toString()).toContain('Inkwell 4.2');
  // It has ended: no news of the year to come.
  expect(slide.bytes.toString()).not.toContain('Parchment');
  const png = await timelinePage.export(/^Slide of the next 12 months, PNG/);
  expect(png.name).toMatch(/\.png$/);
  expect([...png.bytes.subarray(0, 4)]).toEqual(PNG_SIGNATURE);
  // Sixteen by nine, at three times the size.
  expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([2_880, 1_620]);
});

test('prints sheets in the place of the chart', async ({ workspace, timelinePage, page }) => {
  await workspace.upload(many(90));
  await timelinePage.open();
  await expect(timelinePage.row('Product 0090')).toHaveCount(1);
  const sheets = page.locator('[data-timeline-sheets] > *');
  await expect(sheets).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => sheets.count()).toBeGreaterThan(2);
  await expect(timelinePage.chart).toBeHidden();
  const texts = await sheets.allTextContents();
  for (const text of texts) expect(text).toContain('Software end of life');
  expect(texts.join(' ').match(/Product \d{4} 1/g)?.length).toBeGreaterThanOrEqual(90);
  await page.emulateMedia({ media: null });
  await expect(sheets).toHaveCount(0);
});

test('the menu prints all lines of the view', async ({ workspace, timelinePage, page }) => {
  await workspace.upload(many(450));
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset['printed'] = String(
        document.querySelectorAll('[data-timeline-sheets] > *').length,
      );
    };
  });
  await timelinePage.open();
  await expect(timelinePage.row('Product 0102')).toBeInViewport();
  await page.keyboard.press('e');
  await page.getByRole('menuitem', { name: 'Print or save as PDF' }).click();
  // 450 rows, some 32 on a sheet.
  await expect(page.locator('html')).toHaveAttribute('data-printed', /^1[3-6]$/);
});

for (const role of ['member', 'viewer'] as const) {
  test.describe(`as a ${role}`, () => {
    test.use({ role });
    test('shows the timeline', async ({ workspace, timelinePage }) => {
      await workspace.uploadAll(SCANS);
      await timelinePage.open();
      await expect(timelinePage.names()).toHaveCount(BY_END.length);
    });
  });
}

test('before the first upload it says what will be here', async ({ timelinePage, page }) => {
  await timelinePage.open();
  await expect(
    page.getByRole('heading', { name: 'When your software ends will be drawn here' }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Upload an SBOM' }).click();
  await expect(page).toHaveURL(/\/images/);
});

test(
  'fits a phone, with a name of 200 characters',
  { tag: '@phone' },
  async ({ workspace, timelinePage, page }) => {
    await workspace.uploadAll(SCANS);
    await workspace.upload({
      project: 'p',
      image: 'long:1',
      matches: [{ product: 'n'.repeat(200), cycle: '1', eol: daysFromToday(10) }],
    });
    await timelinePage.open();
    await expect(timelinePage.names()).toHaveCount(BY_END.length + 1);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await timelinePage.view('As a table').click();
    // Quill has a row for each of its cycles there.
    await expect(timelinePage.table.getByRole('rowheader')).toHaveCount(BY_END.length + 2);
    await expectNoSidewaysScroll(page);
  },
);
