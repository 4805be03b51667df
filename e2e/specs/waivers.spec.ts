import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

// Names that the catalog does not know, so that the dates are the scans'.
const ended = { product: 'Oldware', cycle: '1', eol: daysFromToday(-133) };
const SCAN: ScanSketch = {
  project: 'shop',
  image: 'registry.example.com/shop/api:1',
  matches: [ended],
};

test(
  'from a finding to what passes: asked by one, granted by another, and counted apart',
  { tag: '@phone' },
  async ({ workspace, waiversPage, page, context }) => {
    await workspace.policy({ denyDays: 0 });
    const imageId = await workspace.upload(SCAN);
    const member = await workspace.signedIn('member');
    const admin = await workspace.signedIn('admin');

    await context.addCookies([member.cookie]);
    await waiversPage.open();
    await expect(page.getByText('Nobody has asked for a waiver yet.')).toBeVisible();
    await expectAccessible(page);
    await page.goto(`/images/${imageId}`);
    await page.getByRole('link', { name: 'Ask for a waiver of Oldware 1' }).click();
    await expect(waiversPage.title).toHaveText('Ask for a waiver');
    await expect(waiversPage.form.getByLabel('Product')).toHaveValue('Oldware');
    await expect(waiversPage.form.getByLabel('Release cycle')).toHaveValue('1');
    await expect(waiversPage.form.getByLabel('Project')).toHaveValue('shop');
    await expect(waiversPage.form.getByLabel('Image')).toHaveValue('registry.example.com/shop/api');
    await page.getByRole('button', { name: 'Ask for the waiver' }).click();
    await expect(page.getByText('Say why it is needed')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await waiversPage.ask({ reason: 'It moves in March', endsOn: daysFromToday(900) });
    await expect(page.getByText(/must be .* at the latest/).first()).toBeVisible();
    const lastDay = waiversPage.form.getByLabel('Last day');
    await page.getByRole('button', { name: '30 days' }).press('Enter');
    await expect(lastDay).toHaveValue(daysFromToday(30));
    const owner = waiversPage.form.getByRole('combobox', { name: 'Who answers for it' });
    await expect(owner).toHaveText('You');
    await owner.press('Enter');
    await page.getByRole('option', { name: `(${admin.email})` }).press('Enter');
    await expect(owner).toContainText(admin.email);
    await waiversPage.ask({ reason: 'It moves in March', endsOn: daysFromToday(20) });
    await expect(waiversPage.title).toHaveText('Oldware 1');
    await expect(page.getByText('Only admins decide on waivers.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Grant' })).toHaveCount(0);
    const waiver = page.url();

    await context.addCookies([admin.cookie]);
    await waiversPage.open('?show=waiting');
    await expect(waiversPage.names()).toHaveText(['Oldware 1']);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.goto(waiver);
    await page.getByRole('button', { name: 'Grant' }).click();
    const dialog = waiversPage.dialog('Grant the waiver of Oldware 1?');
    await dialog.getByLabel('Note').fill('Until March, no longer');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Grant' }).click();
    await expect(page.getByText('“Until March, no longer”')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Revoke' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.goto(`/images/${imageId}`);
    await expect(page.getByRole('link', { name: 'Waived' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Facts' })).toContainText('1 waived');
    await expect(page.getByText('Denied without it')).toBeVisible();
    await page.goto('/findings?waived=yes');
    await expect(page.getByText('1 finding', { exact: true })).toBeVisible();
    const findings = page.getByRole('table', { name: 'Findings' });
    await expect(findings).toContainText(/Waived until \d/);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await findings.getByRole('link', { name: 'Waived' }).click();
    await expect(waiversPage.title).toHaveText('Oldware 1');
    await page.goto('/');
    await page.getByRole('link', { name: '1 waiver holds' }).click();
    await expect(waiversPage.names()).toHaveText(['Oldware 1']);
  },
);

test('a waiver that holds is shortened, and revoked', async ({
  workspace,
  waiversPage,
  page,
  context,
}) => {
  await workspace.policy({ denyDays: 0 });
  const imageId = await workspace.upload(SCAN);
  const member = await workspace.signedIn('member');
  const admin = await workspace.signedIn('admin');
  await context.addCookies([member.cookie]);
  await page.goto('/waivers/new?product=Oldware&cycle=1&project=shop');
  await waiversPage.ask({ reason: 'It moves in March', endsOn: daysFromToday(20) });
  await expect(waiversPage.title).toHaveText('Oldware 1');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const change = waiversPage.dialog('Change the waiver');
  await change.getByLabel('Reason').fill('It moves in April');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Another reason')).toBeVisible();

  await context.addCookies([admin.cookie]);
  await page.reload();
  await page.getByRole('button', { name: 'Grant' }).click();
  await waiversPage.dialog(/Grant/).getByRole('button', { name: 'Grant' }).click();
  await page.getByRole('button', { name: 'Shorten' }).click();
  const shorten = waiversPage.dialog(/Shorten/);
  await expect(shorten.getByLabel('Reason')).toHaveCount(0);
  await shorten.getByLabel('Last day').fill(daysFromToday(10));
  await expectAccessible(page);
  await shorten.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Ends in 10 days').first()).toBeVisible();
  const waiver = page.url();
  await page.goto('/findings');
  await page.getByRole('button', { name: 'Waiver', exact: true }).click();
  await page.getByRole('option', { name: 'Not waived', exact: true }).click();
  await expect(page).toHaveURL(/waived=no/);
  await expect(page.getByText('No finding matches these filters: not waived.')).toBeVisible();
  await page.goto(waiver);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Revoked').first()).toBeVisible();
  await page.goto(`/images/${imageId}`);
  await expect(page.getByRole('link', { name: 'Ask for a waiver of Oldware 1' })).toBeVisible();
});

test('the rules are an admin’s; filters are in the address', async ({
  workspace,
  waiversPage,
  page,
  context,
}) => {
  await page.goto('/settings/waivers');
  await page.getByLabel('Days').fill('5000');
  await expect(page.getByText('From 1 to 1095 days')).toBeVisible();
  await page.getByLabel('Days').fill('30');
  await page
    .getByRole('checkbox', { name: 'Somebody other than the person who asked has to grant it' })
    .uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Days')).toHaveValue('30');
  await expectAccessible(page);

  for (const [product, project] of [
    ['Oldware', 'shop'],
    ['Otherware', ''],
  ]) {
    await page.goto(
      `/waivers/new?product=${product ?? ''}&cycle=1${project ? `&project=${project}` : ''}`,
    );
    await waiversPage.ask({ reason: 'It moves in March', endsOn: daysFromToday(20) });
    await expect(waiversPage.title).toHaveText(`${product ?? ''} 1`);
  }
  await waiversPage.open();
  await expect(waiversPage.names()).toHaveText(['Otherware 1', 'Oldware 1']);
  await waiversPage.search.fill('oldw');
  await expect(waiversPage.names()).toHaveText(['Oldware 1']);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('button', { name: 'Where' }).click();
  await page.getByRole('option', { name: 'Everywhere' }).click();
  await expect(waiversPage.names()).toHaveText(['Otherware 1']);
  await page.reload();
  await expect(waiversPage.names()).toHaveText(['Otherware 1']);

  const viewer = await workspace.signedIn('viewer');
  await context.addCookies([viewer.cookie]);
  await page.goto('/settings/waivers');
  await expect(page.getByText('30 days')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
});

test(
  'the link in a mail decides, once, for whom it was sent to',
  { tag: '@phone' },
  async ({ workspace, waiversPage, page, context, mailServer, deps }) => {
    const member = await workspace.signedIn('member');
    const admin = await workspace.signedIn('admin');
    await deps.db.query('UPDATE app_user SET email_proven_at = now() WHERE id = $1', [
      admin.personId,
    ]);
    await context.addCookies([member.cookie]);
    await page.goto('/waivers/new?product=Oldware&cycle=1&project=shop');
    await waiversPage.ask({ reason: 'It moves in March', endsOn: daysFromToday(20) });
    await expect(waiversPage.title).toHaveText('Oldware 1');
    const waiver = page.url();
    const { mail } = await mailServer.waitFor(admin.email);
    const link = /\/waivers\/decide\/[\w-]{43}/.exec(mail.text ?? '')?.[0] ?? 'no link';

    await page.goto(link);
    await expect(page.getByText('It is for another person')).toBeVisible();
    await expectAccessible(page);
    await context.clearCookies();
    await page.goto(link);
    await expect(waiversPage.title).toHaveText('A waiver of Oldware 1');
    await expect(page.getByText('It moves in March')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Grant' }).click();
    await expect(waiversPage.title).toHaveText('Granted');
    await page.goto(link);
    await expect(page.getByText('This link does not work any more')).toBeVisible();

    await context.addCookies([admin.cookie]);
    await page.goto(waiver);
    await expect(page.getByRole('button', { name: 'Revoke' })).toBeVisible();
  },
);

test('what a file ignores is shown, and then asked for', async ({
  workspace,
  waiversPage,
  page,
}) => {
  await workspace.upload(SCAN);
  await page.goto('/waivers/import');
  await page.getByRole('button', { name: 'Show what it says' }).click();
  await expect(page.getByText('Choose a file')).toBeVisible();
  await page.getByLabel('File').setInputFiles({
    name: '.trivyignore',
    mimeType: 'text/plain',
    buffer: Buffer.from(`EOL-Oldware-1 exp:${daysFromToday(20)}\nCVE-2018-14618\n`),
  });
  await page.getByLabel('Project').fill('shop');
  await page.getByLabel('Reason').fill('It moves in March');
  await page.getByRole('button', { name: 'Show what it says' }).click();
  const entries = page.getByRole('table', { name: 'Entries of the file' });
  await expect(entries.getByText('A waiver of Oldware 1 would be asked for')).toBeVisible();
  await expect(entries.getByText('Not asked for: it is no end of support')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ask for 1 waiver' }).click();
  await entries.getByRole('link', { name: 'A waiver of Oldware 1 is asked for' }).click();
  await expect(waiversPage.title).toHaveText('Oldware 1');
});

test('letters that are typed in a list of choices go nowhere else', async ({
  waiversPage,
  page,
}) => {
  await page.goto('/waivers/new');
  await waiversPage.form.getByLabel('Reason').fill('It moves in March');
  const owner = waiversPage.form.getByRole('combobox', { name: 'Who answers for it' });
  await owner.focus();
  // "Go to the images", were it not a name.
  await page.keyboard.type('gi');
  await expect(owner).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page).toHaveURL(/\/waivers\/new$/);
  await expect(waiversPage.form.getByLabel('Reason')).toHaveValue('It moves in March');
});
