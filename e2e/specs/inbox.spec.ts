import type { Page } from '@playwright/test';
import { itemOf, type MessageContent } from '@/domain/message/content';
import { sendMessage } from '@/server/message/service';
import type { AskableDeps } from '@/test/with-query';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';
import type { SignedIn, Workspace } from '../pages/workspace';

/** Says something that concerns a person by name. */
function say(
  { db }: AskableDeps,
  { organizationId }: Workspace,
  { personId }: SignedIn,
  more: Partial<MessageContent>,
) {
  const item = itemOf({
    ...{ key: 'debian/11', what: 'Debian 11', detail: 'Waived until 31 January 2027' },
    ...{ path: '/waivers', personIds: [personId] },
  });
  const content: MessageContent = {
    ...{ kind: 'waiver.ending', severity: 'warning', title: 'The waiver of Debian 11 ends soon' },
    ...{ summary: 'After the last day policies act again.', items: [item], total: 1 },
    links: [{ label: 'All waivers', path: '/waivers' }],
    ...more,
  };
  return db.transaction((tx) => sendMessage(tx, organizationId, content, 'listeners', new Date()));
}
const bell = (page: Page) => page.getByRole('link', { name: /^Inbox, / });
const entry = (page: Page, title: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: title });

test(
  'an inbox says what concerns its reader, and counts what is unread',
  { tag: '@phone' },
  async ({ workspace, deps, page, context }) => {
    const member = await workspace.signedIn('member');
    await context.addCookies([member.cookie]);
    await page.goto('/inbox');
    await expect(page.getByText('No messages yet.')).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName('Inbox, nothing unread');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await say(deps, workspace, member, {});
    await say(deps, workspace, member, {
      ...{ kind: 'waiver.decided', severity: 'info', title: 'A waiver for Node.js 18 is granted' },
    });
    await page.goto('/');
    await expect(bell(page)).toHaveAccessibleName('Inbox, 2 unread');
    await bell(page).click();
    await expect(page).toHaveURL(/\/inbox$/);
    await expect(entry(page, 'Unread: ')).toHaveCount(2);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.getByRole('link', { name: /The waiver of Debian 11 ends soon/ }).click();
    const open = entry(page, 'The waiver of Debian 11 ends soon');
    await expect(open.getByText('Waived until 31 January 2027')).toBeVisible();
    await expect(open.getByRole('link', { name: 'Debian 11', exact: true })).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName('Inbox, 1 unread');
    await expect(page).toHaveURL(/message=/);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.reload();
    await expect(open.getByText('Waived until 31 January 2027')).toBeVisible();

    await page.getByRole('radio', { name: 'Unread' }).click();
    await expect(page).toHaveURL(/show=unread/);
    await expect(entry(page, 'Unread: ')).toHaveCount(1);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(bell(page)).toHaveAccessibleName('Inbox, nothing unread');
    await page.getByRole('radio', { name: 'All' }).click();
    await expect(entry(page, 'is granted')).toHaveCount(1);
    await expect(entry(page, 'Unread: ')).toHaveCount(0);
  },
);

test(
  'somebody chooses what they are mailed, and sees what that would have been',
  { tag: '@phone' },
  async ({ workspace, deps, mailServer, page, context }) => {
    const member = await workspace.signedIn('member');
    await context.addCookies([member.cookie]);
    await say(deps, workspace, member, {});
    await page.goto('/settings/account');
    await page.getByRole('link', { name: 'Choose what is mailed to you' }).click();
    await expect(page.getByRole('heading', { name: 'Your messages' })).toBeVisible();
    await expect(page.getByLabel('Time zone')).toHaveValue('UTC');
    const preview = page.getByRole('region', {
      name: 'In the last 7 days you would have received these',
    });
    await expect(preview.getByRole('listitem')).toHaveCount(1);
    await expect(preview).toContainText('Digest');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.getByRole('combobox', { name: 'A waiver ends', exact: true }).click();
    await page.getByRole('option', { name: 'At once' }).click();
    await expect(preview).toContainText('The waiver of Debian 11 ends soon');
    await page.getByLabel('Time zone').fill('Mars/Olympus');
    await expect(page.getByText('No time zone of this name is known.').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    await page.getByLabel('Time zone').fill('Europe/Berlin');
    await page.getByLabel('Keep quiet hours').click();
    await page.getByLabel('Except for what stops builds or is broken').click();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Berlin');
    await expect(page.getByLabel('Keep quiet hours')).toBeChecked();
    await page.getByRole('button', { name: 'Send me a test' }).click();
    const mail = await mailServer.waitFor(member.email);
    expect(mail.mail.subject).toBe('A test of your mail from Eventide');
  },
);

test(
  'a link in a mail stops mails of its kind, signed out, once it is pressed',
  { tag: '@phone' },
  async ({ workspace, deps, mailServer, page, context }) => {
    const member = await workspace.signedIn('member');
    await context.clearCookies();
    await say(deps, workspace, member, {
      ...{ kind: 'build.denied', severity: 'critical', title: 'shop:1 is denied' },
    });
    const { mail, raw } = await mailServer.waitFor(member.email);
    const [link = ''] = /http\S+\/unsubscribe\/[\w.-]+/.exec(mail.text ?? '') ?? [];
    await page.goto(link);
    const stop = page.getByRole('button', { name: /^Stop mails on/ });
    await expect(stop).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const chosen = () => deps.db.of(workspace.organizationId).mailSetting.findMany();
    expect(await chosen()).toEqual([]);
    await stop.click();
    await expect(page.getByRole('heading', { name: 'Stopped' })).toBeVisible();
    await expectAccessible(page);
    expect(await chosen()).toMatchObject([{ choices: { 'build.denied': 'off' } }]);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Stopped' })).toBeVisible();

    const [, oneClick = ''] =
      /List-Unsubscribe: <([^>]+)>/.exec(raw.replace(/\r\n\s+/g, ' ')) ?? [];
    const asked = await fetch(oneClick, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
    expect(asked.status).toBe(200);
    const opened = await fetch(oneClick, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, link]);
    await page.goto('/unsubscribe/made.up');
    await expect(
      page.getByRole('heading', { name: 'This link does not work any more' }),
    ).toBeVisible();
  },
);

test('an admin says what goes to the address of a team', async ({ workspace, page }) => {
  const teamId = await workspace.makeTeam('Payments', []);
  await page.goto(`/teams/${teamId}`);
  const mail = page.getByRole('region', { name: 'Mail to the team' });
  await mail.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Every Monday' }).click();
  await mail.getByLabel('Time zone').fill('Europe/Berlin');
  await expectAccessible(page);
  await mail.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(mail.getByRole('combobox').first()).toHaveText('Every Monday');
  await page.goto('/settings/audit');
  await expect(page.getByText('Team mailed in another way')).toBeVisible();
});
