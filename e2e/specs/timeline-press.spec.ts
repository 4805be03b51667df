import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expect, test } from '../pages/test';

// Names that no catalog has, so that the dates are the scanner's alone.
const SCAN: ScanSketch = {
  project: 'github//acme/billing',
  image: 'billing:1',
  matches: [
    { product: 'Inkwell', cycle: '4.2', eol: daysFromToday(40) },
    { product: 'Quill', cycle: '18', eol: daysFromToday(900) },
  ],
};

test('a press goes where it leads, also in the moment in which the address takes up a scroll', async ({
  workspace,
  timelinePage,
  page,
}) => {
  await workspace.upload(SCAN);
  await timelinePage.open();
  await expect(
    timelinePage.row('Inkwell 4.2').getByRole('link', { name: /^\d+ images?$/ }),
  ).toBeVisible();
  await timelinePage.row('Inkwell 4.2').evaluate((row) => {
    const box = row.closest('[role=region]');
    // Comes right after what the page itself does once a scroll has settled.
    const press = () => row.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    box?.addEventListener('scroll', () => setTimeout(press, 300), { once: true });
    box?.scrollBy({ left: 100 });
  });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Inkwell 4.2');
  await page.goBack();
  await expect(page).toHaveURL(/at=/);
});

test('a press goes where it leads, also while the chart moves on after it', async ({
  workspace,
  timelinePage,
  page,
}) => {
  await workspace.upload(SCAN);
  await timelinePage.open();
  await expect(timelinePage.names()).toHaveCount(2);
  const { promise: scrolled, resolve: goOn } = Promise.withResolvers<undefined>();
  // As on a slow line: the page that is gone to comes after the chart has come to rest.
  await page.route(/\/software\//, async (route) => {
    await scrolled;
    await route.continue();
  });
  await timelinePage.names().nth(0).click();
  await timelinePage.chart.evaluate(
    (box) =>
      new Promise((done) => {
        box.addEventListener('scroll', () => setTimeout(done, 600), { once: true });
        box.scrollBy({ left: 100 });
      }),
  );
  goOn(undefined);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Inkwell 4.2');
});
