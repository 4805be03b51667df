import type { Page } from '@playwright/test';
import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expectAccessible } from '../pages/axe';
import { waitForHydration } from '../pages/hydrated';
import { expect, test } from '../pages/test';

// Names that the catalog does not know, so that the dates are the scans'.
const ended = { product: 'Oldware', cycle: '1', eol: daysFromToday(-133) };
const SHOP: ScanSketch = { project: 'shop', image: 'shop:1', matches: [ended] };

/** Holds answers to some calls back until they are let go. */
async function holdBack(page: Page, calls: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(calls, async (route) => {
    await promise;
    await route.continue();
  });
  return () => resolve(undefined);
}

test.describe('a session that has ended', () => {
  test('takes nothing away that is being written, and it is sent after signing in again', async ({
    workspace,
    deps,
    page,
  }) => {
    await workspace.policy({ denyDays: 0 });
    await workspace.upload(SHOP);
    await page.goto('/waivers/new?product=Oldware&cycle=1&project=shop');
    const reason = page.getByLabel('Reason');
    await reason.fill('It moves in March, with all that depends on it');
    await page.getByLabel('Last day').fill(daysFromToday(20));
    const end = 'UPDATE user_session SET revoked_at = $2 WHERE active_organization_id = $1';
    await deps.db.query(end, [workspace.organizationId, new Date()]);
    await page.getByRole('button', { name: 'Ask for the waiver' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'You are signed out' })).toBeVisible();
    await expect(page.getByText('What you have written is still here')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in in another tab' })).toBeVisible();
    await expectAccessible(page);
    await expect(page).toHaveURL(/\/waivers\/new/);
    await expect(reason).toHaveValue('It moves in March, with all that depends on it');

    await deps.db.query(end, [workspace.organizationId, null]);
    await page.getByRole('button', { name: 'Ask for the waiver' }).click();
    await expect(page).toHaveURL(/\/waivers\/[0-9a-f-]{36}$/);
  });

  test('leads to signing in where nothing is written', async ({ workspace, deps, page }) => {
    await workspace.upload(SHOP);
    await page.goto('/images');
    await deps.db.query(
      'UPDATE user_session SET revoked_at = now() WHERE active_organization_id = $1',
      [workspace.organizationId],
    );
    await page.getByRole('columnheader', { name: 'Image' }).getByRole('link').click();
    await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
  });
});

test('a page that is open past midnight tells its dates from the new day', async ({
  workspace,
  page,
}) => {
  await workspace.upload({ ...SHOP, matches: [{ ...ended, eol: daysFromToday(1) }] });
  await page.goto('/software');
  await expect(page.getByText('Ends tomorrow').first()).toBeVisible();
  await page.route(/\/api\/trpc\/change\.version/, (route) =>
    route.fulfill({
      json: [{ result: { data: { version: 'of another day', today: daysFromToday(1) } } }],
    }),
  );
  const written = page.waitForRequest(
    (request) =>
      request.headers()['rsc'] === '1' && new URL(request.url()).pathname === '/software',
  );
  await page.evaluate(() => void window.dispatchEvent(new Event('online')));
  await written;
});

test('that one filter leaves nothing is not said of the next while it is read', async ({
  workspace,
  page,
}) => {
  await workspace.upload(SHOP);
  const team = await workspace.makeTeam('Nothing', []);
  await page.goto(`/software?owner=${team}`);
  await expect(page.getByText(/^No software matches/)).toBeVisible();
  const list = await holdBack(page, /software\.listForDashboard/);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(/\/software$/);
  await expect(page.getByText('Loading software')).toBeAttached();
  await expect(page.getByText(/^No software/)).toHaveCount(0);
  list();
  await expect(page.getByRole('link', { name: /Oldware 1/ }).first()).toBeVisible();

  await page.goto(`/forecast?owner=${team}`);
  await expect(page.getByText(/^No software with an end in sight/)).toBeVisible();
  const forecast = await holdBack(page, /forecast\.get/);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByText('Loading the forecast')).toBeAttached();
  await expect(page.getByText('Nothing in use has ended')).toHaveCount(0);
  forecast();
  await expect(page.getByText(/1 .*ended/i).first()).toBeVisible();
});

test('rows of the former filter are not selected for the next one', async ({
  workspace,
  imagesPage,
  page,
}) => {
  await workspace.upload(SHOP);
  await workspace.upload({ ...SHOP, image: 'till:1', matches: [] });
  await imagesPage.open('?sort=name&dir=asc');
  await expect(imagesPage.names()).toHaveText(['shop:1', 'till:1']);
  const letGo = await holdBack(page, /image\.listForDashboard/);
  await imagesPage.search.fill('till');
  await expect(page).toHaveURL(/q=till/);
  await expect(imagesPage.names()).toHaveText(['shop:1', 'till:1']);
  await page.getByRole('checkbox', { name: 'Select shop:1' }).click({ force: true });
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click({ force: true });
  letGo();
  await expect(imagesPage.names()).toHaveText(['till:1']);
  await expect(page.getByRole('region', { name: 'Selection' })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 selected');
});

test.describe('what somebody else has changed meanwhile', () => {
  test('a contract that was ended is not extended again by who changes its note', async ({
    workspace,
    contractsPage,
    page,
    context,
  }) => {
    await workspace.upload(SHOP);
    await page.goto('/contracts/new?product=Oldware&cycle=1');
    await contractsPage.fill({
      ...{ vendor: 'Longterm', product: 'Oldware', cycle: '1' },
      endsOn: daysFromToday(600),
    });
    await page.getByLabel(/^First day/).fill(daysFromToday(-60));
    await contractsPage.submit();
    await expect(contractsPage.title).toHaveText('Contract with Longterm');
    const contract = page.url();
    await page.goto(`${contract}/change`);
    await page.getByLabel('Note').fill('Renewal is up to Ada');

    const other = waitForHydration(await context.newPage());
    await other.goto(contract);
    await other.getByRole('button', { name: 'End today' }).click();
    await other.getByRole('button', { name: 'End the contract' }).click();
    await expect(other.getByText('It covers nothing any more')).toBeVisible();

    const save = page.getByRole('button', { name: 'Save the contract' });
    await save.click();
    await expect(
      page.getByText(/Somebody has changed it since this page was opened/),
    ).toBeVisible();
    await expect(page.getByLabel('Note')).toHaveValue('Renewal is up to Ada');
    await other.reload();
    await expect(other.getByText('It covers nothing any more')).toBeVisible();
    await save.click();
    await expect(contractsPage.title).toHaveText('Contract with Longterm');
    await expect(page.getByText('Renewal is up to Ada', { exact: true })).toBeVisible();
  });

  test('a policy', async ({ workspace, page, context }) => {
    const id = await workspace.policy({ warnDays: 30 });
    await page.goto(`/policies/${id}`);
    const other = waitForHydration(await context.newPage());
    await other.goto(`/policies/${id}`);
    await other.getByRole('button', { name: 'Save the changes' }).click();
    await expect(other).toHaveURL(/\/policies$/);
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await expect(
      page.getByText(/Somebody has changed it since this page was opened/),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await expect(page).toHaveURL(/\/policies$/);
  });

  test('rules of owners that somebody has added are not taken away', async ({
    workspace,
    page,
    context,
  }) => {
    await workspace.upload(SHOP);
    await workspace.makeTeam('Payments', []);
    const add = async (tab: Page, pattern: string) => {
      await tab.getByRole('button', { name: 'Add a rule' }).click();
      const row = tab.getByRole('list', { name: 'Rules' }).getByRole('listitem').last();
      await row.getByRole('textbox').fill(pattern);
      await row.getByRole('button', { name: 'Team', exact: true }).click();
      await tab.getByRole('option', { name: 'Payments' }).click();
    };
    const other = waitForHydration(await context.newPage());
    await page.goto('/teams/rules');
    await other.goto('/teams/rules');
    await add(page, 'pay*');
    await add(other, 'shop*');
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(other.getByText(/Saved/)).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(
      page.getByText(/Somebody has changed it since this page was opened/),
    ).toBeVisible();
    await other.reload();
    await expect(other.getByRole('list', { name: 'Rules' }).getByRole('textbox')).toHaveValue(
      'shop*',
    );
  });

  test('a file changes what was shown of it, and nothing else', async ({ workspace, page }) => {
    await page.goto('/policies/file');
    const text = page.getByRole('textbox', { name: 'eventide.yaml' });
    await text.fill('version: 1\npolicies:\n  - policy_scope: global\n    warn_days: 90\n');
    await page.getByRole('button', { name: 'Show what it changes' }).click();
    const changes = page.getByRole('region', { name: 'What it changes' });
    await expect(changes.getByRole('listitem')).toHaveCount(1);
    await workspace.policy({ warnDays: 7 });
    await page.getByRole('button', { name: 'Apply 1 change' }).click();
    await expect(page.getByText(/It would change something else by now/)).toBeVisible();
    await expect(changes.getByRole('listitem')).toHaveText(/Policy changed.*warn_days: 7/s);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Apply 1 change' }).click();
    await expect(page.getByRole('region', { name: 'eventide.yaml' })).toContainText(
      'warn_days: 90',
    );
  });

  test('a product by the same short name', async ({ page }) => {
    const enter = async (reason: string) => {
      await page.goto('/catalog/new');
      await page.getByLabel('Name', { exact: true }).first().fill('ACME Billing');
      await page.getByLabel('Name', { exact: true }).last().fill('1');
      await page.getByLabel('Reason').fill(reason);
      await page.getByRole('button', { name: 'Add the product' }).click();
    };
    await enter('Ours');
    await expect(page).toHaveURL(/\/catalog\/acme-billing$/);
    await enter('Mine');
    await expect(page.getByText(/has a product with this short name already/)).toBeVisible();
    await expect(page).toHaveURL(/\/catalog\/new$/);
    await page.getByLabel(/^Short name/).fill('acme-billing-2');
    await page.getByLabel('Name', { exact: true }).first().fill('ACME Billing 2');
    await page.getByRole('button', { name: 'Add the product' }).click();
    await expect(page).toHaveURL(/\/catalog\/acme-billing-2$/);
  });

  test('a note that somebody was faster to write is replaced when it is saved again', async ({
    workspace,
    page,
  }) => {
    await workspace.upload(SHOP);
    await page.goto('/notes?new=true');
    const dialog = page.getByRole('dialog', { name: 'Write a note' });
    await dialog.getByRole('button', { name: 'Product' }).click();
    await page.getByRole('option', { name: 'Oldware' }).click();
    await dialog.getByLabel('Note on Oldware').fill('Mine');
    await workspace.writeNote('Oldware', 'Theirs');
    const save = dialog.getByRole('button', { name: 'Save note' });
    await save.click();
    await expect(dialog.getByText(/Somebody has written a note on it meanwhile/)).toBeVisible();
    await save.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('complementary', { name: 'Oldware' })).toContainText('Mine');
  });
});

test('a press beside a dialog does not throw away what was typed in it', async ({
  workspace,
  page,
}) => {
  const id = await workspace.upload(SHOP);
  await page.goto(`/images/${id}`);
  const open = page.getByRole('button', { name: 'Retire', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Retire shop:1?' });
  await open.click();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
  await open.click();
  await dialog.getByLabel('Reason (optional)').fill('Nobody deploys it any more');
  await page.mouse.click(5, 5);
  await expect(dialog.getByLabel('Reason (optional)')).toHaveValue('Nobody deploys it any more');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('no file is fetched of another organization than the one that is shown', async ({
  workspace,
  page,
  context,
}) => {
  const admin = await workspace.signedIn('admin');
  await workspace.joinAnother(admin, 'Elsewhere');
  await context.addCookies([admin.cookie]);
  await workspace.upload(SHOP);
  await page.goto('/images');
  await page.evaluate(() => {
    const channel = new BroadcastChannel('eventide-organization');
    channel.postMessage('01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f');
  });
  await expect(page.getByText('Nothing can be changed here until you choose.')).toBeVisible();
  const files: string[] = [];
  page.on('download', (download) => files.push(download.url()));
  await page.getByRole('link', { name: 'Export', exact: true }).click();
  await expect(page.getByText('No file was fetched: choose an organization first.')).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByText('No file was fetched')).toHaveCount(2);
  expect(files).toEqual([]);
});

test('a project is deleted by the name that is shown, whatever blanks it holds', async ({
  workspace,
  page,
}) => {
  await workspace.upload({ ...SHOP, project: 'shop  and till ' });
  await page.goto('/projects');
  await page.getByRole('table', { name: 'Projects' }).getByRole('link', { name: /shop/ }).click();
  await page.getByRole('button', { name: 'Delete project' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('textbox').fill('shop and till');
  await question.getByRole('button', { name: 'Delete project' }).click();
  await expect(page).toHaveURL(/\/projects$/);
});
