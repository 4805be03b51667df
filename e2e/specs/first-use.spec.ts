import { expect, test } from '../pages/test';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';

const scan = {
  project: 'github//acme/shop',
  image: 'ghcr.io/acme/shop:1.0',
  matches: [{ product: 'Node.js', cycle: '16' }],
};

test(
  'a first upload appears by itself and leads to the image and the list',
  { tag: '@phone' },
  async ({ workspace, firstUsePage, imagesPage, page }) => {
    await firstUsePage.open();
    await expect(firstUsePage.waiting).toBeVisible();
    await expectNoSidewaysScroll(page);
    await workspace.upload(scan);
    await expect(page.getByText('Your first upload has arrived')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ended: 1 software' })).toBeVisible();
    await page.getByRole('button', { name: 'See all images' }).click();
    await expect(imagesPage.names()).toHaveText(['ghcr.io/acme/shop:1.0']);
  },
);

test('an admin makes a key that is shown once and stands in the commands', async ({
  firstUsePage,
  page,
}) => {
  await firstUsePage.open();
  await expect(firstUsePage.command('Scan an image')).toContainText("XEOL_API_KEY='YOUR_KEY'");
  await firstUsePage.createKey.click();
  const key = await firstUsePage.shownKey();
  await expect(firstUsePage.command('Scan an image')).toContainText(`XEOL_API_KEY='${key}'`);
  for (const [tool, title] of [
    ['Docker', 'Scan an image'],
    ['GitHub Actions', /store the API key/],
    ['GitLab CI', /store the API key/],
    ['curl', 'Upload with curl'],
  ] as const) {
    await firstUsePage.showCommandsFor(tool);
    await expect(firstUsePage.command(title)).toContainText(key);
  }
  await expectAccessible(page);
  await page.reload();
  await expect(firstUsePage.createKey).toBeVisible();
  await expect(page.getByText(key)).toHaveCount(0);
});

test(
  'each tool has its command, with the key in it',
  { tag: '@phone' },
  async ({ firstUsePage, page }) => {
    await firstUsePage.open();
    await firstUsePage.createKey.click();
    const key = await firstUsePage.shownKey();
    for (const [tool, title] of [
      ['npm', 'In the project’s folder'],
      ['Syft', 'Of an image'],
      ['Maven', 'In the project’s folder'],
      ['Kubernetes', 'Helm values of Trivy Operator'],
      ['curl', 'A document that you have'],
    ] as const) {
      await firstUsePage.showToolsOf(tool);
      await expect(firstUsePage.command(title)).toContainText(key);
    }
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('first-use.png'), fullPage: true });
  },
);

test('the curl example is a working upload', async ({ firstUsePage, page }) => {
  await firstUsePage.open();
  await firstUsePage.createKey.click();
  await firstUsePage.showCommandsFor('curl');
  const command = (await firstUsePage.command('Upload with curl').textContent()) ?? '';
  const body = command.slice(command.indexOf('{'), command.lastIndexOf('}') + 1);
  const [, url = ''] = /'(http[^']+)'/.exec(command) ?? [];
  const answer = await fetch(url, {
    method: 'PUT',
    headers: {
      authorization: `ApiKey ${await firstUsePage.shownKey()}`,
      'content-type': 'application/json',
    },
    body,
  });
  expect(answer.status).toBe(200);
  await expect(page.getByText('Your first upload has arrived')).toBeVisible();
  await page.getByRole('link', { name: 'Open the image' }).click();
  await expect(page).toHaveTitle('example/shop:1.0 · Eventide');
});

test('the CA is offered for download', async ({ firstUsePage, page }) => {
  await firstUsePage.open();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the CA certificate' }).click();
  expect((await download).suggestedFilename()).toBe('scanner-ca.pem');
});

test.describe('without the right to make keys', () => {
  test.use({ role: 'member' });
  test('a member is told whom to ask, and has the commands', async ({
    workspace,
    firstUsePage,
    page,
  }) => {
    await workspace.signedIn('admin');
    await firstUsePage.open();
    await expect(page.getByText(/^Keys are created by admins/)).toBeVisible();
    await expect(page.getByRole('link', { name: /@example\.com$/ }).first()).toBeVisible();
    await expect(firstUsePage.createKey).toHaveCount(0);
    await expect(firstUsePage.commands).toBeVisible();
  });
});

test.describe('as a viewer', () => {
  test.use({ role: 'viewer' });
  test(
    'the page says who can begin, waits, and offers no key',
    { tag: '@phone' },
    async ({ firstUsePage, page }) => {
      await firstUsePage.open();
      await expect(page.getByText(/^You can read everything here, but not upload/)).toBeVisible();
      await expect(firstUsePage.createKey).toHaveCount(0);
      await expect(firstUsePage.waiting).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    },
  );
});
