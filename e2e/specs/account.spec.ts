import type { AskableDeps } from '@/test/with-query';
import type { BrowserContext, Page } from '@playwright/test';
import { hashPassword } from '@/server/user/service/password';
import { makePerson, makeSession, type TestPerson } from '@/test/accounts';
import { startMailingApp, type MailingApp } from '../mailing-app';
import { AccountPage } from '../pages/account-page';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { SignInPage } from '../pages/sign-in-page';
import { expect, test as base } from '../pages/test';
import type { Workspace } from '../pages/workspace';
import { startSecondApp } from '../second-app';

const PASSWORD = 'correct horse battery staple';
const NEW_PASSWORD = 'seven purple lamps at noon';

interface Fixtures {
  person: TestPerson;
  accountPage: AccountPage;
}

/** With somebody who has a password, and a server that sends mail. */
const test = base.extend<Fixtures, { mailing: MailingApp; passwordHash: string }>({
  role: null,
  mailing: [
    async ({ app }, use) => {
      const mailing = await startMailingApp(app);
      await use(mailing);
      await mailing.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  passwordHash: [async ({}, use) => use(await hashPassword(PASSWORD)), { scope: 'worker' }],
  person: async ({ deps, workspace, passwordHash }, use) =>
    use(await member(deps, workspace, passwordHash)),
  accountPage: async ({ page }, use) => use(new AccountPage(page)),
});

function member(deps: AskableDeps, { organizationId }: Workspace, passwordHash: string) {
  return makePerson(deps, { organizationId, role: 'member' }, passwordHash);
}

/** Signs a browser in, past the password. */
async function enter(deps: AskableDeps, context: BrowserContext, person: TestPerson, url: string) {
  const { cookie } = await makeSession(deps, person.id);
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url }]);
}

/** The link in the newest mail to an address. */
async function linkTo({ mailbox }: MailingApp, address: string): Promise<string> {
  const { mail } = await mailbox.waitFor(address);
  return /http\S+\/(?:reset-password|confirm-email)\/[\w-]{43}/.exec(mail.text ?? '')?.[0] ?? '';
}

async function expectFitsPhone(page: Page) {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  if (size) await page.setViewportSize(size);
}

test('a forgotten password is replaced by way of the mailbox', async ({
  deps,
  mailing,
  person,
  browser,
  page,
}) => {
  const elsewhere = await browser.newContext();
  await enter(deps, elsewhere, person, mailing.origin);
  await page.goto(`${mailing.origin}/sign-in`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('button', { name: 'Mail me a link' }).click();
  await expect(page.getByText('Look into your mailbox.')).toBeVisible();
  await expectAccessible(page);

  const link = await linkTo(mailing, person.email);
  const answer = await page.goto(link);
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email);
  // Password managers know what is what, and nothing keeps anybody from pasting.
  await expect(page.getByLabel('E-mail')).toHaveAttribute('autocomplete', 'username');
  await expect(page.getByLabel('New password')).toHaveAttribute('autocomplete', 'new-password');
  const mayPaste = await page.getByLabel('New password').evaluate((field) => {
    const paste = { bubbles: true, cancelable: true, clipboardData: new DataTransfer() };
    return field.dispatchEvent(new ClipboardEvent('paste', paste));
  });
  expect(mayPaste).toBe(true);
  await page.getByLabel('New password').fill('short');
  await expect(page.getByText('Too short: 7 more characters.')).toBeVisible();
  await page.getByLabel('New password').fill('password1234');
  await expect(page.getByText(/^This is one of the most used passwords/)).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page.getByText('You have a new password.')).toBeVisible();

  const other = await elsewhere.newPage();
  await other.goto(`${mailing.origin}/images`);
  await expect(other).toHaveURL(/\/sign-in/);
  await elsewhere.close();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByLabel('E-mail')).toHaveAttribute('autocomplete', 'username');
  const { password } = new SignInPage(page);
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await new SignInPage(page).signIn(person.email, PASSWORD);
  await expect(page.getByText('The e-mail address or the password is wrong.')).toBeVisible();
  await new SignInPage(page).signIn(person.email, NEW_PASSWORD);
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible();

  await page.goto(link);
  await expect(
    page.getByRole('heading', { name: 'This link does not work any more' }),
  ).toBeVisible();
  await expectAccessible(page);
  expect(await mailing.log()).not.toContain(link.split('/').at(-1));
});

test('an address without an account is answered alike', async ({ mailing, page }) => {
  await page.goto(`${mailing.origin}/forgot-password`);
  await page.getByLabel('E-mail').fill('nobody-at-all@example.com');
  await page.getByRole('button', { name: 'Mail me a link' }).click();
  await expect(page.getByText('Look into your mailbox.')).toBeVisible();
  expect(mailing.mailbox.to('nobody-at-all@example.com')).toEqual([]);
});

test('the password is changed, and every other browser is signed out', async ({
  deps,
  mailing,
  person,
  context,
  browser,
  page,
  accountPage,
}) => {
  const elsewhere = await browser.newContext();
  await enter(deps, elsewhere, person, mailing.origin);
  await enter(deps, context, person, mailing.origin);
  await page.goto(`${mailing.origin}/images`);
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await expect(page.getByRole('heading', { name: 'Password', level: 2 })).toBeVisible();
  await expect(accountPage.browsers).toHaveCount(2);
  await expect(accountPage.browsers.first()).toContainText('This browser');
  await expectAccessible(page);
  await expectFitsPhone(page);
  await accountPage.changePassword('not the password', NEW_PASSWORD);
  await expect(page.getByText('This is not your current password')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page.getByText('You have a new password.')).toBeVisible();
  await expect(accountPage.browsers).toHaveCount(1);
  await page.reload();
  await expect(accountPage.browsers).toHaveCount(1);
  const other = await elsewhere.newPage();
  await other.goto(`${mailing.origin}/images`);
  await expect(other).toHaveURL(/\/sign-in/);
  await elsewhere.close();
  const { mail } = await mailing.mailbox.waitFor(person.email);
  expect(mail.subject).toBe('Your password was changed');
});

test('the address is another once it is confirmed', async ({
  deps,
  mailing,
  person,
  context,
  page,
  accountPage,
}) => {
  const email = `new-${person.email}`;
  await enter(deps, context, person, mailing.origin);
  await accountPage.open(mailing.origin);
  await accountPage.changeEmail(email, PASSWORD);
  await expect(page.getByText(`Waiting for ${email} to be confirmed`)).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  const first = await linkTo(mailing, email);
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText(`Waiting for ${email}`)).toHaveCount(0);
  await page.goto(first);
  await expect(
    page.getByRole('heading', { name: 'This link does not work any more' }),
  ).toBeVisible();

  await accountPage.open(mailing.origin);
  const sent = mailing.mailbox.to(email, person.email).length;
  await accountPage.changeEmail(email, PASSWORD);
  await expect.poll(() => mailing.mailbox.to(email, person.email).length).toBe(sent + 2);
  await page.goto(await linkTo(mailing, email));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(page.getByText(`You sign in with ${email} from now on.`)).toBeVisible();
  await page.getByRole('link', { name: 'To your account' }).click();
  await expect(page).toHaveURL(/\/settings\/account$/);
  await expect(page.getByRole('main').getByText(email, { exact: true })).toBeVisible();
});

test('other browsers are signed out one by one, or all at once; the name changes', async ({
  deps,
  mailing,
  person,
  context,
  page,
  accountPage,
}) => {
  for (let n = 0; n < 3; n += 1) await makeSession(deps, person.id);
  await enter(deps, context, person, mailing.origin);
  await accountPage.open(mailing.origin);
  await expect(accountPage.browsers).toHaveCount(4);
  await accountPage.browsers
    .last()
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await expect(accountPage.browsers).toHaveCount(3);
  await page.getByRole('button', { name: 'Sign out all others' }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Sign out all others' }).click();
  await expect(accountPage.browsers).toHaveCount(1);
  await accountPage.rename('Augusta Ada King');
  await expect(page.getByRole('button', { name: 'Account of Augusta Ada King' })).toBeVisible();
});

test.describe('without a mailer', () => {
  test('says who can help', async ({ app, deps, person, context, page, accountPage }) => {
    test.setTimeout(90_000);
    const { origin, stop } = await startSecondApp(app);
    try {
      await page.goto(`${origin}/sign-in`);
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveCount(0);
      await page.goto(`${origin}/forgot-password`);
      await expect(page.getByText('This service is not set up to send mail.')).toBeVisible();
      await expectAccessible(page);
      await enter(deps, context, person, origin);
      await accountPage.open(origin);
      await expect(page.getByText('so a new address cannot be confirmed')).toBeVisible();
      await expectAccessible(page);
    } finally {
      await stop();
    }
  });

  for (const role of ['viewer', 'member', 'admin'] as const) {
    test(`is there for a ${role}, who signs in elsewhere`, async ({
      context,
      workspace,
      page,
      accountPage,
    }) => {
      await context.addCookies([(await workspace.signedIn(role)).cookie]);
      await accountPage.open();
      await expect(accountPage.browsers).toHaveCount(1);
      await expect(page.getByText('You sign in without a password').first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Change the password' })).toHaveCount(0);
    });
  }

  test('is there for somebody without an organization', async ({ context, workspace, page }) => {
    await context.addCookies([(await workspace.outsider()).cookie]);
    await page.goto('/no-organization');
    await page.getByRole('link', { name: 'Your account' }).click();
    await expect(page).toHaveURL(/\/account$/);
    await expect(page.getByRole('heading', { name: 'Signed in' })).toBeVisible();
    await expectAccessible(page);
    await expectFitsPhone(page);
  });
});
