import { expect, test as base, type Page } from '@playwright/test';
import { expectAccessible } from '../pages/axe';
import { SignInPage } from '../pages/sign-in-page';
import { KeycloakPages } from './keycloak-pages';
import { startKeycloakService, type KeycloakService } from './keycloak-service';
import { linkIn } from './registration';

const test = base.extend<object, { service: KeycloakService }>({
  service: [
    async ({}, use) => {
      const service = await startKeycloakService();
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const signIn = (page: Page) => new SignInPage(page).provider('Keycloak').click();

test('an administrator at Keycloak makes the organization here, invites, and the invited person joins', async ({
  service,
  page,
  browser,
}) => {
  const { origin, keycloak, mail } = service;
  const idpId = await keycloak.createOrganization('Acme');
  const ada = await keycloak.createUser({ email: 'ada@example.com' });
  await keycloak.join(idpId, ada.id);
  await keycloak.changeOrganization(idpId, { attributes: { eventide_admins: [ada.id] } });

  await page.goto(`${origin}/settings/members`);
  await signIn(page);
  await expect(page).toHaveURL(new RegExp(`^${keycloak.issuer}/`));
  await new KeycloakPages(page).signIn(ada.username, ada.password);
  await page.waitForURL(`${origin}/**`);
  await page.getByRole('button', { name: 'Create an organization' }).click();
  await page.getByLabel('Name').fill('Acme');
  await page.getByLabel('Id at the identity provider').fill(idpId);
  await page.getByRole('button', { name: 'Create and switch to it' }).click();
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible();

  await page.goto(`${origin}/settings/members`);
  await expect(page.getByText('Members are kept in Keycloak')).toBeVisible();
  await expect(page.getByRole('table', { name: 'People' })).toContainText('ada@example.com');
  const email = 'grace@example.com';
  await page.getByRole('button', { name: 'Invite people' }).click();
  await page.getByLabel('E-mail addresses').fill(email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '1 person invited' });
  await expect(dialog).toContainText('The mails are on their way.');
  await expect(dialog.getByRole('button', { name: /^Copy/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('invited.png') });
  await dialog.getByRole('button', { name: 'Done' }).click();

  const grace = await (await browser.newContext()).newPage();
  await join(grace, service, email);
  await grace.goto(`${origin}/settings/members`);
  await signIn(grace);
  await grace.waitForURL(`${origin}/settings/members`);
  await expect(grace.getByRole('table', { name: 'People' })).toContainText('Grace Hopper');
  await expect(grace.getByRole('table', { name: 'Invitations' })).toContainText('Accepted');
  await expect(grace.getByRole('button', { name: 'Invite people' })).toHaveCount(0);
  await grace.screenshot({ path: test.info().outputPath('members.png') });

  await page.reload();
  await page.getByRole('button', { name: 'Remove Grace Hopper' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Grace Hopper is no longer a member')).toBeVisible();
  expect(await keycloak.members(idpId)).toMatchObject([{ email: 'ada@example.com' }]);
  await grace.goto(`${origin}/settings/members`);
  await expect(grace).toHaveURL(/\/sign-in/);
  expect(mail.mails.map(({ to }) => to)).toEqual([[email], [email]]);
});

/** Follows the link that Keycloak has mailed, makes an account there, and confirms its address. */
async function join(page: Page, { mail }: KeycloakService, email: string): Promise<void> {
  const invitation = await mail.waitFor(email);
  await page.goto(linkIn(invitation.mail.html ?? ''));
  await new KeycloakPages(page).register(email, 'correct horse battery staple');
  await expect.poll(() => mail.mails.length).toBe(2);
  await page.goto(linkIn(mail.mails.at(-1)?.mail.html ?? ''));
}

test('signing out ends the session at Keycloak too', async ({ service, page }) => {
  const { origin, keycloak } = service;
  const idpId = await keycloak.createOrganization('Other');
  const user = await keycloak.createUser({ email: 'charles@example.com' });
  await keycloak.join(idpId, user.id);
  await page.goto(origin);
  await signIn(page);
  const pages = new KeycloakPages(page);
  await pages.signIn(user.username, user.password);
  await page.waitForURL(`${origin}/**`);
  // Keycloak has an organization for them; here nobody has made it yet.
  await expect(page.getByRole('heading', { name: 'You belong to no organization' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(new RegExp(`^${origin}/sign-in`));
  await signIn(page);
  // Keycloak asks again: it remembers nobody.
  await expect(page.locator('#username')).toBeVisible();
});
