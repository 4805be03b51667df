import { makeCertificate } from '@/test/certificates';
import { expectAccessible } from '../pages/axe';
import { expect, test } from '../pages/test';

const KEY = /^evt_[A-Za-z0-9]{8}_[\w-]{43}$/;

test('a key is created once, rotated with a grace, and revoked', async ({
  settingsPage,
  page,
  request,
}) => {
  const works = async (key: string) => {
    const answer = await request.get('/api/v1/policy', {
      headers: { authorization: `ApiKey ${key}` },
    });
    return answer.status();
  };
  const shown = page.getByRole('status', { name: 'The new key' });
  const secret = async () => (await shown.getByText(KEY).textContent()) ?? '';

  await settingsPage.open('api-keys');
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = settingsPage.dialog('Create an API key');
  await settingsPage.choose(dialog.getByLabel('Expires'), 'On a day…');
  await dialog.getByRole('button', { name: 'Create the key' }).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await expect(dialog.getByText('Choose a day')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('Build server');
  await dialog.getByLabel('Last day').fill('2999-12-31');
  await expect(dialog.getByText('Choose a day')).toBeHidden();
  await expect(dialog.getByText('It works until the end of 31 Dec 2999 (UTC).')).toBeVisible();
  await expect(dialog.getByRole('group', { name: 'What the role Scanner allows' })).toContainText(
    'upload scans',
  );
  await settingsPage.choose(dialog.getByLabel('Expires'), 'In 90 days');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create the key' }).click();
  await expect(shown).toContainText('Build server was created');
  await expect(shown.getByRole('button', { name: 'Copy the key' })).toBeFocused();
  // Closes the tooltip of the button that has the focus.
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  const first = await secret();
  expect(await works(first)).toBe(200);
  await expect(shown.getByRole('region', { name: 'Scan an image' })).toContainText(first);
  const gates = shown.getByRole('tablist', { name: 'Ways to gate a build' });
  await gates.getByRole('tab', { name: 'curl' }).click();
  await expect(shown.getByRole('region', { name: /fails on a denial/ })).toContainText(first);
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByText(first)).toHaveCount(0);
  const row = settingsPage.row('API keys', 'Build server');
  await expect(row).toContainText(first.slice(0, 12));
  // Ninety days are either, by the calendar.
  await expect(row).toContainText(/Expires in [23] months/);

  await row.getByRole('button', { name: 'Rotate' }).click();
  const rotation = settingsPage.dialog('Rotate Build server?');
  await expect(rotation.getByLabel('The old key stops')).toContainText('In 24 hours');
  await rotation.getByRole('button', { name: 'Rotate the key' }).click();
  await expect(shown).toContainText('Build server has a new key');
  const second = await secret();
  expect([await works(first), await works(second)]).toEqual([200, 200]);
  await expect(row).toContainText('Old key until');

  await row.getByRole('button', { name: 'Revoke' }).click();
  await settingsPage
    .question('Revoke Build server?')
    .getByRole('button', { name: 'Revoke' })
    .click();
  await expect(page.getByText('Build server is revoked')).toBeVisible();
  await expect(row).toHaveCount(0);
  expect([await works(first), await works(second)]).toEqual([401, 401]);
});

test('a certificate is stored, told apart and replaced', async ({ settingsPage, page }) => {
  await settingsPage.open('certificate');
  await page.getByRole('button', { name: 'Store a certificate' }).click();
  const dialog = settingsPage.dialog('Store a certificate');
  await dialog.getByLabel('Certificate in PEM').fill('no certificate');
  await dialog.getByRole('button', { name: 'Store', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Holds no certificate in PEM.');
  await expectAccessible(page);
  await dialog.getByLabel('Choose a file').setInputFiles({
    name: 'signer.pem',
    mimeType: 'application/x-pem-file',
    buffer: Buffer.from(await makeCertificate('CN=release signer, O=Acme')),
  });
  await dialog.getByRole('button', { name: 'Store', exact: true }).click();
  const facts = page.getByRole('region', { name: 'Facts' });
  await expect(facts).toContainText('CN=release signer, O=Acme');
  await expect(facts).toContainText('1 Jan 2028');
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'Replace' })).toBeVisible();
});

test('scanners find their listener, feed and commands', async ({ settingsPage, page, request }) => {
  await settingsPage.open('scanners');
  await expect(page.getByText('Listening')).toBeVisible();
  await expect(page.getByRole('link', { name: 'scanner-ca.pem' })).toHaveAttribute(
    'href',
    /\/scanner-ca\.pem$/,
  );
  await page.getByRole('tab', { name: 'Docker' }).click();
  await expect(page.getByText('YOUR_KEY').first()).toBeVisible();
  await request.get('/xeol/databases/listing.json');
  await page.reload();
  await expect(page.getByText(/\d (KiB|MiB)/)).toBeVisible();
});
