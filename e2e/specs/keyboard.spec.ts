import type { Page } from '@playwright/test';
import { expect, test } from '../pages/test';

const SCANS = ['a:1', 'b:1', 'c:1'].map((image) => ({
  project: 'p',
  image,
  matches: [{ product: 'Node.js', cycle: '16' }],
}));

/** Names the focused element; for one of several radio buttons, what is chosen with them. */
function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const group = element?.matches('input[type=radio]') && element.closest('fieldset');
    const named = group ? group.querySelector('legend') : element;
    const heard = named?.cloneNode(true);
    if (!(heard instanceof Element)) return '';
    for (const silent of heard.querySelectorAll('[aria-hidden=true]')) silent.remove();
    return (heard.getAttribute('aria-label') ?? heard.textContent).trim();
  });
}

test.beforeEach(async ({ workspace, imagesPage }) => {
  await workspace.uploadAll(SCANS);
  await imagesPage.open();
  await expect(imagesPage.names()).toHaveCount(3);
});

test('search, rows and opening, without a mouse', async ({ imagesPage, imagePage, page }) => {
  // The rows are there before the keys work: the server sends them.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(imagesPage.search).toBeFocused({ timeout: 250 });
  }).toPass();
  await page.keyboard.type('b:');
  await expect(imagesPage.names()).toHaveText(['b:1']);
  await page.keyboard.press('Escape');
  await expect(imagesPage.names()).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(imagesPage.search).not.toBeFocused();

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(imagesPage.row('b:1').getByRole('rowheader').getByRole('link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(imagePage.title).toHaveText('b:1');
});

test('Tab goes through the page in the order it is read', async ({ page }) => {
  // Places stand in lists that have names.
  await expect(
    page.getByRole('list', { name: 'What you have', exact: true }).getByRole('link'),
  ).toHaveText(['Images', 'Projects', 'Software', 'Findings', 'Clusters', 'Teams']);
  const places = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  const expected = [
    'Skip to the content',
    'Eventide',
    'Organization Acme, change',
    ...(await places.allTextContents()),
    'Search or run a command',
    'Inbox',
    'Account of Ada Lovelace',
    'Look back',
    'Upload an SBOM',
    'Search images',
    'End of life',
    'Project',
    'Policy',
    'Signature',
    'Running',
    'Retired',
    'Last seen',
    'Label',
    'Views',
    'Export',
    'View',
    'Select all rows of this page',
    'Image',
    'Project',
    'End of life',
    'Last seen',
  ];
  const order: string[] = [];
  while (order.length < expected.length) {
    await page.keyboard.press('Tab');
    // How much is unread is not the order's business.
    order.push((await focusedName(page)).replace(/^Inbox, .*$/, 'Inbox'));
  }
  expect(order).toEqual(expected);
});

test('the palette finds places, images and projects', async ({ imagePage, page }) => {
  await page.keyboard.press('Control+k');
  const input = page.getByRole('combobox');
  await expect(input).toBeFocused();
  await input.fill('c:1');
  await expect(page.getByRole('option', { name: /^c:1/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(imagePage.title).toHaveText('c:1');
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await expect(page).toHaveURL(/\/images$/);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Next row');
});

test('the palette takes what is typed while its code is on the way', async ({ page }) => {
  const { promise: coming, resolve: come } = Promise.withResolvers<undefined>();
  await page.route('**/_next/static/**/*.js', async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    if (body.includes('The search failed. Places and commands still work.')) await coming;
    await route.fulfill({ response, body });
  });
  await page.reload();
  await page.getByRole('button', { name: /^Search or run/ }).focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('b:');
  const early = page.getByRole('textbox', { name: 'Search and commands' });
  await expect(early).toBeFocused();
  await page.keyboard.type('x1');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await expect(early).toHaveValue('b:1');
  come(undefined);
  const input = page.getByRole('combobox', { name: 'Search and commands' });
  await expect(input).toBeFocused();
  await expect(early).toHaveCount(0);
  // The caret is where it was, before the last letter.
  await page.keyboard.type('z');
  await expect(input).toHaveValue('b:z1');
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('option', { name: /^b:1/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Search or run/ })).toBeFocused();
});

test('the palette finds software in its place and forgives a typo', async ({ page }) => {
  const input = page.getByRole('combobox', { name: 'Search and commands' });
  await page.keyboard.press('Control+k');
  await input.fill('node 16');
  await expect(page.getByRole('option', { name: /^Node\.js 16.*3 images/ })).toBeVisible();
  await input.fill('node in p');
  const there = page.getByRole('group', { name: 'Images in “p”' });
  await expect(there.getByRole('option')).toHaveCount(3);
  await input.fill('python in p');
  await expect(page.getByText('Nothing called “python” is in “p”.')).toBeVisible();
  await expect(page.getByRole('option', { name: 'Look for “python” everywhere' })).toBeVisible();
  await input.fill('ndoe.js 16');
  await expect(page.getByText('Showing “node.js 16”.')).toBeVisible();
  await page.getByRole('option', { name: /^All software matching/ }).click();
  await expect(page).toHaveURL(/\/software\?q=node\.js\+16$/);
  await expect(page.getByRole('rowheader', { name: /Node\.js\s*16/ })).toBeVisible();
});

test('the palette knows settings and actions by other words', async ({ page }) => {
  const input = page.getByRole('combobox', { name: 'Search and commands' });
  const root = page.locator('html');
  for (const [words, option] of [
    ['invite', 'Invite people'],
    ['new policy', 'New policy'],
    ['log out', 'Sign out'],
    ['slack', 'Messages Settings'],
    ['people', 'Members Settings'],
    ['old tags', 'Retired images Settings'],
    ['delete old', 'Retention Settings'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await input.fill(words);
    await expect(page.getByRole('option', { name: option, exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(input).toBeHidden();
  }
  await page.keyboard.press('Control+k');
  await input.fill('dark');
  await page.keyboard.press('Enter');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Control+k');
  await input.fill('audit');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/audit$/);
});

test('what the palette offers to begin is open at once, and once alone', async ({ page }) => {
  const input = page.getByRole('combobox', { name: 'Search and commands' });
  for (const [action, path, title] of [
    ['Upload an SBOM', '/images', 'Upload an SBOM'],
    ['Invite people', '/settings/members', 'Invite people'],
    ['Create an API key', '/settings/api-keys', 'Create an API key'],
    ['New team', '/teams', 'Create a team'],
    // Again, on the page itself.
    ['New team', '/teams', 'Create a team'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await input.fill(action);
    await page.getByRole('option', { name: action, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toHaveCount(1);
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Teams' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the palette offers what was looked at last, in this organization and until signing out', async ({
  workspace,
  imagePage,
  page,
}) => {
  const id = await workspace.upload({ project: 'p', image: 'recent:1' });
  await imagePage.open(id);
  await expect(imagePage.title).toHaveText('recent:1');
  const kept = () => page.evaluate(() => JSON.stringify({ ...window.localStorage }));
  await expect.poll(kept).toContain('recent:1');
  await page.goto('/projects');
  await page.keyboard.press('Control+k');
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option');
  await expect(recent).toHaveText(['recent:1']);
  await recent.click();
  await expect(imagePage.title).toHaveText('recent:1');
});

test('keys pressed by themselves can be turned off', async ({ imagesPage, page }) => {
  await page.goto('/account');
  await page.getByRole('checkbox', { name: 'Shortcuts of single keys' }).uncheck();
  await imagesPage.open();
  await expect(imagesPage.names()).toHaveCount(3);
  await page.waitForLoadState('networkidle');
  for (const key of ['g', 's', '?', 'j', '/']) await page.keyboard.press(key);
  await expect(page).toHaveURL(/\/images$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('tr:has(:focus)')).toHaveCount(0);
  await expect(imagesPage.search).not.toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused();
});
