import type { Page } from '@playwright/test';
import { expectAccessible } from '../pages/axe';
import { OPEN_SECTIONS } from '../pages/settings-page';
import { expect, test } from '../pages/test';
import type { SettingsPage } from '../pages/settings-page';

const PASSWORD = 'a password for the invited';

async function inviteBy(settingsPage: SettingsPage, page: Page, addresses: string) {
  await settingsPage.open('members');
  await page.getByRole('button', { name: 'Invite people' }).click();
  const dialog = settingsPage.dialog(/invite/i);
  await dialog.getByLabel('E-mail addresses').fill(addresses);
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  return dialog;
}

/** The links that a dialog shows, in their order. */
function linksIn(page: Page): Promise<string[]> {
  return page.getByText(/\/invitations\/[\w-]{43}$/).allTextContents();
}

test('changes a role, removes a member, and keeps the only admin', async ({
  settingsPage,
  workspace,
  page,
}) => {
  const { email } = await workspace.signedIn('viewer');
  await settingsPage.open('members');
  const row = settingsPage.row('People', email);
  const own = settingsPage.row('People', 'You');
  // Who made the key that uploads.
  const maker = settingsPage
    .row('People', 'Ada Lovelace')
    .filter({ hasNotText: 'You' })
    .filter({ hasNotText: email });
  await settingsPage.choose(maker.getByRole('combobox'), 'Member');
  await settingsPage
    .question(/^Make Ada/)
    .getByRole('button', { name: 'Change the role' })
    .click();
  await expect(page.getByText('Ada Lovelace is a member now')).toBeVisible();
  await expect(own.getByRole('combobox')).toBeDisabled();
  await expect(page.getByText('The only admin can be neither removed')).toBeVisible();
  await settingsPage.choose(row.getByRole('combobox'), 'Admin');
  await expect(page.getByText('Ada Lovelace is an admin now')).toBeVisible();
  await expect(own.getByRole('combobox')).toBeEnabled();
  await row.getByRole('button', { name: 'Remove' }).click();
  await expectAccessible(page);
  await settingsPage
    .question(/^Remove/)
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(page.getByText('Ada Lovelace is no longer a member')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('giving up one’s own role is asked for first', async ({ settingsPage, workspace, page }) => {
  await workspace.signedIn('admin');
  await settingsPage.open('members');
  const own = settingsPage.row('People', 'You');
  await settingsPage.choose(own.getByRole('combobox'), 'Viewer');
  await settingsPage.question('Become a viewer yourself?').getByText('Change my role').click();
  await expect(page.getByRole('button', { name: 'Invite people' })).toHaveCount(0);
  await expect(settingsPage.sectionNames()).toHaveText(OPEN_SECTIONS);
});

test('invites several at once; a new person joins with the link', async ({
  settingsPage,
  workspace,
  page,
  browser,
  baseURL,
}) => {
  const { email: taken } = await workspace.signedIn('viewer');
  const fresh = `new-${taken}`;
  const dialog = await inviteBy(settingsPage, page, 'nobody');
  await expect(dialog.getByText('Not an e-mail address: nobody')).toBeVisible();
  await dialog.getByLabel('E-mail addresses').fill(`${fresh}, ${taken}`);
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(dialog.getByText('This person is already a member.')).toBeVisible();
  await expectAccessible(page);
  const [link = ''] = await linksIn(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(settingsPage.row('Invitations', fresh)).toContainText('Pending');

  const other = await browser.newContext({ baseURL });
  const guest = await other.newPage();
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'Join Acme' })).toBeVisible();
  await expectAccessible(guest);
  await guest.getByLabel('Your name').fill('Grace Hopper');
  await guest.getByLabel('Password').fill('short');
  await guest.getByRole('button', { name: 'Create the account and join' }).click();
  await expect(guest.getByText('Use at least 12 characters')).toBeVisible();
  await guest.getByLabel('Password').fill(PASSWORD);
  await guest.getByRole('button', { name: 'Create the account and join' }).click();
  await expect(guest.getByRole('button', { name: 'Account of Grace Hopper' })).toBeVisible();
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'This invitation has been used' })).toBeVisible();
  await other.close();

  await page.reload();
  await expect(settingsPage.row('People', fresh)).toContainText('Grace Hopper');
  await expect(settingsPage.row('Invitations', fresh)).toContainText('Accepted');
});

test('without mail getting through: a new link voids the one before; revoked and unknown links say so', async ({
  settingsPage,
  page,
}) => {
  const email = 'grace@example.com';
  const dialog = await inviteBy(settingsPage, page, email);
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible();
  await expect(dialog.getByText('Not mailed: the mail server did not take it.')).toBeVisible();
  const [first = ''] = await linksIn(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await settingsPage
    .row('Invitations', email)
    .getByRole('button', { name: /^Send again/ })
    .click();
  const renewed = settingsPage.dialog('The new link');
  await expect(renewed).toBeVisible();
  const [second = ''] = await linksIn(page);
  expect(second).not.toBe(first);
  await renewed.getByRole('button', { name: 'Done' }).click();
  await page.goto(first);
  await expect(
    page.getByRole('heading', { name: 'This link does not work any more' }),
  ).toBeVisible();
  await page.goto(second);
  await expect(page.getByRole('button', { name: 'Sign out and go on' })).toBeVisible();

  await settingsPage.open('members');
  await settingsPage
    .row('Invitations', email)
    .getByRole('button', { name: /^Revoke/ })
    .click();
  await settingsPage
    .question(/^Revoke/)
    .getByRole('button', { name: 'Revoke' })
    .click();
  await expect(settingsPage.row('Invitations', email)).toContainText('Revoked');
  await page.goto(second);
  await expect(page.getByRole('heading', { name: 'This invitation was taken back' })).toBeVisible();
  await expectAccessible(page);
});

test('somebody with an account joins after signing in', async ({
  settingsPage,
  workspace,
  page,
  context,
}) => {
  const { email, cookie } = await workspace.outsider();
  const dialog = await inviteBy(settingsPage, page, email);
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible();
  const [link = ''] = await linksIn(page);
  await context.clearCookies();
  await page.goto(link);
  await expect(page.getByRole('link', { name: 'Sign in to join' })).toHaveAttribute(
    'href',
    /callbackUrl=%2Finvitations%2F/,
  );
  await context.addCookies([cookie]);
  await page.reload();
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('complementary', { name: 'Places' })).toContainText('Acme');
});
