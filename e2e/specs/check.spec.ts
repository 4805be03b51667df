import { readFile } from 'node:fs/promises';
import { addDays, dayOf } from '@/domain/eol/calendar';
import { saying } from '@/test/registry-facts';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

test('answers what is typed, for people and for programs', async ({ checkPage, page }) => {
  await checkPage.open();
  await expectAccessible(page);
  await page.getByRole('link', { name: /nodejs 16\.20\.2/ }).click();
  await expect(checkPage.verdict).toHaveText(/Node\.js 16 \(LTS\) ended \d+ years? /);
  await expect(checkPage.answer).toContainText('11 Sep 2023');
  await expect(checkPage.answer).toContainText(/Move to Node\.js \d+/);
  await expect(checkPage.answer).toContainText('by OpenJS Foundation');
  await expectAccessible(page);

  await checkPage.show('JSON');
  await expect(page.getByRole('region', { name: 'Answer as JSON' })).toContainText(
    '"eol_date": "2023-09-11T00:00:00.000Z"',
  );
  await checkPage.show('curl');
  const command = page.getByRole('region', { name: 'curl command' });
  await expect(command).toContainText('/api/eol/check \\');
  await expect(command).toContainText('ApiKey $EVENTIDE_KEY');
  await expectAccessible(page);
  await page.reload();
  await expect(command).toContainText('"version":"16.20.2"');

  await checkPage.show('Answer');
  await checkPage.answer.getByRole('link', { name: 'Node.js 16 (LTS)' }).click();
  await expect(page).toHaveURL(/\/catalog\/nodejs\?cycle=16/);
});

test('says how many images hold what was asked about, and leads to them', async ({
  workspace,
  checkPage,
  imagesPage,
}) => {
  const node = { product: 'Node.js', cycle: '16', eol: '2023-09-11', type: 'binary' };
  const holding = { project: 'github//acme/shop', matches: [node] };
  await workspace.uploadAll([
    { ...holding, image: 'shop:1' },
    { ...holding, image: 'gateway:2' },
    { ...holding, image: 'later:3', matches: [] },
  ]);
  await checkPage.open('?q=nodejs+18.1.0');
  await expect(checkPage.answer).toContainText('Node.js 18 (LTS) is in none of them');
  await checkPage.open('?q=nodejs+16.20.2');
  await expect(checkPage.answer).toContainText('Node.js 16 (LTS) is in 2 images');
  await checkPage.answer.getByRole('link', { name: '2 images', exact: true }).click();
  await expect(imagesPage.names()).toHaveText(['gateway:2', 'shop:1']);
});

test('knows what it is given, and says so', async ({ checkPage, page }) => {
  await checkPage.open();
  await checkPage.component.fill('cpe:2.3:o:debian:debian_linux:9:*:*:*:*:*:*:*');
  await expect(page.getByText('Understood as a CPE name.')).toBeVisible();
  await checkPage.ask.click();
  await expect(checkPage.verdict).toHaveText(/Debian 9 \(Stretch\) ended/);

  await checkPage.type('pkg:deb/debian/openssl@1.1.0l-1~deb9u1?distro=debian-9');
  await expect(checkPage.verdict).toHaveText(/openssl 1\.1\.0l in Debian 9 \(Stretch\) ended/);
  await expect(checkPage.answer).toContainText('maintains the package, so its support counts');
  await page.goBack();
  await expect(checkPage.component).toHaveValue(/debian_linux/);
  await expect(checkPage.verdict).toHaveText(/Debian 9 \(Stretch\) ended/);

  await checkPage.choose('Support', 'Extended support');
  await checkPage.type('ubuntu 14.04');
  await expect(checkPage.verdict).toHaveText(/The extended support of Ubuntu 14\.04/);
  await expect(page).toHaveURL(/level=EXTENDED_SUPPORT/);

  await checkPage.open();
  await checkPage.component.fill('Debian 9');
  await page.getByLabel('Vendor').fill('Nobody');
  await checkPage.ask.click();
  await expect(checkPage.verdict).toHaveText(/Nothing is known of Debian 9/);
});

test('names the builds that a name may mean', async ({ checkPage, page }) => {
  await checkPage.open('?q=openjdk+17.0.1');
  await expect(checkPage.verdict).toHaveText('openjdk 17.0.1 may be any of several builds');
  await expect(checkPage.verdict.getByRole('img', { name: 'Not matched' })).toBeVisible();
  await expect(checkPage.answer).toContainText('Eclipse Temurin 17: supported until 31 Oct 2027');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await checkPage.answer.getByRole('link', { name: 'Eclipse Temurin 17' }).click();
  await expect(page).toHaveURL(/\/catalog\/eclipse-temurin\?cycle=17/);

  await checkPage.open('?q=openjdk+16.0.2');
  await expect(checkPage.verdict).toHaveText(
    'openjdk 16.0.2 has ended in every build that is known',
  );

  // Among many it is counted and written down as what is not matched, and not as what has no known end.
  await checkPage.open('?q=openjdk+17.0.1%0Anodejs+16.20.2');
  await expect(page.getByRole('link', { name: 'Not matched: 1 component' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^No known end: 1/ })).toHaveCount(0);
  await expect(checkPage.answers).toContainText('May be any of several builds');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  expect(await readFile(await (await saved).path(), 'utf8')).toMatch(
    /\nopenjdk 17\.0\.1,[^,\r\n]*,Not matched,/,
  );
});

test('what nobody knows is never good news', async ({ checkPage, page }) => {
  await checkPage.open('?q=left-pad+1.3.0');
  await expect(checkPage.verdict).toHaveText('Nothing is known of left-pad 1.3.0');
  await expect(checkPage.verdict.getByRole('img', { name: 'Not matched' })).toBeVisible();
  await expect(checkPage.answer).toContainText('The catalog has no product for left-pad');
  await expectAccessible(page);
  await checkPage.answer.getByRole('link', { name: 'Search the catalog' }).click();
  await expect(page).toHaveURL(/\/catalog\?q=left-pad$/);
});

test('checks several lines at once', async ({ checkPage, page }) => {
  await checkPage.open();
  await checkPage.component.fill('nodejs 16.20.2\n\npkg:npm/left-pad@1.3.0\ndebian 9');
  await expect(page.getByText('3 components, one on each line')).toBeVisible();
  await checkPage.component.press('Enter');
  await expect(checkPage.answers.getByRole('rowheader')).toHaveText([
    'nodejs 16.20.2',
    'pkg:npm/left-pad@1.3.0',
    'debian 9',
  ]);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Ended: 2 components' }).click();
  await expect(checkPage.answers.getByRole('rowheader')).toHaveText(['nodejs 16.20.2', 'debian 9']);
  await page.reload();
  await expect(checkPage.answers.getByRole('rowheader')).toHaveCount(2);
  // The file holds what shows.
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^check-\d{4}-\d\d-\d\d\.csv$/);
  const records = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(records[0]).toBe('\uFEFFComponent,Supported as,State,End of life,Answer,Move to');
  expect(records[1]).toMatch(
    /^nodejs 16\.20\.2,Node\.js 16 \(LTS\),Ended,2023-09-11,Node\.js 16 \(LTS\) ended .+ ago,"Node\.js /,
  );
  expect(records).toHaveLength(3);
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(checkPage.answers.getByRole('rowheader')).toHaveCount(3);
  await checkPage.show('curl');
  await expect(page.getByRole('region', { name: 'curl command' })).toContainText(
    '/api/eol/check/batch',
  );
});

test('a list too long for an address is answered all the same', async ({ checkPage, page }) => {
  // Six hundred answers are drawn at once.
  test.slow();
  const many = Array.from({ length: 600 }, (_, index) => `nodejs 16.${String(index)}.0`);
  await checkPage.open();
  await checkPage.component.fill(many.join('\n'));
  await checkPage.ask.click();
  await expect(page.getByText('This question is too long for an address')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ended: 600 components' })).toBeVisible();
  await checkPage.component.fill(Array.from({ length: 1_001 }, () => 'a 1').join('\n'));
  await expect(page.getByText('At most 1,000 lines at once.')).toBeVisible();
  await expect(checkPage.ask).toBeDisabled();
});

test('fits a phone', { tag: '@phone' }, async ({ checkPage, page }) => {
  await checkPage.open('?q=nodejs+16.20.2');
  await expect(checkPage.verdict).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await checkPage.open('?q=nodejs+16.20.2%0Adebian+9');
  await expect(checkPage.answers).toBeVisible();
  await expectNoSidewaysScroll(page);
  await checkPage.open(`?q=${'x'.repeat(200)}+1&view=json`);
  await expect(page.getByRole('region', { name: 'Answer as JSON' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

for (const role of ['member', 'viewer'] as const) {
  test.describe(`a ${role}`, () => {
    test.use({ role });

    test('may ask too', async ({ checkPage }) => {
      await checkPage.open();
      await checkPage.type('nodejs@16.20.2');
      await expect(checkPage.verdict).toHaveText(/Node\.js 16 \(LTS\) ended/);
    });
  });
}

test('what a registry was read to say is told, with the successor, and a stale line as an estimate', async ({
  workspace,
  checkPage,
  page,
}) => {
  const today = dayOf(new Date());
  const successor = 'acme/instead';
  const gone = saying('deprecated', 'Abandoned.', { successor });
  await workspace.registryKnows('pkg:composer/acme/gone@1.0.0', gone);
  await workspace.registryKnows('pkg:gem/calm@1.0.0', {
    said: [],
    lines: [
      { line: '1', newest: '1.9.0', on: addDays(today, -2_000) },
      { line: '2', newest: '2.1.0', on: addDays(today, -20) },
    ],
  });
  await checkPage.open('?q=pkg:composer/acme/gone@1.0.0');
  await expect(checkPage.verdict).toHaveText(/gone 1\.0\.0 has ended, date unknown/);
  await expect(checkPage.answer).toContainText('Deprecated: Abandoned.');
  await expect(checkPage.answer).toContainText(successor);
  await expect(checkPage.answer).not.toContainText('nor has it ended');
  await expectAccessible(page);

  await checkPage.open('?q=pkg:gem/calm@1.0.0');
  await expect(checkPage.verdict).toHaveText('pkg:gem/calm@1.0.0 is of a stale line, by estimate');
  await expect(checkPage.verdict.getByRole('img', { name: 'Not matched' })).toBeVisible();
  await expect(checkPage.answer).toContainText('Estimate: line 1 has had no release since 1.9.0');
  await expect(checkPage.answer).toContainText('Stale line');
  await expect(checkPage.answer).toContainText('Its registry was read');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('the field that asked keeps the focus, and the verdict is told', async ({
  checkPage,
  page,
}) => {
  await checkPage.open();
  const announcer = page.locator('#announcer');
  for (const [asked, verdict] of [
    ['nodejs 16.20.2', /Node\.js 16 \(LTS\) ended/],
    ['debian 9', /Debian 9 \(Stretch\) ended/],
  ] as const) {
    await checkPage.type(asked);
    await expect(announcer).toHaveText(verdict);
    await expect(checkPage.component).toBeFocused();
    await expect(checkPage.component).toHaveValue(asked);
  }
  await page.goBack();
  await expect(checkPage.component).toHaveValue('nodejs 16.20.2');
});
