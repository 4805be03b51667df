import type { Page } from '@playwright/test';
import { daysFromToday } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { waitForHydration } from '../pages/hydrated';
import { ImagesPage } from '../pages/images-page';
import { expect, test } from '../pages/test';

// Names that the catalog does not know, so that the dates are the scans'.
const ended = { product: 'Oldware', cycle: '1', eol: daysFromToday(-133) };
const also = { ...ended, cycle: '2' };
const isLook = (url: string) => url.includes('change.version');

/** Has a page ask at once whether anything has moved, as it does when the network is back. */
const look = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('online')));

/** The same, until the answer is there. */
async function looked(page: Page): Promise<void> {
  const answer = page.waitForResponse((response) => isLook(response.url()));
  await look(page);
  await (await answer).finished();
}

test(
  'an upload moves the numbers of open pages, and the reader keeps their place',
  { tag: '@phone' },
  async ({ workspace, overviewPage, page, context }) => {
    for (let number = 10; number < 60; number += 2)
      await workspace.upload({
        project: 'shop',
        image: `shop-${String(number)}:1`,
        matches: [ended],
      });
    const other = waitForHydration(await context.newPage());
    const list = new ImagesPage(other);
    await page.goto('/');
    await other.goto('/images?sort=name&dir=asc');
    await list.search.fill('shop');
    await expect(other).toHaveURL(/q=shop/);
    await expect(list.names()).toHaveCount(25);
    await list.search.press('ArrowLeft');
    await other.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }));
    const place = () =>
      other.evaluate(() => {
        const { activeElement: focused, scrollingElement } = document;
        const caret = focused instanceof HTMLInputElement ? focused.selectionStart : null;
        return { caret, top: scrollingElement?.scrollTop };
      });
    const before = await place();
    const names = await list.names().allTextContents();

    await workspace.upload({ project: 'shop', image: 'shop-11:1', matches: [ended, also] });
    await looked(page);
    await expect(overviewPage.figure('Ended')).toContainText('Ended2');

    await looked(other);
    const show = other.getByRole('button', { name: 'Show 1 new row', exact: true });
    await expect(show).toBeVisible();
    await expect(other.getByText('A list on this page has moved.')).toBeAttached();
    await expect(list.pages).toContainText('of 26 images');
    expect(await list.names().allTextContents()).toEqual(names);
    expect(await place()).toEqual(before);
    expect(before.caret).toBe(3);
    await expect(list.search).toBeFocused();
    await expectNoSidewaysScroll(other);
    await expectAccessible(other);

    await show.click();
    await expect(show).toBeHidden();
    await expect(list.names().nth(1)).toHaveText('shop-11:1');
  },
);

test('a number in a list moves where it stands', async ({ workspace, imagesPage, page }) => {
  for (const image of ['a:1', 'b:1'])
    await workspace.upload({ project: 'shop', image, matches: [ended] });
  await imagesPage.open('?sort=name&dir=asc');
  const row = imagesPage.row('b:1');
  await expect(row).toContainText('Ended: 1 software');
  await row.getByRole('rowheader').getByRole('link').focus();
  await workspace.upload({ project: 'shop', image: 'b:1', matches: [ended, also] });
  await looked(page);
  await expect(row).toContainText('Ended: 2 software');
  await expect(row.getByRole('rowheader').getByRole('link')).toBeFocused();
  await expect(page.getByRole('button', { name: /^Show / })).toBeHidden();
});

test('what somebody fills in is left alone, and what came meanwhile is shown after it', async ({
  workspace,
  page,
}) => {
  const scan = { project: 'shop', image: 'shop:1' };
  const id = await workspace.upload({ ...scan, matches: [ended] });
  await page.goto(`/images/${id}`);
  await page.getByRole('button', { name: 'Retire', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Retire shop:1?' });
  const reason = dialog.getByLabel('Reason (optional)');
  await reason.fill('Half a sen');
  await workspace.upload({ ...scan, matches: [ended, also] });
  await looked(page);
  await expect(reason).toHaveValue('Half a sen');
  await expect(reason).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await looked(page);
  await expect(page.getByRole('main').getByText('Oldware 2').first()).toBeVisible();
});

test('a page whose session has ended says so, and stays', async ({ workspace, deps, page }) => {
  await workspace.upload({ project: 'shop', image: 'shop:1', matches: [ended] });
  await page.goto('/images');
  await deps.db.query(
    'UPDATE user_session SET revoked_at = now() WHERE active_organization_id = $1',
    [workspace.organizationId],
  );
  await look(page);
  await expect(page.getByText('You are signed out')).toBeVisible();
  await expectAccessible(page);
  await expect(page).toHaveURL(/\/images$/);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=%2Fimages$/);
});

test('a page says when the server does not answer, and goes on when it does', async ({
  workspace,
  imagesPage,
  page,
}) => {
  await workspace.upload({ project: 'shop', image: 'a:1', matches: [ended] });
  await imagesPage.open('?sort=name&dir=asc');
  await page.route(
    (url) => isLook(url.pathname),
    (route) => route.abort(),
  );
  const away = page.getByText('The server does not answer.');
  await expect(async () => {
    await look(page);
    await expect(away).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.unrouteAll();
  await workspace.upload({ project: 'shop', image: 'b:1', matches: [ended] });
  await looked(page);
  await expect(away).toBeHidden();
  // After all others, where it moves none.
  await expect(imagesPage.names()).toHaveText(['a:1', 'b:1']);
});
