import { expect, type Page } from '@playwright/test';
import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import { invite } from '@/server/invitation/service/invite';
import { makeActor, makeOrganization, makePerson } from '@/test/accounts';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { ProviderPage } from '../pages/provider-page';
import { SignInPage } from '../pages/sign-in-page';
import { test as base } from '../pages/with-cluster';
import { SignOnService } from '../sign-on-service';

const NAME = 'Acme ID';

interface Fixtures {
  signInPage: SignInPage;
  providerPage: ProviderPage;
}

interface WorkerFixtures {
  /** Passwords are in use beside the provider. */
  service: SignOnService;
}

const test = base.extend<Fixtures, WorkerFixtures>({
  service: [
    async ({ cluster }, use) => {
      const service = await SignOnService.start(cluster, {
        ADMIN_EMAIL: 'first@example.com',
        ADMIN_PASSWORD: 'first account of the sign-on tests',
        OIDC_ROLE_CLAIM: 'groups',
        OIDC_JOIN_DOMAINS: 'staff.example',
        OIDC_JOIN_ORGANIZATION: 'acme-staff',
      });
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  signInPage: async ({ page }, use) => use(new SignInPage(page)),
  providerPage: async ({ page }, use) => use(new ProviderPage(page)),
});

const menuOf = async (page: Page) => {
  await page.getByRole('button', { name: /^Account of / }).click();
  return page.getByRole('menu');
};

test(
  'an account with the verified address is found, and the page that was asked for',
  { tag: '@phone' },
  async ({ service, page, signInPage, providerPage }) => {
    const { deps, provider, origin } = service;
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text());
    });
    const organizationId = await makeOrganization(deps);
    const { id, email } = await makePerson(deps, { organizationId, role: 'member' });
    provider.has(id, { email, email_verified: false, name: 'Ada Lovelace' });
    await page.goto(`${origin}/images?state=ended`);
    await expect(signInPage.password).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('sign-in.png') });

    await signInPage.provider(NAME).click();
    await providerPage.signInAs(id);
    await expect(signInPage.problem).toHaveText(/Acme ID does not say that .* is verified/);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('refused.png') });

    provider.has(id, { email, email_verified: true, name: 'Ada Lovelace' });
    // The provider remembers who is there, and asks all the same: it may have to be somebody else.
    await signInPage.provider(NAME).click();
    await providerPage.signInAs(id);
    await page.waitForURL(`${origin}/images?state=ended`);
    expect(refused).toEqual([]);
  },
);

test(
  'an invitation is accepted by way of the provider, without a password',
  { tag: '@phone' },
  async ({ service, page, signInPage, providerPage }) => {
    const { deps, provider, origin } = service;
    const organizationId = await makeOrganization(deps, 'Analytical Engines');
    const email = `invited-${String(Date.now())}@example.com`;
    provider.has(email, { email, email_verified: true, name: 'Charles Babbage' });

    await page.goto(`${origin}/sign-in`);
    await signInPage.provider(NAME).click();
    await providerPage.signInAs(email);
    await expect(signInPage.problem).toContainText('Ask an admin of your organization');

    const admin = await makeActor(deps, organizationId);
    const invitation = await invite(deps, admin, { email, role: 'member' });
    await page.goto(invitation.accept_url);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: test.info().outputPath('invitation.png') });
    await signInPage.provider(NAME).click();
    await page.waitForURL(invitation.accept_url);
    await page.getByRole('button', { name: /^Join/ }).click();
    await expect(page.getByText('Analytical Engines').first()).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`^${origin}/(?!invitations)`));
  },
);

test('staff join by their domain, get the role that their groups name, and sign out everywhere', async ({
  service,
  page,
  signInPage,
  providerPage,
}) => {
  const { deps, provider, origin } = service;
  // The first account's organization is the one that is joined; nobody else could have made it.
  const [joined] = await deps.db.query<{ id: string }>(
    `SELECT id FROM organization WHERE idp_id = 'acme-staff'`,
  );
  const organizationId = mintOrganizationId(joined?.id ?? '');
  await makePerson(deps, { organizationId, role: 'admin' });
  const claims = { email: 'grace@staff.example', email_verified: true, name: 'Grace Hopper' };
  provider.has('grace', { ...claims, groups: ['everybody'] });
  await page.goto(`${origin}/sign-in`);
  await signInPage.provider(NAME).click();
  await providerPage.signInAs('grace');
  await page.waitForURL(`${origin}/**`);
  await expect(await menuOf(page)).toContainText('Viewer');

  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await providerPage.confirmSignOut();
  await page.waitForURL(`${origin}/sign-in*`);
  await page.goto(`${origin}/images`);
  await expect(page).toHaveURL(/\/sign-in/);
  expect(provider.asked.some((path) => path.startsWith('/session/end?'))).toBe(true);

  provider.has('grace', { ...claims, groups: ['everybody', '/eventide-admin'] });
  await signInPage.provider(NAME).click();
  // It asks again: the session at the provider has ended too.
  await providerPage.signInAs('grace');
  await page.waitForURL(`${origin}/images`);
  await expect(await menuOf(page)).toContainText('Admin');
});

test('whoever changes their mind at the provider is told so, and nobody is led to another site', async ({
  service,
  page,
  signInPage,
  providerPage,
}) => {
  const { deps, provider, origin } = service;
  const organizationId = await makeOrganization(deps);
  const { id, email } = await makePerson(deps, { organizationId, role: 'viewer' });
  provider.has(id, { email, email_verified: true });
  await page.goto(`${origin}/sign-in?callbackUrl=https://evil.example/`);
  await signInPage.provider(NAME).click();
  await providerPage.cancel();
  await expect(signInPage.problem).toContainText('cancelled or is not allowed');

  const csrf = await page.request.get(`${origin}/api/auth/csrf`);
  // next-auth's answer is `{csrfToken}`.
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const started = await page.request.post(
    `${origin}/api/auth/signin/oidc?scope=openid&redirect_uri=https://evil.example/&prompt=none`,
    { form: { csrfToken, callbackUrl: 'https://evil.example/', json: 'true' } },
  );
  // next-auth's answer is `{url}`.
  const asked = new URL(((await started.json()) as { url: string }).url).searchParams;
  expect(asked.get('redirect_uri')).toBe(`${origin}/api/auth/callback/oidc`);
  expect(asked.get('scope')).toBe('openid email profile groups');
  expect(asked.has('prompt')).toBe(false);

  for (const callbackUrl of ['//evil.example', '/\\evil.example', 'https://evil.example']) {
    await page.context().clearCookies();
    await page.goto(`${origin}/sign-in?callbackUrl=${encodeURIComponent(callbackUrl)}`);
    await signInPage.provider(NAME).click();
    await providerPage.signInAs(id);
    await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible();
    expect(new URL(page.url()).origin).toBe(origin);
    // A page that is still arriving would end the next one's way.
    await page.waitForLoadState('networkidle');
  }
});

test(
  'where passwords are off, the provider is the one way in, also when it is away for a while',
  { tag: '@phone' },
  async ({ cluster, page, signInPage, providerPage }) => {
    // It starts a server of its own.
    test.slow();
    const service = await SignOnService.start(cluster, {
      ADMIN_EMAIL: 'root@example.com',
      PASSWORD_LOGIN: 'off',
    });
    try {
      const { origin, provider } = service;
      provider.has('root', { email: 'root@example.com', email_verified: true, name: 'Root' });
      await provider.pause();
      await page.goto(`${origin}/sign-in`);
      await expect(signInPage.password).toHaveCount(0);
      await expectAccessible(page);
      await signInPage.provider(NAME).click();
      await expect(signInPage.problem).toHaveText(/Acme ID cannot be reached/);
      await expectAccessible(page);
      await page.screenshot({ path: test.info().outputPath('away.png') });
      const password = await page.request.post(`${origin}/api/auth/callback/credentials`, {
        form: { email: 'root@example.com', password: 'anything' },
      });
      expect(password.status()).toBe(404);

      await provider.resume();
      // That it is silent is remembered for some seconds.
      await expect(async () => {
        await signInPage.provider(NAME).click();
        await expect(providerPage.account).toBeVisible({ timeout: 3_000 });
      }).toPass({ timeout: 30_000 });
      await providerPage.signInAs('root');
      await page.waitForURL(`${origin}/**`);
      await expect(await menuOf(page)).toContainText('Admin');
    } finally {
      await service.stop();
    }
  },
);
