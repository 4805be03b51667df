import { startTicketService } from '@/test/ticket-service';
import { startWebhookReceiver } from '@/test/webhook-receiver';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

const SECRET = /^whsec_[A-Za-z0-9+/=]+$/;

test('a webhook is added, tested, changed, and what it was sent is looked at and sent again', async ({
  settingsPage,
  page,
}) => {
  const receiver = await startWebhookReceiver();
  receiver.answer((response) => response.writeHead(500).end('not today'), 204);

  await settingsPage.open('messages');
  await expect(page.getByText('Nobody is told outside the dashboard yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add a channel' }).first().click();
  const dialog = settingsPage.dialog('Add a channel');
  await dialog.getByRole('button', { name: 'Add the channel' }).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await dialog.getByLabel('Name').fill('Operations');
  await dialog.getByLabel('Address').fill('nowhere');
  await dialog.getByRole('button', { name: 'Add the channel' }).click();
  await expect(dialog.getByText(/Enter an http or https address/)).toBeVisible();
  await dialog.getByLabel('Address').fill(receiver.url);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add the channel' }).click();

  const shown = page.getByRole('status', { name: 'The new secret' });
  await expect(shown).toContainText('Operations was added');
  await expect(shown.getByText(SECRET)).toBeVisible();
  await expect(shown.getByRole('button', { name: 'Copy the secret' })).toBeFocused();
  // Closes the tooltip of the button that has the focus.
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByText(SECRET)).toHaveCount(0);
  const row = settingsPage.row('Channels', 'Operations');
  await row.getByRole('link').first().click();

  const send = page.getByRole('button', { name: 'Send a test' });
  await send.click();
  await expect(page.getByText('It was not taken: 500: Not a success')).toBeVisible();
  await expect(page.getByText('not today')).toBeVisible();
  await send.click();
  await expect(page.getByText('It was taken: 204')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('radio', { name: 'Failed' }).click();
  await expect(page).toHaveURL(/state=failed/);
  const deliveries = page.getByRole('table', { name: 'Deliveries' });
  await expect(deliveries.getByRole('row')).toHaveCount(2);
  await deliveries.getByRole('link').first().click();
  const panel = page.getByRole('complementary', { name: 'A test of Eventide' });
  await expect(panel).toContainText('500: Not a success');
  await expect(panel.getByRole('region', { name: 'What is sent' })).toContainText('"type": "test"');
  await expectAccessible(page);
  const count = receiver.requests.length;
  await panel.getByRole('button', { name: 'Send it again' }).click();
  await receiver.received(count + 1);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Somebody paused it.')).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('Delivers', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Rotate keys' }).click();
  await settingsPage
    .dialog('Rotate the keys of Operations?')
    .getByRole('button', { name: 'Rotate the keys' })
    .click();
  await expect(shown).toContainText('has new keys');
  await expect(shown.getByRole('button', { name: 'Copy the secret' })).toBeFocused();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: 'End them now' }).click();
  await expect(page.getByRole('button', { name: 'End them now' })).toBeHidden();

  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const change = settingsPage.dialog('Change Operations');
  await expect(change.getByLabel('Address')).toHaveValue(receiver.url);
  await change.getByLabel('Name').fill('Paging');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Paging' })).toBeVisible();

  await page.getByRole('button', { name: 'Remove' }).click();
  await settingsPage.question('Remove Paging?').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Nobody is told outside the dashboard yet')).toBeVisible();
  await receiver.close();
});

test('a channel says that it hears nothing until a rule leads to it', async ({
  settingsPage,
  page,
}) => {
  await settingsPage.open('messages');
  await page.getByRole('button', { name: 'Add a channel' }).first().click();
  const dialog = settingsPage.dialog('Add a channel');
  await settingsPage.choose(dialog.getByLabel('Kind'), 'Mail');
  await dialog.getByLabel('Name').fill('Everybody');
  await dialog.getByLabel('Addresses').fill('ada@example.com');
  await dialog.getByRole('button', { name: 'Add the channel' }).click();
  const row = settingsPage.row('Channels', 'Everybody');
  await expect(row).toContainText('Nothing: no rule leads here');
  const hint = page.getByRole('region', { name: 'What this channel hears' });
  await expect(hint).toContainText('Hears nothing: no rule leads here.');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await row.getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Everybody' })).toBeVisible();
  await expect(hint).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await hint.getByRole('button', { name: 'Send messages here' }).click();
  const rule = settingsPage.dialog('Add a rule');
  await rule.getByLabel('Name', { exact: true }).fill('Everything');
  await expect(rule.getByRole('checkbox', { name: 'Everybody' })).toBeChecked();
  await rule.getByRole('button', { name: 'Add the rule' }).click();
  await expect(hint).toBeHidden();
  await page.getByRole('link', { name: 'All channels' }).click();
  await expect(row).toContainText('Everything');
  // A rule that hears all says so, not each of them.
  await expect(settingsPage.row('Rules', 'Everything')).toContainText('Everything: every message');
});

test(
  'a mail channel has addresses, and fits a phone',
  { tag: '@phone' },
  async ({ settingsPage, page }) => {
    await settingsPage.open('messages');
    await page.getByRole('button', { name: 'Add a channel' }).first().click();
    const dialog = settingsPage.dialog('Add a channel');
    await settingsPage.choose(dialog.getByLabel('Kind'), 'Mail');
    await dialog.getByLabel('Name').fill('Everybody');
    await dialog.getByLabel('Addresses').fill('ada@example.com\neve@example.com');
    await dialog.getByRole('button', { name: 'Add the channel' }).click();
    await expect(page.getByRole('status').getByText('Everybody was added')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'its page' }).click();
    await expect(page.getByText('ada@example.com, eve@example.com')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Rotate keys' })).toHaveCount(0);
    await expectNoSidewaysScroll(page);
  },
);

test('a chat has an address that is typed once, and stays where nothing is typed', async ({
  settingsPage,
  page,
}) => {
  const receiver = await startWebhookReceiver();
  receiver.answer(200);
  await settingsPage.open('messages');
  await page.getByRole('button', { name: 'Add a channel' }).first().click();
  const dialog = settingsPage.dialog('Add a channel');
  await settingsPage.choose(dialog.getByLabel('Kind'), 'Slack');
  await dialog.getByLabel('Name').fill('#ops');
  await dialog.getByRole('button', { name: 'Add the channel' }).click();
  await expect(dialog.getByText(/Enter an http or https address/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Address of the webhook').fill(receiver.url);
  await dialog.getByRole('button', { name: 'Add the channel' }).click();
  await expect(page.getByRole('status').getByText('#ops was added')).toBeVisible();
  await page.getByRole('link', { name: 'its page' }).click();
  await expect(page.getByText(new URL(receiver.url).host, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rotate keys' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const change = settingsPage.dialog('Change #ops');
  await expect(change.getByLabel('Address of the webhook')).toHaveValue('');
  await change.getByLabel('Name').fill('#operations');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: '#operations' })).toBeVisible();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('It was taken: 200')).toBeVisible();
  expect(receiver.requests[0]?.body).toContain('"type":"header"');
  await expectAccessible(page);
  await receiver.close();
});

test('a channel of Jira is typed in, tested, and led elsewhere with its token alone', async ({
  settingsPage,
  page,
}) => {
  const service = await startTicketService('jira-cloud');
  await settingsPage.open('messages');
  await page.getByRole('button', { name: 'Add a channel' }).first().click();
  const dialog = settingsPage.dialog('Add a channel');
  await settingsPage.choose(dialog.getByLabel('Kind', { exact: true }), 'Jira');
  await dialog.getByLabel('Name', { exact: true }).fill('Tickets');
  const add = dialog.getByRole('button', { name: 'Add the channel' });
  await add.click();
  await expect(dialog.getByText('Enter the key of the project, such as SHOP')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Address', { exact: true }).fill(service.url);
  await dialog.getByLabel('Project', { exact: true }).fill('SHOP');
  await dialog.getByLabel('Labels', { exact: true }).fill('eol platform');
  await dialog.getByLabel('E-mail address', { exact: true }).fill('eve@example.com');
  await dialog.getByLabel('Token', { exact: true }).fill('token');
  await add.click();
  await expect(page.getByRole('status').getByText('Tickets was added')).toBeVisible();
  await page.getByRole('link', { name: 'its page' }).click();
  await expect(page.getByText(`SHOP, ${service.url}`, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('Found the project The shop (SHOP), as Eve').first()).toBeVisible();
  expect(service.tickets).toEqual([]);

  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const change = settingsPage.dialog('Change Tickets');
  await expect(change.getByLabel('Labels', { exact: true })).toHaveValue('eol platform');
  await change.getByLabel('Address', { exact: true }).fill('https://jira.other.example');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change.getByText(/Another host gets no credentials/)).toBeVisible();
  await expectAccessible(page);
  await change.getByLabel('E-mail address', { exact: true }).fill('eve@example.com');
  await change.getByLabel('Token', { exact: true }).fill('other');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('SHOP, https://jira.other.example', { exact: true })).toBeVisible();
  await service.close();
});

test.describe('a member', () => {
  test.use({ role: 'member' });

  test('reads nothing of it, and is told whom to ask', async ({ page }) => {
    await page.goto('/settings/messages');
    await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add a channel' })).toHaveCount(0);
  });
});

test(
  'a rule leads messages to a channel, tells beforehand what it would have sent, and is changed and removed',
  { tag: '@phone' },
  async ({ settingsPage, page }) => {
    await settingsPage.open('messages');
    await page.getByRole('button', { name: 'Add a channel' }).first().click();
    const channel = settingsPage.dialog('Add a channel');
    await settingsPage.choose(channel.getByLabel('Kind'), 'Mail');
    await channel.getByLabel('Name').fill('Everybody');
    await channel.getByLabel('Addresses').fill('ada@example.com');
    await channel.getByRole('button', { name: 'Add the channel' }).click();
    await expect(page.getByRole('status').getByText('Everybody was added')).toBeVisible();

    await page.getByRole('button', { name: 'Add a rule' }).click();
    const dialog = settingsPage.dialog('Add a rule');
    await dialog.getByLabel('Name').fill('Mondays');
    await dialog.getByRole('button', { name: 'Add the rule' }).click();
    await expect(dialog.getByText('Choose a channel')).toBeVisible();
    await dialog.getByLabel('Everybody').click();
    await settingsPage.choose(dialog.getByLabel('When'), 'A digest every Monday');
    await dialog.getByLabel('Time zone').fill('Europe/Nowhere');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(dialog.getByText('Enter the name of a time zone')).toBeVisible();
    await dialog.getByLabel('Time zone').fill('Europe/Berlin');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(dialog.getByRole('status', { name: 'Preview' })).toContainText(
      'it would have sent nothing',
    );
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await dialog.getByRole('button', { name: 'Add the rule' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('A digest every Monday at 08:00, Europe/Berlin')).toBeVisible();

    await page.getByRole('button', { name: 'Change Mondays' }).click();
    const change = settingsPage.dialog('Change Mondays');
    await settingsPage.choose(change.getByLabel('When'), 'Each message at once');
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(change).toBeHidden();
    await expect(page.getByText('Each message at once')).toBeVisible();

    await page.getByLabel('Days before').fill('365, 30, 0');
    // By the keyboard: on a phone the toast of before may lie over it.
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await expect(page.getByLabel('Days before')).toHaveValue('365, 30, 0');
    await expectNoSidewaysScroll(page);

    await page.getByRole('button', { name: 'Remove Mondays' }).press('Enter');
    await settingsPage
      .question('Remove Mondays?')
      .getByRole('button', { name: 'Remove', exact: true })
      .click();
    await expect(page.getByText('No rule yet')).toBeVisible();
  },
);

test('what is missing from a rule is told, and gets the focus', async ({ settingsPage, page }) => {
  const receiver = await startWebhookReceiver();
  await settingsPage.open('messages');
  await page.getByRole('button', { name: 'Add a channel' }).first().click();
  const adding = settingsPage.dialog('Add a channel');
  await settingsPage.choose(adding.getByLabel('Kind'), 'Slack');
  await adding.getByLabel('Name').fill('#ops');
  await adding.getByLabel('Address of the webhook').fill(receiver.url);
  await adding.getByRole('button', { name: 'Add the channel' }).click();
  await expect(page.getByRole('status').getByText('#ops was added')).toBeVisible();
  await page.getByRole('button', { name: 'Add a rule' }).last().click();
  const dialog = settingsPage.dialog('Add a rule');
  await dialog.getByLabel('Name').fill('All of it');
  await dialog.getByRole('button', { name: 'Add the rule' }).click();
  const where = dialog.getByRole('group', { name: 'It goes to' });
  await expect(where).toHaveAccessibleDescription('Choose a channel');
  await expect(where.getByRole('checkbox', { name: '#ops' })).toBeFocused();
  await expectAccessible(page);
  await receiver.close();
});
