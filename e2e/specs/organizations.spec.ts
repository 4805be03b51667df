import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { OrganizationFrame } from '../pages/organization-frame';
import { expect, test } from '../pages/test';
import type { SignedIn, Workspace } from '../pages/workspace';

const LONG_NAME = 'Laboratories of the northern department for long names';
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

/** A member of Acme who is a viewer of Labs too, in this browser. */
async function memberOfTwo(page: Page, workspace: Workspace, name = 'Labs'): Promise<SignedIn> {
  const reader = await workspace.signedIn('member');
  await workspace.joinAnother(reader, name);
  await page.context().addCookies([reader.cookie]);
  return reader;
}

test('creates a second organization from the switcher, and goes between the two by keyboard', async ({
  page,
}) => {
  const frame = new OrganizationFrame(page);
  await page.goto('/policies');
  await frame.ready();
  await frame.button.focus();
  await page.keyboard.press('Enter');
  await expect(frame.choice(/^Acme ?Admin$/)).toBeChecked();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await frame.createDialog.getByRole('textbox', { name: 'Name' }).fill('Labs');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(frame.button).toHaveText(/Labs/);
  await expect(page).toHaveTitle('Overview · Labs · Eventide');

  await frame.ready();
  await frame.button.focus();
  await page.keyboard.press('Enter');
  await expect(frame.menu.getByRole('menuitemradio')).toHaveText([
    /^Acme ?Admin$/,
    /^Labs ?Admin$/,
  ]);
  await page.keyboard.press('a');
  await expect(frame.choice(/^Acme/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Overview · Acme · Eventide');

  await frame.ready();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('switch');
  await expect(page.getByRole('option', { name: /^Switch to Labs ?Admin$/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Overview · Labs · Eventide');
});

test.describe('a link into another organization', () => {
  test('offers members of both to go there, for every kind of record', async ({
    page,
    workspace,
  }) => {
    const image = await workspace.upload({
      image: 'acme/shop:1.0',
      project: 'acme/shop',
      matches: [{ product: 'Node.js', cycle: '16', eol: '2023-09-11' }],
    });
    const policy = await workspace.policy({ warnDays: 30 });
    const reader = await memberOfTwo(page, workspace);
    const paths: string[] = [`/policies/${policy}`];
    for (const list of ['projects', 'software']) {
      await page.goto(`/${list}`);
      const link = page.locator(`main a[href^="/${list}/"]`).first();
      paths.push((await link.getAttribute('href')) ?? '');
    }
    await workspace.moveElsewhere(reader);
    for (const path of paths) {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(heading(page, /belongs to Acme$/)).toBeVisible();
    }
    await page.goto(`/images/${image}?tab=packages`);
    await expect(heading(page, 'This image belongs to Acme')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Switch to Acme and open it' }).click();
    await expect(heading(page, /shop/)).toBeVisible();
    await expect(page).toHaveURL(`/images/${image}?tab=packages`);
    await expect(new OrganizationFrame(page).button).toHaveText(/Acme/);
  });

  test('is for a stranger what a link to nothing is', async ({ page, workspace, context }) => {
    const image = await workspace.upload({ image: 'acme/secret:1.0', project: 'acme' });
    const stranger = await workspace.outsider();
    await workspace.joinAnother(stranger, 'Elsewhere');
    await context.addCookies([stranger.cookie]);
    const seen: string[] = [];
    for (const id of [image, '019a0000-0000-7000-8000-000000000000']) {
      const answer = await page.goto(`/images/${id}`);
      expect(answer?.status()).toBe(404);
      await expect(heading(page, 'There is no such image')).toBeVisible();
      seen.push(await page.locator('main').innerText());
      expect(await page.content()).not.toMatch(/Acme|secret/);
    }
    expect(seen[0]).toBe(seen[1]);
  });
});

test.describe('two tabs', () => {
  test('a tab whose session has gone elsewhere writes nothing there, and goes back', async ({
    page,
    workspace,
    context,
    deps,
  }) => {
    const reader = await memberOfTwo(page, workspace);
    await deps.db.query(`UPDATE membership SET role = 'admin' WHERE user_id = $1`, [
      reader.personId,
    ]);
    await page.goto('/settings/api-keys');
    const frame = new OrganizationFrame(page);
    await frame.ready();
    const other = await context.newPage();
    await other.goto('/');
    await new OrganizationFrame(other).switchTo('Labs');
    await expect(other).toHaveTitle(/Labs/);

    await expect(frame.notice).toContainText('This tab shows Acme; you are now in Labs.');
    await expectAccessible(page);
    // Somebody goes on all the same.
    const refused = await page.evaluate(async (organization) => {
      const answer = await fetch('/api/trpc/apiKey.create', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-eventide-organization': organization },
        body: '{}',
      });
      return answer.status;
    }, workspace.organizationId);
    expect(refused).toBe(409);

    await frame.notice.getByRole('button', { name: 'Switch back' }).click();
    await expect(frame.notice).toHaveCount(0);
    await expect(new OrganizationFrame(other).notice).toContainText(
      'shows Labs; you are now in Acme',
    );
    await new OrganizationFrame(other).notice.getByRole('button', { name: 'Go on there' }).click();
    await expect(other).toHaveTitle(/Acme/);
  });

  test('going from page to page shows nothing of the other organization under this name', async ({
    page,
    workspace,
    deps,
  }) => {
    const reader = await memberOfTwo(page, workspace);
    await page.goto('/policies');
    const frame = new OrganizationFrame(page);
    await frame.ready();
    // Elsewhere than in this browser's tabs: nothing tells this one.
    await deps.db.query(
      `UPDATE user_session s SET active_organization_id = m.organization_id
         FROM membership m JOIN organization o ON o.id = m.organization_id
        WHERE m.user_id = s.user_id AND s.user_id = $1 AND o.name = 'Labs'`,
      [reader.personId],
    );
    await page.getByRole('link', { name: 'Notes', exact: true }).click();
    await expect(frame.notice).toContainText('This tab shows Acme; you are now in Labs.');
    await expect(heading(page, 'Choose an organization first')).toBeVisible();
    await expect(heading(page, /^Notes/)).toHaveCount(0);
    await frame.notice.getByRole('button', { name: 'Switch back' }).click();
    await expect(heading(page, /^Notes/)).toBeVisible();
    await expect(frame.notice).toHaveCount(0);
    await expect(frame.button).toHaveText(/Acme/);
  });
});

test.describe('leaving', () => {
  test('goes on in another organization', async ({ page, workspace }) => {
    await memberOfTwo(page, workspace);
    await page.goto('/settings/organization');
    await page.getByRole('button', { name: 'Leave the organization' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave Acme?' });
    await expect(question).toContainText('You go on in Labs.');
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(new OrganizationFrame(page).button).toHaveText(/Labs/);
  });

  test('is not for the last admin, who is told why', async ({ page, workspace, deps }) => {
    // The maker of the workspace's key administers it too.
    await deps.db.query(
      `UPDATE membership SET role = 'member'
        WHERE organization_id = $1
          AND user_id NOT IN (SELECT user_id FROM user_session WHERE active_organization_id = $1)`,
      [workspace.organizationId],
    );
    await page.goto('/settings/organization');
    await expect(page.getByText('You are the only admin, so you cannot leave')).toContainText(
      'Make somebody else an admin under Members first, or delete the organization below.',
    );
    await expect(page.getByRole('button', { name: 'Leave the organization' })).toHaveCount(0);
  });

  test('the last one leads to a page from which an own can be created', async ({
    page,
    workspace,
    context,
  }) => {
    await context.addCookies([(await workspace.outsider()).cookie]);
    await page.goto('/');
    await expect(heading(page, 'You belong to no organization')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create an organization' }).click();
    const frame = new OrganizationFrame(page);
    await frame.createDialog.getByRole('textbox', { name: 'Name' }).fill('My own');
    await page.keyboard.press('Enter');
    await expect(frame.button).toHaveText(/My own/);
  });
});

test('names the organization on a phone too', { tag: '@phone' }, async ({ page, workspace }) => {
  const reader = await memberOfTwo(page, workspace, LONG_NAME);
  const frame = new OrganizationFrame(page);
  const image = await workspace.upload({ image: 'acme/shop:1.0', project: 'acme' });
  for (const path of ['/', '/policies', '/settings/organization']) {
    await page.goto(path);
    await expect(frame.button.getByText('Acme')).toBeInViewport();
    await expectNoSidewaysScroll(page);
  }
  await frame.switchTo(LONG_NAME);
  await expect(frame.button.getByText(LONG_NAME)).toBeInViewport();
  await expectNoSidewaysScroll(page);
  await page.goto(`/images/${image}`);
  await expect(heading(page, 'This image belongs to Acme')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto('/policies');
  await frame.ready();
  await workspace.moveElsewhere(reader);
  await page.getByRole('link', { name: 'Images', exact: true }).click();
  await expect(frame.notice).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
