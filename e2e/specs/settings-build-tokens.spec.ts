import { BuildIssuer, githubClaims } from '@/test/build-issuer';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

test('a repository is trusted, its refused tokens are told, and it is trusted no more', async ({
  settingsPage,
  page,
  request,
}) => {
  const issuer = await BuildIssuer.start();
  try {
    await settingsPage.open('build-tokens');
    await expect(page.getByText('Repositories whose builds need no key')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Trust a repository' }).first().click();
    const dialog = settingsPage.dialog('Trust a repository');
    await dialog.getByRole('button', { name: 'Trust it' }).click();
    await expect(dialog.getByText('Owner and name, such as acme/shop')).toBeVisible();
    await dialog.getByLabel('Repository').fill('acme/shop');
    await dialog.getByLabel('Signed by').fill(issuer.address);
    await dialog.getByLabel('Branch or ref').fill('main');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Trust it' }).click();
    const row = settingsPage.row('Trusted repositories', 'acme/shop');
    await expect(row).toContainText('branch main');
    await expect(row).toContainText('Named after it');

    const audience = await settingsPage.buildAudience();
    await expect(page.getByRole('region', { name: 'Workflow' })).toContainText(
      `EVENTIDE_AUDIENCE: '${audience}'`,
    );
    await page.getByRole('tab', { name: 'GitLab' }).click();
    await expect(page.getByRole('region', { name: 'Job' })).toContainText(`aud: '${audience}'`);
    const show = async (claims: object) => {
      const token = await issuer.sign(audience, { claims: { ...githubClaims, ...claims } });
      const headers = { authorization: `Bearer ${token}` };
      return (await request.get('/api/v2/policy', { headers })).status();
    };
    expect(await show({})).toBe(200);
    expect(await show({ ref: 'refs/heads/other' })).toBe(401);
    await page.reload();
    await expect(settingsPage.row('Refused tokens', 'acme/shop')).toContainText(
      'The repository is trusted, and not for this branch',
    );
    const known = settingsPage
      .table('Known repositories')
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: 'Forget acme/shop' }) });
    await expect(known).toContainText('74');
    await expectAccessible(page);

    await row.getByRole('button', { name: 'Change' }).click();
    const change = settingsPage.dialog('Change acme/shop');
    await change.getByLabel('Branch or ref').fill('');
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('Any build');
    expect(await show({ ref: 'refs/heads/other' })).toBe(200);

    await known.getByRole('button', { name: 'Forget' }).click();
    await settingsPage.answer('Forget acme/shop?', 'Forget');
    await expect(known).toHaveCount(0);
    expect(await show({ repository_id: '75' })).toBe(200);

    await row.getByRole('button', { name: 'Remove' }).click();
    await settingsPage.answer('Stop trusting acme/shop?', 'Remove');
    await expect(row).toHaveCount(0);
    expect(await show({})).toBe(401);
  } finally {
    await issuer.close();
  }
});

test('what is known beyond the first page can be forgotten, too', async ({
  settingsPage,
  page,
  request,
}) => {
  const issuer = await BuildIssuer.start();
  try {
    await settingsPage.open('build-tokens');
    await page.getByRole('button', { name: 'Trust a repository' }).first().click();
    const dialog = settingsPage.dialog('Trust a repository');
    await dialog.getByLabel('Repository').fill('acme/*');
    await dialog.getByLabel('Signed by').fill(issuer.address);
    await dialog.getByRole('button', { name: 'Trust it' }).click();
    await expect(settingsPage.row('Trusted repositories', 'acme/*')).toBeVisible();
    const audience = await settingsPage.buildAudience();
    // With their owner one more than fits on a page.
    for (let number = 1; number <= 25; number += 1) {
      const repository = { repository: `acme/r${String(number)}`, repository_id: String(number) };
      const token = await issuer.sign(audience, { claims: { ...githubClaims, ...repository } });
      const headers = { authorization: `Bearer ${token}` };
      expect((await request.get('/api/v2/policy', { headers })).status()).toBe(200);
    }
    await page.goto('/settings/build-tokens?size=25');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expect(pages).toContainText('1 to 25 of 26 names');
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(pages).toContainText('26 of 26 names');
    // The rows of the first page stay until those of the next one are there.
    const forget = page.getByRole('button', { name: /^Forget acme/ });
    await expect(forget).toHaveCount(1);
    await forget.click();
    await settingsPage.answer(/^Forget acme/, 'Forget');
    await expect(page.getByText('Page 2 is past the end')).toBeVisible();
    await page.getByRole('link', { name: 'Go to the last page' }).click();
    await expect(page.getByRole('button', { name: /^Forget / })).toHaveCount(25);
  } finally {
    await issuer.close();
  }
});

test('fits a phone', { tag: '@phone' }, async ({ settingsPage, page }) => {
  await settingsPage.open('build-tokens');
  await expect(page.getByRole('heading', { name: 'Build tokens' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test.describe('a viewer', () => {
  test.use({ role: 'viewer' });

  test('is told that it is not for them', async ({ settingsPage, page }) => {
    await settingsPage.open('build-tokens');
    await expect(page.getByRole('button', { name: 'Trust a repository' })).toHaveCount(0);
  });
});
