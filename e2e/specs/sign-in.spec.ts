import { hashPassword } from '@/server/user/service/password';
import { makePerson } from '@/test/accounts';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { untilInteractive } from '../pages/hydrated';
import { SignInPage } from '../pages/sign-in-page';
import { expect, test } from '../pages/test';

const password = 'a long enough password';

test.use({ role: null });

test(
  'leads back to the page that asked for it, and out again',
  { tag: '@phone' },
  async ({ deps, workspace, page }) => {
    const { organizationId } = workspace;
    const membership = { organizationId, role: 'member' } as const;
    const { email } = await makePerson(deps, membership, await hashPassword(password));
    await page.goto('/images?state=ended');
    await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    const signInPage = new SignInPage(page);
    await signInPage.signIn(email, 'not the password');
    await expect(page.getByText('The e-mail address or the password is wrong.')).toBeVisible();
    await signInPage.signIn(email, password);
    await expect(page).toHaveURL(/\/images\?state=ended$/);
    await untilInteractive(page);

    await page.getByRole('button', { name: /^Account of / }).click();
    await expect(page.getByRole('menu')).toContainText(email);
    await expect(page.getByRole('menu')).toContainText('Member');
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/sign-in$/);
    await page.goto('/images');
    await expect(page).toHaveURL(/\/sign-in/);
  },
);

test('the theme that is chosen holds, also for the next page', async ({
  context,
  workspace,
  page,
}) => {
  await context.addCookies([(await workspace.signedIn('viewer')).cookie]);
  await page.goto('/images');
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a person of two organizations goes from one to the other', async ({
  context,
  workspace,
  page,
}) => {
  await workspace.upload({ project: 'p', image: 'only-in-the-first:1' });
  const member = await workspace.signedIn('member');
  await workspace.joinAnother(member, 'Second organization');
  await context.addCookies([member.cookie]);
  await page.goto('/images');
  await expect(page.getByText('only-in-the-first:1')).toBeVisible();
  await page.getByRole('button', { name: /^Organization / }).click();
  await page.getByRole('menuitemradio', { name: 'Second organization' }).click();
  await expect(page.getByText('Waiting for the first upload…')).toBeVisible();
  await expect(page.getByText('only-in-the-first:1')).toHaveCount(0);
});
