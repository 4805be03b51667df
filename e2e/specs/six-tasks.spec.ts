import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { dayOf, addDays } from '@/domain/eol/calendar';
import { horizonRange, quarterOf } from '@/domain/timeline/list';
import { makeApiKey } from '@/test/accounts';
import { runCommand, type Ended } from '../api/harness/eventide-command';
import { daysFromToday } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { chooseByKeys, tabTo } from '../pages/keys';
import { expect, test } from '../pages/test';

/*
 * What people come for, done with what the screen says and nothing else: no address is typed but that of the start page
 * and those that a build prints.
 */

const IMAGE = 'registry.example.com/shop/api';

/** What `npm sbom --sbom-format cyclonedx` prints. */
const NPM_SBOM = JSON.stringify({
  ...{ bomFormat: 'CycloneDX', specVersion: '1.5' },
  metadata: {
    component: {
      type: 'library',
      name: 'shop-web',
      version: '3.1.0',
      purl: 'pkg:npm/shop-web@3.1.0',
    },
  },
  components: [
    { type: 'library', name: 'vue', version: '2.7.16', purl: 'pkg:npm/vue@2.7.16' },
    { type: 'library', name: 'shop-own', version: '1.3.0', purl: 'pkg:npm/shop-own@1.3.0' },
  ],
});

/** What a build's tool lists of its image. */
const DENIED_SBOM = JSON.stringify({
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  metadata: { component: { type: 'container', name: IMAGE, version: 'main' } },
  components: [
    { type: 'library', name: 'django', version: '3.2.25', purl: 'pkg:pypi/django@3.2.25' },
  ],
});

/** Pastes a text into a field, as the clipboard does. */
function paste(field: Locator, text: string): Promise<void> {
  return field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
}

/** A build that asks whether it may go on, and prints the answer. */
async function gate(url: string, key: string): Promise<Ended> {
  const args = ['gate', '--project', 'shop', '--no-codeowners'];
  return runCommand(resolve('public/cli/eventide.mjs'), args, {
    ...{ folder: tmpdir(), input: DENIED_SBOM },
    env: { EVENTIDE_URL: url, EVENTIDE_API_KEY: key },
  });
}

const search = async (page: Page, text: string) => {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  await expect(field).toBeFocused();
  await page.keyboard.type(text);
};

test(
  'a first upload: what npm prints, pasted, is findings',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText('An SBOM is a list of everything in an image')).toBeVisible();
    await page.getByText('Or paste one, such as what').click();
    await paste(page.getByLabel('The document as text'), NPM_SBOM);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    const found = page.getByRole('table', { name: 'Software in the document' });
    await expect(found).toContainText('Vue 2.7');
    await expect(page.getByText('Your first upload has arrived')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'See the overview' }).click();
    await expect(page.getByRole('link', { name: /^Vue/ }).first()).toBeVisible();
  },
);

test('all of Debian 11 in production and whose it is, by keys alone', async ({
  workspace,
  page,
}) => {
  const debian = [{ product: 'Debian', cycle: '11', eol: daysFromToday(-90), type: 'os' }];
  const images = ['shop/web:1', 'shop/jobs:1', 'lab/try:1'].map((name) => ({
    ...{ project: name.split('/')[0] ?? '', image: `registry.example.com/${name}` },
    matches: debian,
  }));
  await workspace.uploadAll(images);
  await workspace.makeTeam('Payments', ['shop']);
  await workspace.reportCluster(
    'production',
    images.slice(0, 2).map(({ image }, index) => ({
      ...{ namespace: 'shop', owner: `workload-${String(index)}`, image },
    })),
  );
  await page.goto('/');

  await search(page, 'debian 11 in production');
  await expect(page.getByRole('option', { name: /^Debian 11 .*2 images/ })).toBeVisible();
  const where = (text: string) =>
    page.getByRole('option', { name: `Where “${text}” is found, and who owns it` });
  await chooseByKeys(page, where('debian 11 in production'));
  await expect(page.getByRole('heading', { level: 1, name: 'Findings' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Findings' });
  await expect(table.getByRole('rowheader')).toHaveCount(2);
  await expect(table.getByRole('link', { name: 'Payments', exact: true })).toHaveCount(2);
  await expect(table).not.toContainText('lab');
  await expectAccessible(page);

  // The same for who asks for all of it first, and narrows the list.
  await search(page, 'debian 11');
  await chooseByKeys(page, where('debian 11'));
  await expect(table.getByRole('rowheader')).toHaveCount(3);
  await tabTo(page, page.getByRole('button', { name: 'Running', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Find running' })).toBeFocused();
  await chooseByKeys(page, page.getByRole('option', { name: 'In production' }));
  await expect(table.getByRole('rowheader')).toHaveCount(2);
  await expect(table).not.toContainText('lab');

  // The same from the page of the software, for who went there.
  await search(page, 'debian 11');
  await chooseByKeys(page, page.getByRole('option', { name: /^Debian 11 .*3 images/ }));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Debian 11');
  const holding = page.getByRole('table', { name: 'Images that hold it' });
  await expect(holding.getByRole('link', { name: 'Payments', exact: true })).toHaveCount(2);
});

test('why a build failed: from what it printed, and from the overview', async ({
  workspace,
  deps,
  app,
  page,
}) => {
  const { key } = await makeApiKey(deps, workspace.organizationId, 'scanner');
  await workspace.policy({ denyDays: 0 });
  await workspace.upload({
    ...{ project: 'shop', image: `${IMAGE}:main` },
    matches: [{ product: 'Oldware', cycle: '1', eol: daysFromToday(-133) }],
  });
  const { out, code } = await gate(app.origin, key);
  expect(code).toBe(1);
  // The reason and the way out are on the console.
  expect(out).toMatch(/^DENIED +Django 3\.2 +ended on 2024-04-01 .*move to /m);
  const [link = ''] = /http\S+\/waivers\/new\S+/.exec(out) ?? [];
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Ask for a waiver' })).toBeVisible();
  await expect(page.getByLabel('Product')).toHaveValue('Django');

  await page.goto('/');
  const denied = page.getByRole('region', { name: 'Images denied' });
  await expect(denied).toContainText('1 image denied');
  await denied.getByRole('listitem').getByRole('link').click();
  // First the verdict with its reason, then what to do about it and whom to ask.
  await expect(page.getByText('for Oldware 1', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ask for a waiver of Oldware 1' })).toBeVisible();
  await page.getByRole('link', { name: /^“Builds of any project/ }).click();
  await expect(page).toHaveURL(/\/policies\//);
});

test('a waiver is asked for by one and granted by another, by keys alone', async ({
  workspace,
  deps,
  app,
  page,
  context,
}) => {
  const { key } = await makeApiKey(deps, workspace.organizationId, 'scanner');
  await workspace.policy({ denyDays: 0 });
  await workspace.upload({ project: 'shop', image: `${IMAGE}:main` });
  const member = await workspace.signedIn('member');
  const admin = await workspace.signedIn('admin');
  const { out } = await gate(app.origin, key);

  await context.addCookies([member.cookie]);
  await page.goto(/http\S+\/waivers\/new\S+/.exec(out)?.[0] ?? 'no link was printed');
  await tabTo(page, page.getByLabel('Reason'));
  await page.keyboard.type('It moves in March');
  await tabTo(page, page.getByLabel('Last day'));
  // In which order its parts are typed is the browser's.
  await page.getByLabel('Last day').fill(daysFromToday(20));
  await tabTo(page, page.getByRole('button', { name: 'Ask for the waiver' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Django 3.2' })).toBeVisible();
  await expect(page.getByText('Only admins decide on waivers.')).toBeVisible();

  await context.addCookies([admin.cookie]);
  await page.goto('/');
  await tabTo(page, page.getByRole('link', { name: '1 waiver awaits your decision' }));
  await page.keyboard.press('Enter');
  const waiver = page.getByRole('table', { name: 'Waivers' }).getByRole('rowheader');
  await tabTo(page, waiver.getByRole('link'));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Grant', exact: true }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Grant the waiver of Django 3.2?' });
  await tabTo(page, dialog.getByRole('button', { name: 'Grant', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Revoke', exact: true })).toBeVisible();
  expect((await gate(app.origin, key)).code).toBe(0);
});

test('what ends next quarter, as a slide', async ({ workspace, page }) => {
  const today = dayOf(new Date());
  const { after, until } = horizonRange('next-quarter', today);
  const first = addDays(after ?? today, 1);
  await workspace.upload({
    ...{ project: 'shop', image: `${IMAGE}:main` },
    matches: [
      { product: 'Inkwell', cycle: '4', eol: first },
      { product: 'Lantern', cycle: '7', eol: until },
      { product: 'Parchment', cycle: '1', eol: addDays(until, 1) },
    ],
  });
  await page.goto('/');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Timeline' })
    .click();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const quarter = quarterOf(until);
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: `Slide of next quarter, ${quarter}, SVG` }).click();
  const slide = await readFile(await (await downloading).path(), 'utf8');
  expect(slide).toContain(`What ends next quarter, ${quarter} · Acme`);
  expect(slide).toContain('Inkwell 4');
  expect(slide).toContain('Lantern 7');
  expect(slide).not.toContain('Parchment');

  // The page itself can be narrowed to it, and then tells of it in its address.
  await page.getByRole('button', { name: 'Ends', exact: true }).click();
  await page.getByRole('option', { name: `Next quarter, ${quarter}` }).click();
  await expect(page).toHaveURL(/within=next-quarter/);
  await expect(page.getByText('2 products in use, in 2 release cycles')).toBeVisible();
});

test('whether Node 20.11 is all right, by keys alone', async ({ page }) => {
  await page.goto('/check');
  await search(page, 'node 20.11');
  await chooseByKeys(page, page.getByRole('option', { name: /^Node\.js 20 .*ended/ }));
  await expect(page.getByRole('heading', { level: 2, name: /Node\.js 20 .*ended/ })).toBeVisible();
  await expect(page.getByText('Move to', { exact: true })).toBeVisible();

  // And of what nobody knows, nothing is made up.
  await search(page, 'shop-own 1.3');
  await chooseByKeys(page, page.getByRole('option', { name: 'Check “shop-own 1.3”' }));
  await expect(
    page.getByRole('heading', { level: 2, name: /Nothing is known of shop-own 1\.3$/ }),
  ).toBeVisible();
});
