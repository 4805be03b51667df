import { makePolicy } from '@/test/factories';
import { daysFromToday, imageScan, type ScanSketch } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

// Names that the catalog does not know, so that the dates are the scans'; Node.js it knows.
const longEnded = { product: 'Oldware', cycle: '1', eol: daysFromToday(-400) };
const justEnded = { product: 'Latterware', cycle: '2.1', eol: daysFromToday(-3) };
const soon = { product: 'Soonware', cycle: '3', eol: daysFromToday(40), type: 'npm' };
const next = { product: 'Nextware', cycle: '4', eol: daysFromToday(250), type: 'npm' };
const later = { product: 'Laterware', cycle: '5', eol: daysFromToday(900) };
const unknown = { product: 'Otherware', cycle: '6', eol: '' };
const node = { product: 'Node.js', cycle: '16' };

const SCANS: readonly ScanSketch[] = [
  { project: 'github//acme/shop', image: 'shop:1', matches: [longEnded, justEnded, soon, node] },
  { project: 'github//acme/shop', image: 'shop:2', matches: [justEnded, soon, next, later] },
  { project: 'legacy', image: 'mailer:4', matches: [soon, unknown] },
];

test('begins with the first upload, and goes on to the numbers', async ({
  workspace,
  overviewPage,
  page,
}) => {
  await overviewPage.open();
  await expect(overviewPage.title).toBeVisible();
  await expect(page.getByText('Waiting for the first upload…')).toBeVisible();
  await workspace.uploadAll(SCANS);
  await page.getByRole('button', { name: 'See the overview' }).click();
  await expect(overviewPage.figure('Ended')).toContainText('Ended3');
});

test('every number opens exactly the list that it counts', async ({
  workspace,
  overviewPage,
  imagesPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  const names = page.getByRole('table', { name: 'Software' }).getByRole('rowheader');
  for (const [label, count, first] of [
    ['Ended', 3, 'Latterware 2.1'],
    ['Within 6 months', 1, 'Soonware 3'],
    ['6 to 12 months', 1, 'Nextware 4'],
    ['Over 12 months', 1, 'Laterware 5'],
    ['No known end', 1, 'Otherware 6'],
  ] as const) {
    await overviewPage.open();
    await expect(overviewPage.figure(label)).toContainText(`${label}${String(count)}`);
    await overviewPage.figure(label).click();
    await expect(names).toHaveCount(count);
    await expect(names.first()).toContainText(first);
  }
  await overviewPage.open();
  await page.getByRole('link', { name: /^npm ?2$/ }).click();
  await expect(names).toHaveCount(2);
  await overviewPage.open();
  await overviewPage.line('Soonware').getByRole('link', { name: '3 images' }).click();
  await expect(imagesPage.names()).toHaveCount(3);
});

test('tells what ended, what ends next, and what to move to', async ({
  workspace,
  overviewPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  let counted = 0;
  page.on('request', (request) => {
    if (request.url().includes('catalog.cycleUse')) counted += 1;
  });
  await overviewPage.open();
  await expect(overviewPage.list('Ended this month')).toHaveCount(1);
  await expect(overviewPage.list('Ended this month')).toContainText('Latterware 2.1');
  await expect(overviewPage.list('Ended this month')).toContainText('Ended 3 days ago');
  await expect(overviewPage.list('Ended this month')).not.toContainText('Evidence');
  const upcoming = overviewPage.list('Ends next');
  await expect(upcoming.nth(0)).toContainText('Soonware 3');
  await expect(upcoming.nth(0)).toContainText('Not in the catalog');
  await expect(upcoming.nth(1)).toContainText('Nextware 4');
  await expect(overviewPage.line()).toHaveText([
    /^Soonware 3/,
    /^Latterware 2.1/,
    /^Node.js 16/,
    /^Oldware 1/,
  ]);
  await expect(overviewPage.line('Node.js')).toContainText(/Move to \d+/);
  await expect(overviewPage.line('Oldware')).not.toContainText('Evidence');

  // One software alone opens to all that is known of its move; where there is none, the row has said so.
  const line = overviewPage.line('Node.js');
  expect(counted).toBe(0);
  await line.getByRole('button', { name: 'Node.js 16: where to move' }).click();
  await expect(line).toContainText(/Move toNode\.js \d+.*supported until/);
  await expect.poll(() => counted).toBeGreaterThan(0);
  await expect(line.getByRole('listitem')).toHaveCount(0);
  await expect(overviewPage.line('Oldware').getByRole('button')).toHaveCount(0);
});

test('several cycles and package types of a product are one line, which opens to them', async ({
  workspace,
  overviewPage,
  imagesPage,
}) => {
  const cycle = (version: string, type: string) => ({
    ...{ product: 'Cipherware', cycle: version, type, eol: daysFromToday(-200) },
  });
  await workspace.uploadAll([
    { project: 'p', image: 'a:1', matches: [cycle('1.1', 'deb'), cycle('3.0', 'deb')] },
    { project: 'p', image: 'b:1', matches: [cycle('1.1', 'binary')] },
    { project: 'q', image: 'c:1', matches: [longEnded] },
  ]);
  await overviewPage.open();
  const line = overviewPage.line('Cipherware');
  await expect(line).toHaveCount(1);
  await expect(line).toContainText('1.1, 3.0');
  await expect(line).toContainText('First ended 200 days ago');
  await line.getByRole('button', { name: 'Cipherware, all 3' }).click();
  await expect(line.getByRole('listitem')).toHaveText([
    /^Cipherware 1.1 binary/,
    /^Cipherware 1.1 deb/,
    /^Cipherware 3.0 deb/,
  ]);
  await line.getByRole('link', { name: '2 images', exact: true }).click();
  await expect(imagesPage.names()).toHaveText(['a:1', 'b:1']);
});

test('is for all, for one project, or for the reader alone', async ({
  workspace,
  overviewPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await overviewPage.open();
  await expect(overviewPage.waiting).toContainText('2 projects have no owner');
  await page.getByRole('button', { name: 'Project', exact: true }).click();
  await page.getByRole('option', { name: 'legacy', exact: true }).click();
  await expect(overviewPage.line()).toHaveText([/^Soonware 3/]);
  await expect(overviewPage.figure('Ended')).toContainText('Ended0');
  // Nothing of it is the project's.
  await expect(overviewPage.waiting).toHaveCount(0);
  await page.reload();
  await expect(overviewPage.line()).toHaveText([/^Soonware 3/]);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(overviewPage.line()).toHaveCount(4);
  await page.getByRole('radio', { name: 'For me', exact: true }).check({ force: true });
  await expect(page).toHaveURL(/owner=mine/);
  await expect(overviewPage.figure('Ended')).toContainText('Ended0');
  await expect(page.getByRole('region', { name: 'Latest scans', exact: true })).toContainText(
    'There are no images here.',
  );
});

test(
  'is for images with a label, and so are the lists behind its numbers',
  { tag: '@phone' },
  async ({ workspace, overviewPage, imagesPage, page }) => {
    const labels = { team: 'payments' };
    await workspace.uploadAll(
      SCANS.map((scan) => (scan.image === 'shop:1' ? { ...scan, labels } : scan)),
    );
    await overviewPage.open();
    await page.getByRole('button', { name: 'Label', exact: true }).click();
    await page.getByLabel('Values').fill('payments');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/label=team&labelValue=payments/);
    await expect(overviewPage.figure('Ended')).toContainText('Ended3');
    await expect(overviewPage.figure('No known end')).toContainText('No known end0');
    await expect(overviewPage.waiting).toHaveCount(0);
    await expect(overviewPage.line('Soonware')).toContainText('1 image');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await overviewPage.line('Soonware').getByRole('link', { name: '1 image' }).click();
    await expect(imagesPage.names()).toHaveText(['shop:1']);
    await page.goBack();
    await overviewPage.figure('Within 6 months').click();
    const names = page.getByRole('table', { name: 'Software' }).getByRole('rowheader');
    await expect(names).toHaveText([/^Soonware 3/]);
    await expect(page).toHaveURL(/label=team&labelValue=payments/);
    await page.goBack();
    await page
      .locator('figcaption')
      .getByRole('link', { name: /^Ended ?3$/ })
      .click();
    await expect(page.getByText('1 to 3 of 3 findings', { exact: true })).toBeVisible();
  },
);

test('every bar of the trend opens what it counts, in the past and ahead', async ({
  workspace,
  overviewPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await overviewPage.open();
  await overviewPage.trend.focus();
  await page.keyboard.press('End');
  // Half a year ahead what ends in 40 days has ended.
  await expect(overviewPage.trend).toHaveAttribute('aria-valuetext', /: Ended 7,/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/findings\?on=\d{4}-\d\d-\d\d$/);
  await expect(page.getByText('1 to 10 of 10 findings', { exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Ended ?7$/ })).toBeAttached();
  await expectAccessible(page);
  await page.goBack();

  // The lowest part of the last bar.
  const box = await overviewPage.trend.boundingBox();
  if (!box) throw new Error('The trend is not drawn');
  const band = (box.width - 48) / 18;
  const position = { x: 44 + 17.5 * band, y: box.height - 24 - 4 };
  await overviewPage.trend.click({ position });
  await expect(page).toHaveURL(/\/findings\?state=ended&on=\d{4}-\d\d-\d\d$/);
  await expect(page.getByText('1 to 7 of 7 findings', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Remove the condition At the end of/ }).click();
  await expect(page.getByText('1 to 4 of 4 findings', { exact: true })).toBeVisible();

  // Before the first scan nothing was found.
  await overviewPage.open('?show=table');
  const trend = page.getByRole('region', { name: 'Findings by end of life, as a table' });
  await trend
    .getByRole('link', { name: /^7 Ended, End of / })
    .first()
    .click();
  await expect(page.getByText('1 to 7 of 7 findings', { exact: true })).toBeVisible();
});

test('the trend is read with the keyboard, as a table, and by its address', async ({
  workspace,
  overviewPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await overviewPage.open();
  await expect(overviewPage.trend).toHaveAttribute('aria-valuetext', /^Today, .*: Ended 4,/);
  // What is counted now can be looked at.
  await page
    .locator('figcaption')
    .getByRole('link', { name: /^Ended ?4$/ })
    .click();
  await expect(page).toHaveURL(/\/findings\?state=ended$/);
  await expect(page.getByText('1 to 4 of 4 findings', { exact: true })).toBeVisible();
  await overviewPage.open();
  await overviewPage.trend.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(overviewPage.trend).toHaveAttribute('aria-valuetext', /: Ended 0,/);
  await page.keyboard.press('End');
  await expect(overviewPage.trend).toHaveAttribute('aria-valuenow', '17');

  await overviewPage.trendChoice('By package type').click();
  await expect(overviewPage.trend).toHaveAttribute('aria-valuetext', /: binary 4, npm 0/);
  await overviewPage.trendChoice('Days').click();
  await overviewPage.trendChoice('Table').click();
  const table = page.getByRole('region', { name: 'Ended findings by package type, as a table' });
  await expect(table).toContainText('if nothing changes');
  await page.reload();
  await expect(table.getByRole('row')).not.toHaveCount(0);
  await expect(page).toHaveURL(/by=type/);
  await page.goBack();
  await expect(overviewPage.trend).toBeVisible();
});

test('images that policies deny or warn of are counted and listed', async ({
  deps,
  workspace,
  overviewPage,
  imagesPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await makePolicy(deps, workspace.organizationId, { warnDays: 60, denyDays: 0 });
  await overviewPage.open();
  await overviewPage.verdicts('2 images denied').click();
  await expect(imagesPage.names()).toHaveText(['shop:1', 'shop:2']);
  await overviewPage.open();
  await overviewPage.verdicts('1 image warned').click();
  await expect(imagesPage.names()).toHaveText(['mailer:4']);

  // Nobody owns any of them: the scope knows as much of later days as the whole.
  const denied = page.getByRole('region', { name: 'Images denied' });
  for (const scope of ['', '?owner=none']) {
    await overviewPage.open(scope);
    await expect(overviewPage.verdicts('2 images denied')).toBeVisible();
    await expect(denied).toContainText('a policy denies 1 more image.');
  }
});

test('admins see which uploads were refused, others do not', async ({
  workspace,
  context,
  overviewPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  const broken = { ...imageScan({ project: 'p', image: 'a:1' }), Matches: 'none' };
  await expect(workspace.send(broken)).rejects.toThrow('422');
  await overviewPage.open();
  await expect(overviewPage.refused).toHaveText('1 upload refused in 7 days');
  await overviewPage.refused.click();
  const rows = page.getByRole('table', { name: 'Refused uploads' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText('Matches');
  await expectAccessible(page);
  for (const role of ['member', 'viewer'] as const) {
    await context.addCookies([(await workspace.signedIn(role)).cookie]);
    await overviewPage.open();
    await expect(overviewPage.figure('Ended')).toBeVisible();
    await expect(overviewPage.refused).toHaveCount(0);
    await page.goto('/settings/refused-uploads');
    await expect(page.getByRole('table', { name: 'Refused uploads' })).toHaveCount(0);
  }
});

test('what failed says so in its place, and can be tried again', async ({
  workspace,
  overviewPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  const failure = {
    error: {
      message: 'Internal server error',
      code: -32603,
      data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, requestId: 'request-7' },
    },
  };
  const CALLS = /\/api\/trpc\/[^?]*analytics\.trend/;
  await page.route(CALLS, (route) => {
    const calls = new URL(route.request().url()).pathname.split(',').length;
    return route.fulfill({ status: 500, json: Array.from({ length: calls }, () => failure) });
  });
  await overviewPage.open();
  const alert = page.getByRole('alert').filter({ hasText: 'The trend could not be loaded.' });
  await expect(alert).toContainText('request-7');
  await expect(overviewPage.figure('Ended')).toBeVisible();
  await page.unroute(CALLS);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(overviewPage.trend).toBeVisible();
});

for (const role of ['admin', 'member', 'viewer'] as const) {
  test.describe(`as ${role}`, () => {
    test.use({ role });
    test(
      'is accessible in both themes and fits',
      { tag: '@phone' },
      async ({ workspace, overviewPage, page }) => {
        await workspace.uploadAll(SCANS);
        await overviewPage.open();
        await expect(overviewPage.trend).toBeVisible();
        await expect(overviewPage.line()).toHaveCount(4);
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      },
    );
  });
}
