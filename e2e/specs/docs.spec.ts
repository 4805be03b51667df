import { existsSync, readdirSync } from 'node:fs';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

const ROOT = 'src/app/docs';
/** Every page of the documentation, of which each folder with a text is one. */
const PAGES = [
  '/docs',
  ...readdirSync(ROOT)
    .filter((name) => existsSync(`${ROOT}/${name}/page.mdx`))
    .map((name) => `/docs/${name}`),
];

test.describe('signed out', () => {
  test.use({ role: null });

  test(
    'every page can be read by anyone, from this host alone',
    { tag: '@phone' },
    async ({ page, baseURL }) => {
      const foreign: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(baseURL ?? '')) foreign.push(request.url());
      });
      for (const path of PAGES) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expectNoSidewaysScroll(page);
      }
      expect(foreign).toEqual([]);
    },
  );

  test('reading goes on from page to page, and within one by its headings', async ({ page }) => {
    await page.goto('/docs');
    const list = page.getByRole('navigation', { name: 'Documentation', exact: true });
    await expect(list.getByRole('link')).toHaveCount(PAGES.length + 1);
    const programs = list.getByRole('list', { name: 'Programs', exact: true });
    await expect(programs.getByRole('link').last()).toHaveText('API reference');
    await list.getByRole('link', { name: 'Deployment' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deployment');
    await expect(page).toHaveTitle('Deployment · Eventide');
    await expect(list.getByRole('link', { name: 'Deployment' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    const contents = page.getByRole('navigation', { name: 'On this page' });
    await contents.getByRole('link', { name: 'Behind a proxy' }).click();
    await expect(page).toHaveURL(/\/docs\/deployment#behind-a-proxy$/);
    await expect(page.getByRole('heading', { name: 'Behind a proxy' })).toBeInViewport();
    const neighbours = page.getByRole('navigation', { name: 'Previous and next page' });
    const next = neighbours.getByRole('link', { name: /^Next: / });
    const title = ((await next.textContent()) ?? '').replace('Next: ', '').trim();
    await next.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await neighbours.getByRole('link', { name: 'Previous: Deployment' }).click();
    await expect(page).toHaveURL(/\/docs\/deployment$/);
  });

  test('the search finds a section by the keyboard alone', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/docs');
    const search = page.getByRole('combobox', { name: 'Search the documentation' });
    await expect(async () => {
      await page.keyboard.press('/');
      await expect(search).toBeFocused({ timeout: 500 });
    }).toPass();
    await page.keyboard.type('certificate unknown authority');
    const found = page.getByRole('listbox', { name: 'Found sections' });
    await expect(found.getByRole('option').first()).toContainText('When something is wrong');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/docs\/scanners#when-something-is-wrong$/);
    await expect(page.getByRole('heading', { name: 'When something is wrong' })).toBeInViewport();
    await search.fill('zebra crossing');
    await expect(
      page.getByText('Nothing in the documentation has all of these words'),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(search).toHaveValue('');
  });

  test('commands have the address of this server in them', async ({ page, baseURL }) => {
    await page.goto('/docs/gate');
    const origin = new URL(baseURL ?? '').origin;
    const without = page.getByRole('region').filter({ hasText: '/api/sbom/check?project=shop' });
    await expect(without).toContainText(`'${origin}/api/sbom/check?project=shop'`);
    await expect(page.getByRole('article')).not.toContainText('eventide.example.com');
  });

  test('on paper stands what is written, without what leads about', async ({ page }) => {
    await page.goto('/docs/people');
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('combobox')).toBeHidden();
  });
});

test(
  'who may make keys has one filled into the examples, on all pages',
  { tag: '@phone' },
  async ({ page, request }) => {
    await page.goto('/docs/gate', { waitUntil: 'networkidle' });
    const curl = page.getByRole('region').filter({ hasText: '/api/sbom/check?project=shop' });
    await expect(curl).toContainText('ApiKey evt_…');
    await page.getByRole('button', { name: 'Fill in a new key' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create an API key' });
    await expect(dialog).toContainText('Of the organization ');
    await dialog.getByLabel('Name').fill('From the documentation');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create the key' }).click();
    await expect(curl).toContainText(/ApiKey evt_[A-Za-z0-9]{8}_[\w-]{43}'/);
    await expect(page.getByText('With the key From the documentation').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Fill in a new key' })).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('key.png') });
    const [authorization = ''] = /ApiKey evt_[\w-]+/.exec((await curl.textContent()) ?? '') ?? [];
    const answer = await request.get('/api/v1/policy', { headers: { authorization } });
    expect(answer.status()).toBe(200);
    await page.getByRole('link', { name: /^Next: / }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Gate builds');
    await page.getByRole('link', { name: 'Previous: Gate builds' }).click();
    await expect(curl).toContainText(authorization);
    await page.reload();
    await expect(curl).toContainText('ApiKey evt_…');
  },
);

test.describe('who may not make keys', () => {
  test.use({ role: 'member' });
  test('sees the examples as they are written', async ({ page }) => {
    await page.goto('/docs/gate', { waitUntil: 'networkidle' });
    const curl = page.getByRole('region').filter({ hasText: '/api/sbom/check?project=shop' });
    await expect(curl).toContainText('ApiKey evt_…');
    await expect(page.getByRole('button', { name: 'Fill in a new key' })).toHaveCount(0);
  });
});

test('who is signed in gets there from the account menu, and back', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: 'Documentation' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Eventide documentation');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page).toHaveURL('/');
});

test(
  'on a phone the list of pages opens above the text',
  { tag: '@phone-only' },
  async ({ page }) => {
    await page.goto('/docs/rest');
    await page.getByText('All pages').click();
    await page
      .getByRole('navigation', { name: 'Pages of the documentation' })
      .getByRole('link', { name: 'Deployment' })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deployment');
  },
);
