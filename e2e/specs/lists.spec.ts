import { readFile } from 'node:fs/promises';
import { parseCsv } from '@/domain/csv/testing/parse-csv';
import { daysFromToday } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { waitForHydration } from '../pages/hydrated';
import { expect, test } from '../pages/test';

const ferry = { product: 'Ferry', cycle: '16', eol: daysFromToday(-3) };
const SCANS = [
  { project: 'shop', image: 'shop:1', matches: [ferry] },
  {
    project: 'shop',
    image: 'gateway:2',
    matches: [ferry, { product: 'Lantern', cycle: '7', eol: daysFromToday(900) }],
  },
];

test('columns are chosen and ordered by keys, stay, and are those of the file', async ({
  workspace,
  imagesPage,
  deps,
  page,
  context,
  browser,
  baseURL,
}) => {
  await workspace.uploadAll(SCANS);
  await imagesPage.open();
  // All but the one that selects.
  const headers = page
    .getByRole('table', { name: 'Images' })
    .getByRole('columnheader')
    .filter({ hasNot: page.getByRole('checkbox') });
  await expect(headers.nth(1)).toHaveText('Project');
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Order the columns…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  for (const name of ['Labels', 'Running', 'Verified', 'Last seen']) {
    await dialog.getByRole('checkbox', { name, exact: true }).click();
  }
  // Before a button with a hint has the focus: what axe says of hints is not of this dialog.
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Move End of life up' }).press('Enter');
  // It can go no further up, and the focus stays with it.
  await expect(dialog.getByRole('button', { name: 'Move End of life down' })).toBeFocused();
  // Until something else is chosen.
  const labels = dialog.getByRole('checkbox', { name: 'Labels', exact: true });
  await labels.press('Space');
  await expect(labels).toBeChecked();
  await expect(labels).toBeFocused();
  await labels.press('Space');
  await expect(labels).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(headers).toHaveText(['Image', 'End of life', 'Project']);
  await expect(page).toHaveURL(/columns=ended,project/);

  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export as JSON' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/^Acme-images-\d{4}-\d\d-\d\d\.json$/);
  const images: unknown = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(images).toMatchObject([
    { image: 'gateway', tag: '2', ended: 1, later: 1, project: 'shop' },
    { image: 'shop', tag: '1', ended: 1, later: 0, project: 'shop' },
  ]);

  // Without a word of it in the address, they are as they were left.
  const kept = async () => {
    const rows = await deps.db.query<{ value: string }>(
      `SELECT value FROM list_choice WHERE organization_id = $1 AND name = 'columns:images'`,
      [workspace.organizationId],
    );
    return rows.map(({ value }) => value);
  };
  await expect.poll(kept).toEqual(['ended,project']);
  await imagesPage.open();
  await expect(headers).toHaveText(['Image', 'End of life', 'Project']);

  // In whatever browser the reader signs in.
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  await elsewhere.addCookies(await context.cookies());
  const other = waitForHydration(await elsewhere.newPage());
  await other.goto('/images');
  await expect(
    other.getByRole('columnheader').filter({ hasNot: other.getByRole('checkbox') }),
  ).toHaveText(['Image', 'End of life', 'Project']);
  await elsewhere.close();
});

test('columns of the timeline’s table are chosen, and are those of its file', async ({
  workspace,
  timelinePage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await timelinePage.open('?as=table&type=binary');
  const header = timelinePage.table.getByRole('columnheader', { name: 'Evidence' });
  await expect(timelinePage.table.getByRole('rowheader')).not.toHaveCount(0);
  await expect(header).toHaveCount(0);
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Evidence' }).click();
  await page.keyboard.press('Escape');
  await expect(header).toBeVisible();
  await expect(page).toHaveURL(/columns=type,images,released,active,end,evidence,move,extended/);
  await expectAccessible(page);
  const file = await timelinePage.export('The table, JSON');
  expect(file.name).toMatch(/-timeline-.*\.json$/);
  const rows: unknown = JSON.parse(file.bytes.toString());
  expect(rows).toContainEqual(
    expect.objectContaining({ software: 'Ferry', cycle: '16', images: expect.any(Number) }),
  );
  expect(rows).not.toContainEqual(expect.objectContaining({ software_id: expect.anything() }));
});

test('findings of all images are one list', { tag: '@phone' }, async ({ workspace, page }) => {
  await workspace.uploadAll(SCANS);
  await page.goto('/findings?q=gateway');
  const table = page.getByRole('table', { name: 'Findings' });
  await expect(table.getByRole('rowheader')).toHaveText(['Ferry 16', 'Lantern 7']);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('the page stays while a press waits for the script that it needs', async ({
  workspace,
  imagesPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await imagesPage.open();
  // None is answered from here on.
  await page.route('**/_next/static/chunks/**', () => undefined);
  const pressesThatNeedOne = [
    () => page.getByRole('checkbox', { name: 'Select shop:1' }).click(),
    async () => {
      await page.getByRole('button', { name: 'View', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Order the columns…' }).click();
    },
    async () => {
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    },
  ];
  for (const press of pressesThatNeedOne) {
    const asked = page.waitForRequest('**/_next/static/chunks/**');
    await press();
    await asked;
    await expect(imagesPage.names().first()).toBeVisible();
  }
});

test('many images are selected by presses and keys, and retired at once', async ({
  workspace,
  imagesPage,
  page,
}) => {
  await workspace.uploadAll([
    ...SCANS,
    { project: 'bank', image: 'api:3', matches: [ferry] },
    { project: 'bank', image: 'web:4', matches: [ferry] },
  ]);
  await imagesPage.open('?sort=name&dir=asc');
  await expect(imagesPage.names()).toHaveText(['api:3', 'gateway:2', 'shop:1', 'web:4']);
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
  await box('api:3').click();
  await box('shop:1').click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('3 selected');
  // By keys: the second row out, and the last one in.
  await imagesPage.names().nth(1).getByRole('link').focus();
  await page.keyboard.press('x');
  await expect(box('gateway:2')).not.toBeChecked();
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+J');
  await expect(box('web:4')).toBeChecked();
  await expect(bar).toContainText('3 selected');
  await bar.getByRole('button', { name: 'Select all 4 images that match' }).click();
  await expect(bar).toContainText('4 selected');
  await box('gateway:2').click();
  await expectAccessible(page);

  const waiting = page.waitForEvent('download');
  await bar.getByRole('link', { name: 'Export the selection' }).click();
  const file = parseCsv(await readFile(await (await waiting).path(), 'utf8'));
  expect(file.map(([name]) => name)).toEqual(['Image', 'api', 'shop', 'web']);

  await bar.getByRole('button', { name: 'Retire…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Retire 3 images?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Retire them' }).click();
  await expect(dialog.getByRole('status')).toHaveText('3 of 3 retired.');
  // Of the two ways to close it, the one at its end.
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(imagesPage.names()).toHaveText(['gateway:2']);
  await expect(bar).toHaveCount(0);
});

test(
  'on a phone the search has the view beside it, and a selection takes two lines',
  { tag: ['@phone', '@phone-only'] },
  async ({ workspace, imagesPage, page }) => {
    await workspace.uploadAll(SCANS);
    await imagesPage.open();
    const search = await page.getByRole('textbox', { name: 'Search images' }).boundingBox();
    const view = await page.getByRole('button', { name: 'View', exact: true }).boundingBox();
    expect(view?.y).toBe(search?.y);
    await page.getByRole('checkbox', { name: 'Select gateway:2' }).click();
    const bar = page.getByRole('region', { name: 'Selection' });
    await expect(bar).toContainText('1 selected');
    const lines = await bar
      .getByRole('button')
      .or(bar.getByRole('link'))
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    expect(new Set(lines).size).toBe(2);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);

test(
  'on a phone filters stand behind a button until they are asked for, and those that are set stay',
  { tag: ['@phone', '@phone-only'] },
  async ({ workspace, imagesPage, page }) => {
    await workspace.uploadAll(SCANS);
    await imagesPage.open();
    const opener = page.getByRole('button', { name: 'Filters', exact: true });
    const search = await page.getByRole('textbox', { name: 'Search images' }).boundingBox();
    expect((await opener.boundingBox())?.y).toBe(search?.y);
    const retired = imagesPage.filters.getByRole('button', { name: /^Retired/ });
    const label = imagesPage.filters.getByRole('button', { name: /^Label/ });
    await expect(retired).toBeHidden();
    await expect(label).toBeHidden();
    await opener.click();
    await expect(label).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await retired.click();
    await page.getByRole('option', { name: 'Retired images' }).click();
    await opener.click();
    await expect(label).toBeHidden();
    await expect(retired).toBeVisible();
  },
);

test(
  'what became of all that a list held stays to be read',
  { tag: '@phone' },
  async ({ workspace, imagesPage, page }) => {
    await workspace.uploadAll(SCANS);
    await imagesPage.open('?q=gateway');
    await expect(imagesPage.names()).toHaveText(['gateway:2']);
    await page.getByRole('checkbox', { name: 'Select gateway:2' }).click();
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByRole('button', { name: 'Retire…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Retire 1 image?' });
    await dialog.getByRole('button', { name: 'Retire them' }).click();
    await expect(dialog.getByRole('status')).toHaveText('1 of 1 retired.');
    // Of the two ways to close it, the one at its end.
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expect(imagesPage.names()).toHaveCount(0);
    await expect(bar).toHaveCount(0);
  },
);

test('a dialog about many stays, whatever is read of the list meanwhile', async ({
  workspace,
  imagesPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await imagesPage.open('?q=gateway&state=ended');
  await page.getByRole('checkbox', { name: 'Select gateway:2' }).click();
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByRole('button', { name: 'Retire…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Retire 1 image?' });
  await dialog.getByLabel(/^Reason/).fill('No longer built');

  // The list loses its only row, and is read again once the reader comes back to the window.
  await workspace.upload({ project: 'shop', image: 'gateway:2', matches: [] });
  const reading = page.waitForResponse((answer) => answer.url().includes('image.listForDashboard'));
  await page.clock.setFixedTime(Date.now() + 60_000);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await (await reading).finished();
  await expect(page.getByText('No image matches these filters: “gateway”, Ended.')).toBeAttached();
  await expect(dialog.getByLabel(/^Reason/)).toHaveValue('No longer built');
  await dialog.getByRole('button', { name: 'Retire them' }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 of 1 retired.');
});

test('a view is saved under a name, opens by its link, and says what is no longer valid', async ({
  workspace,
  imagesPage,
  deps,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await imagesPage.open('?q=shop&sort=name&dir=asc');
  const views = page.getByRole('button', { name: 'Views', exact: true });
  await expect(imagesPage.names()).toHaveText(['shop:1']);
  await views.click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByLabel('Name').fill('Shops');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const open = page.getByRole('button', { name: 'Shops', exact: true });
  await expect(open).toBeVisible();
  await expect(page).toHaveURL(/view=/);
  const saved = page.url();

  await imagesPage.open();
  await expect(imagesPage.names()).toHaveCount(2);
  await views.click();
  await page.getByRole('menuitem', { name: 'Shops', exact: true }).click();
  await expect(imagesPage.names()).toHaveText(['shop:1']);
  await expect(open).toBeVisible();

  await deps.db.query(
    `UPDATE saved_view SET query = query || '&gone=1' WHERE organization_id = $1`,
    [workspace.organizationId],
  );
  await page.goto(saved);
  await expect(page.getByText('Of the view “Shops” this is no longer valid')).toContainText(
    'gone=1',
  );
  await page.getByRole('button', { name: 'Shops · changed' }).click();
  await page.getByRole('menuitem', { name: 'Update “Shops”' }).click();
  await expect(page.getByText('Of the view “Shops” this is no longer valid')).toHaveCount(0);
});

test('a view of the timeline keeps its filters, and that it is a table', async ({
  workspace,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  // An address from before views had the name `view` in it.
  await page.goto('/timeline?view=table&state=ended');
  await expect(page).toHaveURL(/\/timeline\?as=table&state=ended$/);
  const names = page.getByRole('table', { name: 'Timeline' }).getByRole('rowheader');
  await expect(names).toHaveText(['Ferry 16']);
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByLabel('Name').fill('Ended');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toHaveCount(0);

  await page.goto('/timeline');
  await expect(names).toHaveCount(0);
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Ended', exact: true }).click();
  await expect(names).toHaveText(['Ferry 16']);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'Ended', exact: true })).toBeVisible();
});

for (const [path, name] of [
  ['/images', 'Images'],
  ['/findings', 'Findings'],
] as const) {
  test(`${name} fit a tablet`, async ({ workspace, page }) => {
    await workspace.uploadAll(SCANS);
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto(path);
    await expect(page.getByRole('table', { name }).getByRole('rowheader').first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
}
