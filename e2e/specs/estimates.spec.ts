import { daysFromToday, imageScan } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

/** Older than anything that the catalog has of Redis, all of which before 6.2 has ended. */
const OLD_REDIS = {
  ...{ ID: '', Name: 'redis', Version: '2.8.24', Language: '', Type: 'binary', MetadataType: '' },
  ...{ CPEs: null, PURL: 'pkg:generic/redis@2.8.24', Upstreams: null },
};

test('an end that was only concluded is an estimate wherever it is shown', async ({
  workspace,
  productPage,
  catalogPage,
  imagePage,
  page,
}) => {
  test.slow();
  await workspace.policy({ denyDays: 0 });
  const scan = imageScan({ project: 'legacy', image: 'cache:1' });
  const id = await workspace.send({ ...scan, Packages: [OLD_REDIS] });
  const main = page.getByRole('main');
  for (const address of [
    '/',
    '/software',
    '/timeline',
    '/timeline?as=table',
    '/policies/images?are=warned',
    `/images/${id}`,
    `/images/${id}?tab=packages`,
    '/check?q=redis%202.8.24',
    '/check?q=redis%202.8.24%0Aleft-pad%201.0',
  ]) {
    await page.goto(address);
    await expect(main.getByText(/ended, estimated/i).first(), address).toBeVisible();
    await expect(
      main.getByText(/ended, date unknown/i).filter({ visible: true }),
      address,
    ).toHaveCount(address === `/images/${id}` ? 1 : 0);
  }
  await imagePage.open(id);
  await expect(page.getByText('Estimated: it is older than', { exact: false })).toBeVisible();

  await catalogPage.open('?use=here');
  await catalogPage
    .row('Redis')
    .getByRole('link', { name: '1 cycle in use that has ended' })
    .click();
  const other = productPage.otherCycles();
  await expect(other).toContainText('2.8Ended, estimated1 image');
  await expectAccessible(page);
  await other.getByRole('link', { name: '1 image' }).click();
  await expect(productPage.images.getByRole('rowheader')).toHaveText(['cache:1']);
});

test('neither versions nor dates are cut from 1280 pixels on', async ({ workspace, page }) => {
  const long = { cycle: '10.11.12', eol: daysFromToday(-1_065), type: 'php-composer' };
  await workspace.upload({
    project: 'legacy',
    image: 'cache:1',
    matches: [
      { product: 'Acme Framework for Builds', ...long },
      { product: 'Acme Cache', cycle: '7.4', eol: daysFromToday(-540) },
    ],
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const address of ['/', '/software', '/timeline?as=table']) {
    await page.goto(address);
    const row = page
      .getByRole(address === '/' ? 'listitem' : 'row')
      .filter({ hasText: 'Acme Framework for Builds 10.11.12' });
    await expect(row).toBeVisible();
    const cut = await row.evaluate((element) =>
      [...element.querySelectorAll('*')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        // What is only for readers of the screen is as narrow as nothing.
        .filter((one) => !one.classList.contains('sr-only'))
        .filter((one) => getComputedStyle(one).overflowX !== 'visible')
        .map(({ textContent }) => textContent),
    );
    expect(cut, address).toEqual([]);
    await expectNoSidewaysScroll(page);
  }
});
