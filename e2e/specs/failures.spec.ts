import type { Route } from '@playwright/test';
import { expectAccessible } from '../pages/axe';
import { expect, test } from '../pages/test';

const scan = { project: 'p', image: 'a:1', matches: [{ product: 'Node.js', cycle: '16' }] };
const LIST = /\/api\/trpc\/[^?]*image\.listForDashboard/;
const TIMELINE = /\/api\/trpc\/[^?]*timeline\.list/;
const CHOICES = /\/api\/trpc\/[^?]*(image\.labels|scanner\.projects)/;

const data = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, requestId: 'request-7' };

/** Fails all that is asked in one request. */
function fail(route: Route) {
  const asked = new URL(route.request().url()).pathname.split(',');
  const error = { message: 'Internal server error', code: -32603, data };
  return route.fulfill({
    status: 500,
    contentType: 'application/json',
    body: JSON.stringify(asked.map(() => ({ error }))),
  });
}

test('a failed request says what happened, with the request’s id, and can be tried again', async ({
  workspace,
  imagesPage,
  page,
}) => {
  await workspace.upload(scan);
  await imagesPage.open();
  await page.route(LIST, fail);
  await imagesPage.eol('Ended').click();
  const alert = page.getByRole('alert').filter({ hasText: 'The images could not be loaded.' });
  await expect(alert).toContainText('request-7');
  await expect(imagesPage.filters).toBeVisible();
  await page.unroute(LIST);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(imagesPage.names()).toHaveText(['a:1']);
});

test('a timeline that cannot be read keeps its filters, and is drawn once it can', async ({
  workspace,
  timelinePage,
  page,
}) => {
  await workspace.upload(scan);
  await timelinePage.open();
  await expect(timelinePage.names()).toContainText(['Node.js 16']);
  await page.route(TIMELINE, fail);
  await timelinePage.choose('Project', 'p');
  const alert = page.getByRole('alert').filter({ hasText: 'The timeline could not be loaded.' });
  await expect(alert).toContainText('request-7');
  await expect(timelinePage.filters).toBeVisible();
  await expect(timelinePage.names()).toHaveCount(0);
  await expectAccessible(page);
  await page.unroute(TIMELINE);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(timelinePage.names()).toContainText(['Node.js 16']);
  await expect(alert).toHaveCount(0);
});

test('the choices of a filter are read once they are wanted, and can be asked for again', async ({
  workspace,
  imagesPage,
  page,
}) => {
  await workspace.upload(scan);
  const asked: string[] = [];
  await page.route(CHOICES, (route) => {
    asked.push(route.request().url());
    return fail(route);
  });
  await imagesPage.open();
  await expect(imagesPage.names()).toHaveText(['a:1']);
  expect(asked).toEqual([]);

  await imagesPage.filters.getByRole('button', { name: 'Label' }).click();
  const condition = page.getByRole('dialog', { name: 'Label condition' });
  const problem = condition.getByRole('alert');
  await expect(problem).toContainText('They could not be loaded.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await imagesPage.filters.getByRole('button', { name: 'Project', exact: true }).press('Enter');
  const projects = page.getByRole('dialog', { name: 'Project' });
  await expect(projects.getByRole('alert')).toContainText('They could not be loaded.');
  await page.unroute(CHOICES);
  await projects.getByRole('button', { name: 'Try again' }).click();
  await projects.getByRole('option', { name: 'p', exact: true }).click();
  await expect(page).toHaveURL(/project=/);
  // The name of a choice that the address has is there from the start.
  await page.reload();
  await expect(imagesPage.filters.getByRole('button', { name: 'Project p' })).toBeVisible();
});

test('while newer rows are on their way the old ones stay', async ({
  workspace,
  imagesPage,
  page,
}) => {
  await workspace.upload(scan);
  await imagesPage.open();
  await page.route(LIST, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await imagesPage.eol('Over 12 months').click();
  await expect(page.locator('[aria-busy=true]').getByRole('rowheader')).toHaveText(['a:1']);
  await expect(page.getByText('No image matches these filters: Over 12 months.')).toBeVisible();
});

test('a session that has ended leads to the sign-in page and back', async ({
  workspace,
  context,
  imagesPage,
  page,
}) => {
  await workspace.upload(scan);
  await imagesPage.open();
  await expect(imagesPage.names()).toHaveCount(1);
  await context.clearCookies();
  await imagesPage.eol('Ended').click();
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=%2Fimages%3Fstate%3Dended/);
});

test('an address that is no page keeps the frame for whoever is signed in, and tells others no more', async ({
  page,
  context,
}) => {
  const nav = page.getByRole('navigation', { name: 'Main' });
  const heading = page.getByRole('heading', { name: 'Page not found' });
  for (const path of ['/nowhere', '/settings/nowhere', '/teams/rules/nowhere?tab=1']) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(heading).toBeVisible();
    await expect(page).toHaveTitle(/^No such page/);
    await expect(nav.getByRole('link', { name: 'Images' })).toBeVisible();
  }
  await expectAccessible(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeVisible();
  await page.keyboard.press('Escape');
  await nav.getByRole('link', { name: 'Images' }).click();
  await expect(page).toHaveURL(/\/images$/);

  // What has another frame, and what browsers ask for by themselves.
  for (const path of ['/docs/nowhere', '/operator/nowhere']) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(nav).toHaveCount(0);
  }
  for (const path of ['/favicon.ico', '/_next/nowhere']) {
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(404);
    expect(await answer.text()).not.toContain('aria-label="Main"');
  }
  const answer = await page.request.get('/api/nowhere');
  expect(answer.headers()['content-type']).toMatch(/json/);

  await context.clearCookies();
  expect((await page.goto('/nowhere'))?.status()).toBe(404);
  await expect(page).toHaveTitle('No such page · Eventide');
  await expect(heading).toBeVisible();
  await expect(nav).toHaveCount(0);
});

test.describe('files of pages that are gone since the service was updated', () => {
  const FILES = '**/_next/static/**';

  test('do not keep a new key from being shown', async ({ settingsPage, page }) => {
    await settingsPage.open('api-keys');
    await expect(page.getByRole('table', { name: 'API keys' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.route(FILES, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name').fill('CI');
    await page.getByRole('dialog').getByRole('button', { name: 'Create the key' }).click();
    await expect(page.getByRole('status', { name: 'The new key' })).toContainText('evt_');
  });

  test('are told of as what they are', async ({ notesPage, workspace, page }) => {
    await workspace.upload(scan);
    await notesPage.open();
    await page.waitForLoadState('networkidle');
    await page.route(FILES, (route) => route.fulfill({ status: 404 }));
    await notesPage.newNote.click();
    const alert = page.getByRole('alert').filter({ hasText: 'This page could not be shown.' });
    await expect(alert).toContainText('Eventide may have been updated');
    await expect(alert).not.toContainText('Nothing was changed');
    await page.unroute(FILES);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(notesPage.dialog).toBeVisible();
  });

  test('are told of where they are the frame’s, too', async ({ imagesPage, workspace, page }) => {
    await workspace.upload(scan);
    await imagesPage.open();
    await expect(imagesPage.names()).toHaveText(['a:1']);
    await page.waitForLoadState('networkidle');
    await page.route(FILES, (route) => route.fulfill({ status: 404 }));
    await page.keyboard.press('?');
    const alert = page.getByRole('alert').filter({ hasText: 'This page could not be shown.' });
    await expect(alert).toContainText('Eventide may have been updated');
    await page.unroute(FILES);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(imagesPage.names()).toHaveText(['a:1']);
  });
});
