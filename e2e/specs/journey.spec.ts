import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { Email } from 'postal-mime';
import { z } from 'zod';
import { createChannel } from '@/server/channel/service/channels';
import { tellOfEnds } from '@/server/waiver/service/notices';
import { makeActor, makeApiKey } from '@/test/accounts';
import type { MailServer } from '@/test/mail-server';
import { ruleFor } from '@/test/messages';
import { ticketChannel } from '@/test/ticket-channel';
import { startTicketService } from '@/test/ticket-service';
import { startWebhookReceiver, type WebhookReceiver } from '@/test/webhook-receiver';
import { runCommand, type Ended } from '../api/harness/eventide-command';
import { daysFromToday } from '../api/harness/payloads';
import type { SettingsPage } from '../pages/settings-page';
import { expect, test } from '../pages/test';

const IMAGE = 'registry.example.com/shop/api';
const TEAM_ADDRESS = 'payments@example.com';
const LAST_DAY = daysFromToday(20);
/** Mail waits for 30 seconds where the test before had no mail server. */
const MAIL_TIMEOUT_MS = 90_000;

/** What a build's tool lists of its image. */
const listOf = (django: string) =>
  JSON.stringify({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
    metadata: { component: { type: 'container', name: IMAGE, version: 'main' } },
    components: [
      {
        ...{ type: 'library', name: 'django', version: django },
        purl: `pkg:pypi/django@${django}`,
      },
    ],
  });
const ENDED = listOf('3.2.25');
const MOVED = listOf('5.2.1');

/** The command of builds, run as they run it. */
type Build = (command: 'gate' | 'upload', document: string) => Promise<Ended>;

const buildWith = (url: string, key: string): Build => {
  const command = resolve('public/cli/eventide.mjs');
  return (name, input) =>
    runCommand(command, [name, '--project', 'shop', '--no-codeowners'], {
      ...{ folder: tmpdir(), input, env: { EVENTIDE_URL: url, EVENTIDE_API_KEY: key } },
    });
};

/** A team that is mailed at once, with a person in it, and a rule that gives it the project. */
async function makeOwner(page: Page, person: string): Promise<void> {
  await page.goto('/teams');
  await page.getByRole('button', { name: 'Create a team' }).click();
  await page.getByLabel('Name').fill('Payments');
  await page.getByLabel('E-mail').fill(TEAM_ADDRESS);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payments');
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page.getByRole('option', { name: person }).click();
  await expect(page.getByRole('table', { name: 'People' }).getByRole('rowheader')).toHaveCount(1);
  const mail = page.getByRole('region', { name: 'Mail to the team' });
  await mail.getByRole('combobox').click();
  await page.getByRole('option', { name: 'At once' }).click();
  await mail.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'All rules' }).click();
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByRole('textbox', { name: 'Pattern of the project’s name' }).fill('shop');
  await page.getByRole('button', { name: 'Team', exact: true }).click();
  await page.getByRole('option', { name: 'Payments' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. No owner changed')).toBeVisible();
}

async function addSlack(page: Page, settingsPage: SettingsPage, url: string): Promise<void> {
  await settingsPage.open('messages');
  await page.getByRole('button', { name: 'Add a channel' }).first().click();
  const dialog = settingsPage.dialog('Add a channel');
  await settingsPage.choose(dialog.getByLabel('Kind'), 'Slack');
  await dialog.getByLabel('Name').fill('#payments');
  await dialog.getByLabel('Address of the webhook').fill(url);
  await dialog.getByRole('button', { name: 'Add the channel' }).click();
  await expect(page.getByRole('status').getByText('#payments was added')).toBeVisible();
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const rule = settingsPage.dialog('Add a rule');
  await rule.getByLabel('Name').fill('The chat of payments');
  await rule.getByLabel('#payments').click();
  // It is told every half an hour, and so at a time that the test does not choose.
  await rule.getByLabel('Support ends').click();
  await settingsPage.choose(rule.getByLabel('When'), 'Each message at once');
  await rule.getByRole('button', { name: 'Add the rule' }).click();
  await expect(rule).toBeHidden();
}

const slackMessage = z.object({ text: z.string(), blocks: z.array(z.unknown()).min(1) });

/** The first lines of what came to the chat, in their order. */
const saidIn = ({ requests }: WebhookReceiver) =>
  requests.map(({ body }) => slackMessage.parse(JSON.parse(body)).text);

/** The mail with a subject to an address; waits for it. */
async function mailOn(server: MailServer, address: string, subject: string): Promise<Email> {
  const found = () => server.to(address).filter(({ mail }) => mail.subject === subject);
  await expect.poll(() => found().length, { timeout: MAIL_TIMEOUT_MS }).toBe(1);
  const [one] = found();
  if (!one) throw new Error('It was there');
  return one.mail;
}

/** The text of a mail, without what keeps mail programs from making links of names. */
const wordsOf = ({ text = '' }: Email) => text.replaceAll('\u200B', '');

const linkIn = (text: string | undefined, path: string) =>
  new RegExp(`http\\S+${path}\\S+`).exec(text ?? '')?.[0] ?? `no link to ${path}`;

test('from what has ended to done: told, waived for a while, denied again, planned, moved, closed', async ({
  workspace,
  deps,
  mailServer,
  page,
  context,
  app,
  settingsPage,
  waiversPage,
  plansPage,
  softwarePage,
}) => {
  const chat = await startWebhookReceiver();
  chat.answer(200);
  const tracker = await startTicketService('github');
  const owner = await workspace.signedIn('member');
  const { key } = await makeApiKey(deps, workspace.organizationId, 'scanner');
  const build = buildWith(app.origin, key);

  await makeOwner(page, owner.email);
  await addSlack(page, settingsPage, chat.url);
  const actor = await makeActor(deps, workspace.organizationId);
  const channel = await createChannel(deps, actor, ticketChannel('github', tracker.url));
  await ruleFor(deps, workspace.organizationId, [channel.id], ['build.denied']);
  await workspace.policy({ denyDays: 0 });
  const approver = await workspace.signedIn('admin');

  // A build uploads what has ended: it is denied, and a finding.
  expect((await build('upload', ENDED)).complaints).toBe('');
  const denied = await build('gate', ENDED);
  expect(denied.code).toBe(1);
  expect(denied.out).toMatch(/^DENIED {2}Django 3\.2 {2}ended on 2024-04-01/m);
  expect(denied.out).toContain(`Ask Payments: ${TEAM_ADDRESS}`);
  await context.addCookies([owner.cookie]);
  await page.goto('/images');
  await page
    .getByRole('table', { name: 'Images' })
    .getByRole('rowheader')
    .getByRole('link')
    .click();
  await expect(page.getByText('Django 3.2', { exact: true }).first()).toBeVisible();

  // Its owner hears of it: the person, the team's address, the chat; and a ticket is made.
  const mail = await mailOn(mailServer, owner.email, `${IMAGE}:main is denied`);
  const toTeam = await mailOn(mailServer, TEAM_ADDRESS, `${IMAGE}:main is denied`);
  for (const one of [mail, toTeam]) {
    expect(wordsOf(one)).toContain('* Django 3.2\n');
    expect(wordsOf(one)).toContain(`Ask: Payments <${TEAM_ADDRESS}>`);
  }
  await expect.poll(() => saidIn(chat)).toEqual([`${IMAGE}:main is denied`]);
  expect(chat.requests[0]?.body).toContain(`Payments ${TEAM_ADDRESS}`);
  await expect.poll(() => tracker.tickets.map(({ isOpen }) => isOpen)).toEqual([true]);
  expect(tracker.tickets[0]?.title).toBe('Django 3.2: support ended on 1 April 2024');

  // From the mail the owner asks for a waiver, with all of it filled in.
  await page.goto(linkIn(mail.text, '/waivers/new'));
  await expect(waiversPage.title).toHaveText('Ask for a waiver');
  await expect(waiversPage.form.getByLabel('Product')).toHaveValue('Django');
  await expect(waiversPage.form.getByLabel('Release cycle')).toHaveValue('3.2');
  await expect(waiversPage.form.getByLabel('Project')).toHaveValue('shop');
  await expect(waiversPage.form.getByLabel('Image')).toHaveValue(IMAGE);
  await waiversPage.ask({ reason: 'It moves in March', endsOn: LAST_DAY });
  await expect(waiversPage.title).toHaveText('Django 3.2');
  await expect(page.getByText('Only admins decide on waivers.')).toBeVisible();
  expect((await build('gate', ENDED)).code).toBe(1);

  // Another person is mailed a link that decides, and approves.
  const asked = await mailServer.waitFor(approver.email, MAIL_TIMEOUT_MS);
  await context.addCookies([approver.cookie]);
  await page.goto(linkIn(asked.mail.text, '/waivers/decide/'));
  await expect(waiversPage.title).toHaveText('A waiver of Django 3.2');
  await page.getByRole('button', { name: 'Grant' }).click();
  await expect(waiversPage.title).toHaveText('Granted');
  await page.getByRole('link', { name: 'Open the waiver' }).click();
  await expect(page.getByRole('button', { name: 'Revoke' })).toBeVisible();
  const waiverId = new URL(page.url()).pathname.split('/').at(-1);
  // No scan comes of it, and the ticket is closed all the same.
  await expect.poll(() => tracker.tickets.map(({ isOpen }) => isOpen)).toEqual([false]);
  await expect.poll(() => saidIn(chat)).toContain('No image is denied any more for Django 3.2');

  // The gate passes, and says why.
  const passed = await build('gate', ENDED);
  expect([passed.code, passed.complaints]).toEqual([0, '']);
  expect(passed.out).toContain('Passed: 0 denied, 0 warned of, 1 waived');
  expect(passed.out).toContain(`Django 3.2: Waived until ${LAST_DAY}. Without the waiver: `);
  await page.goto('/');
  await expect(page.getByRole('link', { name: '1 waiver holds' })).toBeVisible();

  // Its last day passes. The server's own clock cannot be moved from here, so the day is: into yesterday. What it does
  // about that every ten minutes is done at once.
  await deps.db.query('UPDATE waiver SET ends_on = $2 WHERE id = $1', [
    waiverId,
    daysFromToday(-1),
  ]);
  await tellOfEnds(deps, workspace.organizationId);
  const again = await build('gate', ENDED);
  expect(again.code).toBe(1);
  expect(again.out).toMatch(/^DENIED {2}Django 3\.2/m);
  expect(again.out).not.toContain('waived');
  await expect.poll(() => tracker.tickets.map(({ isOpen }) => isOpen)).toEqual([true]);
  await page.goto(`/waivers/${waiverId ?? ''}`);
  await expect(page.getByText('Ended', { exact: true }).first()).toBeVisible();

  // So the owner plans to move it, from the software's page.
  await context.addCookies([owner.cookie]);
  await softwarePage.open();
  await softwarePage.names().getByRole('link', { name: 'Django 3.2' }).click();
  await page.getByRole('link', { name: 'Plan the move' }).click();
  await page.getByLabel('Its release cycle').fill('5.2');
  await page.getByLabel(/^By/).fill(daysFromToday(60));
  await settingsPage.choose(page.getByLabel('Who', { exact: true }), 'Payments');
  await page.getByRole('button', { name: 'Plan the move' }).click();
  await expect(plansPage.title).toHaveText('Django 3.2 to 5.2');
  await expect(page.getByText('1 of 1 image left').first()).toBeVisible();
  const tickets = settingsPage.part('Tickets');
  await expect(tickets).toContainText('Django 3.2: support ended on 1 April 2024');
  await expect(tickets).toContainText('Open');

  // The image moves on: the build passes, the ticket is closed, the plan is done.
  expect((await build('upload', MOVED)).complaints).toBe('');
  expect((await build('gate', MOVED)).code).toBe(0);
  await expect.poll(() => tracker.tickets.map(({ isOpen }) => isOpen)).toEqual([false]);
  expect(tracker.tickets[0]?.comments.at(-1)).toMatch(/^Solved\./);
  await page.reload();
  await expect(tickets).toContainText('Closed');
  await expect(page.getByText('None of 1 image left').first()).toBeVisible();
  await plansPage.open();
  await expect(plansPage.column('Done').getByRole('listitem')).toContainText('Django 3.2');
  // In no order that the test could choose: several jobs say it.
  await expect
    .poll(() => saidIn(chat).toSorted())
    .toEqual(
      [
        'Ada Lovelace asks for a waiver for Django 3.2',
        'A waiver for Django 3.2 is granted',
        'Denied again: Django 3.2',
        'No image is denied any more for Django 3.2',
        'The waiver of Django 3.2 is over',
        `${IMAGE}:main is denied`,
        `${IMAGE}:main passes again`,
      ].toSorted(),
    );
  await chat.close();
  await tracker.close();
});
