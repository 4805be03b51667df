import type { Browser, Page } from '@playwright/test';
import { hashPassword } from '@/server/user/service/password';
import { makePerson } from '@/test/accounts';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { linkIn } from '../pages/members-page';
import { SignInPage } from '../pages/sign-in-page';
import { expect, test } from '../pages/test';
import type { SignedIn } from '../pages/workspace';
import { startSecondApp } from '../second-app';

const PASSWORD = 'a violet tractor hums at noon';

let count = 0;
/** An address that no other test has written to: mails to one address are limited. */
function address(name: string): string {
  count += 1;
  return `${name}-${String(Date.now())}-${String(count)}@example.com`;
}

/** The page behind a link, in a browser of somebody else: signed out, or as the person who is given. */
async function openAs(browser: Browser, link: string, person?: SignedIn): Promise<Page> {
  const { origin } = new URL(link);
  const context = await browser.newContext({ baseURL: origin });
  if (person) await context.addCookies([person.cookie]);
  const page = await context.newPage();
  await page.goto(link);
  return page;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test(
  'three are invited by mail; one makes an account from the mail and is in',
  { tag: '@phone' },
  async ({ membersPage, mailServer, page, browser }) => {
    const [ada, grace, mary] = [address('ada'), address('grace'), address('mary')];
    const dialog = await membersPage.invite(
      `Ada <${ada}>, ${grace.toUpperCase()}\n${mary}; ${ada}`,
      'Viewer',
    );
    await expect(dialog.getByRole('heading', { name: '3 people invited' })).toBeVisible();
    await expect(dialog.getByText('The mails are on their way.')).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveCount(3);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(membersPage.invitation(mary)).toContainText('Pending');
    expect(mailServer.to(ada, grace, mary)).toHaveLength(3);

    const mail = await mailServer.waitFor(grace);
    expect(mail.mail.html).toContain(linkIn(mail));
    const guest = await openAs(browser, linkIn(mail));
    await expect(heading(guest, 'Join Acme')).toBeVisible();
    await expect(guest.getByText('Viewer: reads everything')).toBeVisible();
    await guest.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(guest);
    await expectAccessible(guest);
    await guest.getByRole('button', { name: 'Create the account and join' }).click();
    await expect(guest.getByText('Enter a name')).toBeVisible();
    await expect(guest.getByText('Use at least 12 characters')).toBeVisible();
    await expect(guest.getByLabel('Your name')).toBeFocused();
    await guest.getByLabel('Your name').fill('Grace Hopper');
    await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await guest.getByRole('button', { name: 'Create the account and join' }).click();
    await guest.setViewportSize({ width: 1440, height: 900 });
    await expect(guest.getByRole('button', { name: 'Account of Grace Hopper' })).toBeVisible();

    await guest.goto(linkIn(mail));
    await expect(heading(guest, 'This invitation has been used')).toBeVisible();
    await expectAccessible(guest);
    await guest.getByRole('button', { name: 'Open Acme' }).click();
    await expect(guest.getByRole('complementary', { name: 'Places' })).toContainText('Acme');
    await guest.context().close();

    const stranger = await openAs(browser, linkIn(mail));
    await expect(stranger.getByText(`Sign in as ${grace} to go there.`)).toBeVisible();
    await stranger.context().close();
    await membersPage.open();
    await expect(membersPage.person(grace)).toContainText('Grace Hopper');
  },
);

test('an existing person signs in on the way, and joins', async ({
  deps,
  workspace,
  membersPage,
  mailServer,
  browser,
}) => {
  const elsewhere = await workspace.outsider();
  const { email } = await makePerson(deps, undefined, await hashPassword(PASSWORD));
  await membersPage.invite(email);
  const link = linkIn(await mailServer.waitFor(email));
  const page = await openAs(browser, link);
  await page.getByRole('link', { name: 'Sign in to join' }).click();
  await new SignInPage(page).signIn(email, PASSWORD);
  await expect(page).toHaveURL(link);
  await expect(page.getByText(`You are signed in as ${email}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'Places' })).toContainText('Acme');
  await page.context().close();

  const other = await openAs(browser, link, elsewhere);
  await expect(other.getByText(`You are signed in as ${elsewhere.email}.`)).toBeVisible();
  await other.getByRole('button', { name: 'Sign out and go on' }).click();
  await expect(other).toHaveURL(/\/sign-in\?callbackUrl=%2Finvitations%2F/);
  await other.context().close();
});

test('somebody else is told whose it is, signs out and goes on', async ({
  workspace,
  membersPage,
  mailServer,
  browser,
}) => {
  const invited = address('grace');
  const eve = await workspace.outsider();
  await membersPage.invite(invited);
  const page = await openAs(browser, linkIn(await mailServer.waitFor(invited)), eve);
  await expect(
    page.getByText(`It is for ${invited}, and you are signed in as ${eve.email}.`),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Join', exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign out and go on' }).click();
  await expect(page.getByRole('button', { name: 'Create the account and join' })).toBeVisible();
  await page.context().close();
});

test('expired, revoked and unknown links say what to do, and can be sent again', async ({
  deps,
  membersPage,
  mailServer,
  page,
  browser,
}) => {
  const [late, revoked] = [address('late'), address('revoked')];
  await membersPage.invite(`${late} ${revoked}`);
  const first = linkIn(await mailServer.waitFor(late));
  const link = linkIn(await mailServer.waitFor(revoked));
  await deps.db.query(
    `UPDATE invitation SET expires_at = now() - interval '1 day' WHERE email = $1`,
    [late],
  );
  const guest = await openAs(browser, first);
  await expect(heading(guest, 'This invitation has expired')).toBeVisible();
  await expect(
    guest.getByText('To join, ask Ada Lovelace, or another admin of Acme, for a new one.'),
  ).toBeVisible();
  await expect(guest.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expectAccessible(guest);

  await membersPage.open();
  await expect(membersPage.invitation(late)).toContainText('Expired');
  await membersPage.invitation(late).getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('dialog', { name: 'Sent again' })).toContainText('mailed');
  await page.getByRole('button', { name: 'Done' }).click();
  expect(mailServer.to(late, revoked)).toHaveLength(3);
  await guest.goto(first);
  await expect(heading(guest, 'This link does not work any more')).toBeVisible();
  await expectAccessible(guest);
  await guest.goto(linkIn(await mailServer.waitFor(late)));
  await expect(heading(guest, 'Join Acme')).toBeVisible();

  const revoke = membersPage.invitation(revoked).getByRole('button', { name: /^Revoke/ });
  // The table's edge does not cut it off.
  await expect(revoke).toBeInViewport({ ratio: 1 });
  await revoke.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(membersPage.invitation(revoked)).toContainText('Revoked');
  await guest.goto(link);
  await expect(heading(guest, 'This invitation was taken back')).toBeVisible();
  await guest.context().close();
});

test('says whom the mail server refused, and shows their link instead', async ({
  membersPage,
  mailServer,
  page,
}) => {
  const [good, bad] = [address('good'), address('bad')];
  mailServer.refused.add(bad);
  const dialog = await membersPage.invite(`${bad}, ${good}`);
  await expect(dialog.getByText('1 of 2 mailed.')).toBeVisible();
  await expect(dialog.getByText('Not mailed: the mail server refuses this address.')).toBeVisible();
  expect(await membersPage.links()).toHaveLength(1);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(membersPage.invitation(bad)).toContainText('Pending');
});

test('more mails to one address than fit an hour are refused in words', async ({
  membersPage,
  mailServer,
}) => {
  const email = address('often');
  for (let sent = 0; sent < 5; sent += 1) {
    await membersPage.invite(email);
    await expect.poll(() => mailServer.to(email).length).toBe(sent + 1);
  }
  const dialog = await membersPage.invite(email);
  await expect(dialog.getByRole('heading', { name: 'Nobody was invited' })).toBeVisible();
  await expect(
    dialog.getByText('This address was sent too many invitations within the hour.'),
  ).toBeVisible();
});

test('where no mail is configured, the link is there to copy', async ({
  app: beside,
  workspace,
  browser,
}) => {
  test.setTimeout(90_000);
  const app = await startSecondApp(beside);
  try {
    const { cookie } = await workspace.signedIn('admin');
    const admin = { personId: '', email: '', cookie: { ...cookie, url: app.origin } };
    const page = await openAs(browser, `${app.origin}/settings/members`, admin);
    await page.getByRole('button', { name: 'Invite people' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('No mail is sent here')).toBeVisible();
    await dialog.getByLabel('E-mail addresses').fill(address('grace'));
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    await expect(dialog.getByText('No mail went out.')).toBeVisible();
    await expect(dialog.getByText(/\/invitations\/[\w-]{43}$/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('button', { name: /^New link for/ })).toBeVisible();
    await page.context().close();
  } finally {
    await app.stop();
  }
});
